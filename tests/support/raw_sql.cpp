#include "tests/support/raw_sql.hpp"

#include <libpq-fe.h>
#include <map>
#include <memory>
#include <mutex>
#include <poll.h>
#include <sqlite3.h>
#include <stdexcept>

namespace paylink::test {
namespace {

int take_row(void* rows, int columns, char** values, char**) {
  auto& row = static_cast<raw_rows*>(rows)->emplace_back();
  for (int column = 0; column < columns; ++column) row.emplace_back(values[column] ? values[column] : "NULL");
  return 0;
}

using sqlite_connection = std::unique_ptr<sqlite3, decltype(&sqlite3_close)>;

sqlite_connection open_sqlite(const std::string& file) {
  sqlite3* opened = nullptr;
  sqlite3_open_v2(file.c_str(), &opened, SQLITE_OPEN_READWRITE, nullptr);
  sqlite3_busy_timeout(opened, 5000);
  // The store's writer alone may move the log into the file.
  sqlite3_db_config(opened, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
  return {opened, &sqlite3_close};
}

raw_rows run_on_sqlite(sqlite3* connection, const std::string& sql) {
  raw_rows rows;
  if (sqlite3_exec(connection, sql.c_str(), &take_row, &rows, nullptr) != SQLITE_OK)
    throw std::runtime_error{sqlite3_errmsg(connection)};
  return rows;
}

using postgresql_connection = std::unique_ptr<PGconn, decltype(&PQfinish)>;
using postgresql_result = std::unique_ptr<PGresult, decltype(&PQclear)>;

/// A connection that lies idle has something to say only when the server has ended it.
bool is_alive(PGconn* connection) {
  if (PQstatus(connection) != CONNECTION_OK) return false;
  pollfd socket{PQsocket(connection), POLLIN, 0};
  return ::poll(&socket, 1, 0) == 0;
}

/// The session has no transaction, no settings, locks, temporary tables or prepared statements any more.
bool begins_anew(PGconn* connection) {
  if (PQtransactionStatus(connection) != PQTRANS_IDLE) return false;
  const postgresql_result done{PQexec(connection, "DISCARD ALL"), &PQclear};
  return PQresultStatus(done.get()) == PGRES_COMMAND_OK;
}

/// The idle connections to the databases that are to keep one.
class kept_connections {
public:
  void keep(const std::string& url) {
    const std::lock_guard guard{mutex_};
    kept_.try_emplace(url, nullptr, &PQfinish);
  }
  void let_go(const std::string& url) {
    const std::lock_guard guard{mutex_};
    kept_.erase(url);
  }

  /// None: there is none, or another thread uses it.
  postgresql_connection take(const std::string& url) {
    const std::lock_guard guard{mutex_};
    const auto found = kept_.find(url);
    return found == kept_.end() ? postgresql_connection{nullptr, &PQfinish} : std::move(found->second);
  }
  void give_back(const std::string& url, postgresql_connection used) {
    if (!is_kept(url) || !begins_anew(used.get())) return;
    const std::lock_guard guard{mutex_};
    if (const auto found = kept_.find(url); found != kept_.end()) found->second = std::move(used);
  }

private:
  bool is_kept(const std::string& url) {
    const std::lock_guard guard{mutex_};
    return kept_.contains(url);
  }

  std::mutex mutex_;
  std::map<std::string, postgresql_connection> kept_;
};

kept_connections& kept() {
  static kept_connections all;
  return all;
}

raw_rows run_on_postgresql(const std::string& url, const std::string& sql) {
  auto connection = kept().take(url);
  if (!connection || !is_alive(connection.get())) connection.reset(PQconnectdb(url.c_str()));
  const postgresql_result result{PQexec(connection.get(), sql.c_str()), &PQclear};
  const auto status = PQresultStatus(result.get());
  if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK)
    throw std::runtime_error{PQerrorMessage(connection.get())};
  raw_rows rows;
  for (int row = 0; row < PQntuples(result.get()); ++row) {
    auto& columns = rows.emplace_back();
    for (int column = 0; column < PQnfields(result.get()); ++column)
      columns.emplace_back(PQgetisnull(result.get(), row, column) ? "NULL" : PQgetvalue(result.get(), row, column));
  }
  kept().give_back(url, std::move(connection));
  return rows;
}

} // namespace

raw_rows run_sql(const std::string& url, const std::string& sql) {
  constexpr std::string_view sqlite = "sqlite://";
  if (url.starts_with(sqlite)) return run_on_sqlite(open_sqlite(url.substr(sqlite.size())).get(), sql);
  return run_on_postgresql(url, sql);
}

void keep_connection(const std::string& url) { kept().keep(url); }
void let_connection_go(const std::string& url) { kept().let_go(url); }

struct foreign_write_lock::connection {
  sqlite_connection to;
};

foreign_write_lock::foreign_write_lock(const std::string& file)
    : connection_{std::make_unique<connection>(connection{open_sqlite(file)})} {
  run_on_sqlite(connection_->to.get(), "BEGIN IMMEDIATE");
}

foreign_write_lock::~foreign_write_lock() = default;

struct foreign_transaction::connection {
  postgresql_connection to;
};

foreign_transaction::foreign_transaction(const std::string& url, const std::string& sql)
    : connection_{std::make_unique<connection>(connection{{PQconnectdb(url.c_str()), &PQfinish}})} {
  const postgresql_result done{PQexec(connection_->to.get(), ("BEGIN; " + sql).c_str()), &PQclear};
  if (PQresultStatus(done.get()) != PGRES_COMMAND_OK && PQresultStatus(done.get()) != PGRES_TUPLES_OK)
    throw std::runtime_error{PQerrorMessage(connection_->to.get())};
}

// The server ends a transaction with its session, but not at once.
foreign_transaction::~foreign_transaction() {
  const postgresql_result done{PQexec(connection_->to.get(), "ROLLBACK"), &PQclear};
}

void foreign_transaction::commit() {
  const postgresql_result done{PQexec(connection_->to.get(), "COMMIT"), &PQclear};
  if (PQresultStatus(done.get()) != PGRES_COMMAND_OK) throw std::runtime_error{PQerrorMessage(connection_->to.get())};
}

std::string ask_sql(const std::string& url, const std::string& sql) { return run_sql(url, sql).at(0).at(0); }

} // namespace paylink::test
