#include "persistence/sql/postgresql_session.hpp"

#include "persistence/store.hpp"

#include <algorithm>
#include <set>
#include <soci/postgresql/soci-postgresql.h>

namespace paylink {
namespace {

std::unique_ptr<soci::session> open(const std::string& address) {
  return std::make_unique<soci::session>(*soci::factory_postgresql(), address);
}

// One statement, and so one way to the server. Its keepalives end a session whose node has fallen silent, and with it
// the locks that it holds; on a socket of the same machine they mean nothing. A setting of the server that commits
// without waiting for the disk or the standby does not reach a session that says for itself what it wants.
constexpr const char* settings_sql =
    "SELECT CASE WHEN pg_is_in_recovery() THEN 1 ELSE 0 END, set_config('client_min_messages', 'error', false), "
    "set_config('statement_timeout', '10s', false), "
    "set_config('lock_timeout', '5s', false), set_config('idle_in_transaction_session_timeout', '30s', false), "
    "set_config('array_nulls', 'on', false), set_config('timezone', 'UTC', false), "
    "set_config('default_transaction_isolation', 'read committed', false), "
    "set_config('tcp_user_timeout', '3000', false), set_config('tcp_keepalives_idle', '2', false), "
    "set_config('tcp_keepalives_interval', '1', false), set_config('tcp_keepalives_count', '3', false), "
    "set_config('synchronous_commit', CASE current_setting('synchronous_commit') WHEN 'remote_apply' THEN "
    "'remote_apply' ELSE 'on' END, false)";

std::int64_t process_of(soci::session& session) {
  long long process = 0;
  session << "SELECT pg_backend_pid()", soci::into(process);
  return process;
}

} // namespace

std::unique_ptr<soci::session> connect_postgresql(const std::string& address) {
  auto session = open(address);
  int is_standby = 0;
  *session << settings_sql, soci::into(is_standby);
  // Rows that a standby lacks would count as absent: money would match no link, and a revoked token would be valid.
  if (is_standby != 0)
    throw soci::postgresql_soci_error(
        "the server is a standby, which may be behind; give the primary as well, or only the primary", "08004");
  return session;
}

// Every statement goes by keys: what the planner guesses of tables that were empty when it looked, or of the length of
// a list, must not make it read whole ones.
std::unique_ptr<soci::session> connect_postgresql_to_read(const std::string& address) {
  auto session = connect_postgresql(address);
  *session << "SELECT set_config('enable_seqscan', 'off', false), set_config('enable_mergejoin', 'off', false), "
              "set_config('enable_hashjoin', 'off', false), set_config('jit', 'off', false)";
  return session;
}

// The writer's statements are planned once, too; those for whole batches join their own rows by hashing. A writer that
// freezes in the middle of a transaction loses it and its locks; and no one waits for long.
std::unique_ptr<soci::session> connect_postgresql_to_write(const std::string& address) {
  auto session = connect_postgresql_to_read(address);
  *session
      << "SELECT set_config('client_min_messages', 'warning', false), "
         "set_config('plan_cache_mode', 'force_generic_plan', false), set_config('enable_hashjoin', 'on', "
         "false), "
         "set_config('lock_timeout', '250ms', false), set_config('idle_in_transaction_session_timeout', '3s', false)";
  return session;
}

std::unique_ptr<soci::session> connect_postgresql_to_list(const std::string& address,
                                                          std::chrono::milliseconds time_max) {
  auto session = connect_postgresql_to_read(address);
  *session << "SELECT set_config('statement_timeout', '" << std::max<std::int64_t>(1, time_max.count())
           << "ms', false), set_config('plan_cache_mode', 'force_generic_plan', false)";
  return session;
}

std::unique_ptr<soci::session> connect_postgresql_to_check(const std::string& address) {
  constexpr std::chrono::minutes portion_time_max{1};
  auto session = connect_postgresql_to_list(address, portion_time_max);
  // To find the next portion, all rows behind it would be sorted.
  *session << "SELECT set_config('enable_sort', 'off', false), set_config('enable_bitmapscan', 'off', false), "
              "set_config('default_transaction_read_only', 'on', false)";
  return session;
}

void refuse_transaction_pooling(const std::string& address) {
  const auto one = open(address), other = open(address);
  std::set<std::int64_t> of_one, of_other;
  for (int look = 0; look < 3; ++look) {
    of_one.insert(process_of(*one));
    of_other.insert(process_of(*other));
  }
  of_one.merge(of_other);
  if (of_one.size() == 2 && of_other.empty()) return;
  throw database_error{"a connection pooler between this service and PostgreSQL runs each transaction on another "
                       "connection (transaction pooling): connect to the server itself, or set the pooler to "
                       "session pooling (PgBouncer: pool_mode = session)"};
}

} // namespace paylink
