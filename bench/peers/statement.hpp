#pragma once
#include <cstdint>
#include <iostream>
#include <sqlite3.h>
#include <string_view>

namespace paylink::load {

/// Ends the program with the database's words.
[[noreturn]] inline void give_up(sqlite3* database) {
  std::cerr << sqlite3_errmsg(database) << '\n';
  std::exit(1);
}

inline void execute(sqlite3* database, const char* sql) {
  if (sqlite3_exec(database, sql, nullptr, nullptr, nullptr) != SQLITE_OK) give_up(database);
}

/// A statement that is prepared once.
class statement {
public:
  statement(sqlite3* database, const char* sql) : database_{database} {
    if (sqlite3_prepare_v3(database, sql, -1, SQLITE_PREPARE_PERSISTENT, &prepared_, nullptr) != SQLITE_OK)
      give_up(database);
  }
  ~statement() { sqlite3_finalize(prepared_); }
  statement(const statement&) = delete;
  statement& operator=(const statement&) = delete;

  /// Whether there is a row; if so it is read before `done`.
  template <class... Values>
  bool step(const Values&... values) {
    int position = 0;
    (bind(++position, values), ...);
    const int result = sqlite3_step(prepared_);
    if (result != SQLITE_ROW && result != SQLITE_DONE) give_up(database_);
    return result == SQLITE_ROW;
  }
  void done() { sqlite3_reset(prepared_); }

  template <class... Values>
  void run(const Values&... values) {
    step(values...);
    done();
  }

  std::int64_t integer(int column) const { return sqlite3_column_int64(prepared_, column); }
  std::string_view text(int column) const {
    return {reinterpret_cast<const char*>(sqlite3_column_text(prepared_, column)),
            static_cast<std::size_t>(sqlite3_column_bytes(prepared_, column))};
  }

private:
  void bind(int position, std::int64_t value) { sqlite3_bind_int64(prepared_, position, value); }
  void bind(int position, std::string_view value) {
    sqlite3_bind_text(prepared_, position, value.data(), static_cast<int>(value.size()), SQLITE_STATIC);
  }

  sqlite3* database_;
  sqlite3_stmt* prepared_ = nullptr;
};

} // namespace paylink::load
