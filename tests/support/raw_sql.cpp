#include "tests/support/raw_sql.hpp"

#include <libpq-fe.h>
#include <memory>
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

raw_rows run_on_postgresql(const std::string& url, const std::string& sql) {
  const std::unique_ptr<PGconn, decltype(&PQfinish)> connection{PQconnectdb(url.c_str()), &PQfinish};
  const std::unique_ptr<PGresult, decltype(&PQclear)> result{PQexec(connection.get(), sql.c_str()), &PQclear};
  const auto status = PQresultStatus(result.get());
  if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK)
    throw std::runtime_error{PQerrorMessage(connection.get())};
  raw_rows rows;
  for (int row = 0; row < PQntuples(result.get()); ++row) {
    auto& columns = rows.emplace_back();
    for (int column = 0; column < PQnfields(result.get()); ++column)
      columns.emplace_back(PQgetisnull(result.get(), row, column) ? "NULL" : PQgetvalue(result.get(), row, column));
  }
  return rows;
}

} // namespace

raw_rows run_sql(const std::string& url, const std::string& sql) {
  constexpr std::string_view sqlite = "sqlite://";
  if (url.starts_with(sqlite)) return run_on_sqlite(open_sqlite(url.substr(sqlite.size())).get(), sql);
  return run_on_postgresql(url, sql);
}

struct foreign_write_lock::connection {
  sqlite_connection to;
};

foreign_write_lock::foreign_write_lock(const std::string& file)
    : connection_{std::make_unique<connection>(connection{open_sqlite(file)})} {
  run_on_sqlite(connection_->to.get(), "BEGIN IMMEDIATE");
}

foreign_write_lock::~foreign_write_lock() = default;

struct foreign_transaction::connection {
  std::unique_ptr<PGconn, decltype(&PQfinish)> to;
};

foreign_transaction::foreign_transaction(const std::string& url, const std::string& sql)
    : connection_{std::make_unique<connection>(connection{{PQconnectdb(url.c_str()), &PQfinish}})} {
  const std::unique_ptr<PGresult, decltype(&PQclear)> done{PQexec(connection_->to.get(), ("BEGIN; " + sql).c_str()),
                                                           &PQclear};
  if (PQresultStatus(done.get()) != PGRES_COMMAND_OK && PQresultStatus(done.get()) != PGRES_TUPLES_OK)
    throw std::runtime_error{PQerrorMessage(connection_->to.get())};
}

// The server ends a transaction with its session, but not at once.
foreign_transaction::~foreign_transaction() {
  const std::unique_ptr<PGresult, decltype(&PQclear)> done{PQexec(connection_->to.get(), "ROLLBACK"), &PQclear};
}

void foreign_transaction::commit() {
  const std::unique_ptr<PGresult, decltype(&PQclear)> done{PQexec(connection_->to.get(), "COMMIT"), &PQclear};
  if (PQresultStatus(done.get()) != PGRES_COMMAND_OK) throw std::runtime_error{PQerrorMessage(connection_->to.get())};
}

std::string ask_sql(const std::string& url, const std::string& sql) { return run_sql(url, sql).at(0).at(0); }

} // namespace paylink::test
