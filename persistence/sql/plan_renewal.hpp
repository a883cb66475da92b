#pragma once
#include <cstdint>
#include <soci/soci.h>

namespace paylink {

/// Makes PostgreSQL plan a connection's statements again each time its use has doubled. The server keeps a plan made
/// while tables were empty or had one row for the life of the connection, even if the tables grow.
class plan_renewal {
public:
  /// Between two transactions.
  void after_use(soci::session& session) {
    if (++uses_ < next_) return;
    next_ *= 2;
    session << "DISCARD PLANS";
  }

private:
  std::uint64_t uses_ = 0, next_ = 8;
};

} // namespace paylink
