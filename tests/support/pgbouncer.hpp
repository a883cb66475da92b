#pragma once
#include "tests/support/postgresql_server.hpp"

namespace paylink::test {

/// A PgBouncer before a PostgreSQL of ours, on a socket in a temporary folder; it ends with this object.
class pgbouncer {
public:
  /// `mode` is `session`, `transaction` or `statement`. Throws std::runtime_error when it does not start.
  pgbouncer(const postgresql_server& behind, const std::string& mode);
  pgbouncer(const pgbouncer&) = delete;
  pgbouncer& operator=(const pgbouncer&) = delete;
  ~pgbouncer();

  std::string url(const std::string& database = "postgres") const;

private:
  std::filesystem::path folder_;
  pid_t process_ = 0;
};

} // namespace paylink::test
