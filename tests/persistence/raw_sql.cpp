#include "tests/persistence/raw_sql.hpp"

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

raw_rows run_on_sqlite(const std::string& file, const std::string& sql) {
  sqlite3* opened = nullptr;
  sqlite3_open_v2(file.c_str(), &opened, SQLITE_OPEN_READWRITE, nullptr);
  const std::unique_ptr<sqlite3, decltype(&sqlite3_close)> connection{opened, &sqlite3_close};
  sqlite3_busy_timeout(opened, 5000);
  // The store's writer alone may move the log into the file.
  sqlite3_db_config(opened, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
  raw_rows rows;
  if (sqlite3_exec(opened, sql.c_str(), &take_row, &rows, nullptr) != SQLITE_OK)
    throw std::runtime_error{sqlite3_errmsg(opened)};
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
  if (url.starts_with(sqlite)) return run_on_sqlite(url.substr(sqlite.size()), sql);
  return run_on_postgresql(url, sql);
}

std::string ask_sql(const std::string& url, const std::string& sql) { return run_sql(url, sql).at(0).at(0); }

} // namespace paylink::test
