#pragma once
#include <cstdint>
#include <soci/soci.h>

namespace paylink {

/// Has PostgreSQL plan the statements of a connection again, each time that it has been used twice as often as before.
/// A plan that was made while tables were empty, or had one row, is kept by the server for as long as the connection
/// lives, whatever becomes of the tables.
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
