#include "persistence/transactions/text_index.hpp"

#include "logging/log.hpp"
#include "persistence/sql/dialect.hpp"
#include "persistence/sql/sqlite_library.hpp"

#include <soci/sqlite3/soci-sqlite3.h>

#include <fcntl.h>
#include <set>
#include <sys/stat.h>
#include <unistd.h>

namespace paylink::text_index {
namespace {

// Rows per transaction: many share the fixed cost, and nothing waits for them.
constexpr int rows_at_a_time = 2'000;
constexpr std::size_t accounts_max = 64, pieces_max = 24;

// An account is indexed as an additional trigram of private-use characters. If a text itself contains such characters,
// an extra row is found, which the text comparison then excludes.
constexpr char32_t first_letter = 0xE000;
constexpr std::int64_t letters = 6'400;

constexpr const char* make_sql[] = {
    "CREATE VIRTUAL TABLE IF NOT EXISTS transfer_texts USING fts5(content, account, content='', columnsize=0, "
    "detail=none, tokenize='trigram')",
    "CREATE TABLE IF NOT EXISTS progress (one INTEGER PRIMARY KEY CHECK (one = 1), row INTEGER NOT NULL, id TEXT NOT "
    "NULL, correction INTEGER NOT NULL, mark TEXT NOT NULL) STRICT",
    // Fails on a table of an earlier version, whose index lacks corrected texts: it is rebuilt.
    "INSERT OR IGNORE INTO progress (one, row, id, correction, mark) VALUES (1, 0, '', 0, '')"};

constexpr std::string_view add_rows =
    "INSERT INTO transfer_texts (rowid, content, account) SELECT t.row, t.content, char(57344 + t.account_row / "
    "40960000 % 6400, 57344 + t.account_row / 6400 % 6400, 57344 + t.account_row % 6400) FROM ";

std::string add_sql() { return std::string{add_rows} + "paid.transactions t WHERE t.row > :after AND t.row <= :until"; }

// FTS5 adds the new text's trigrams to those that the index has of the row. Without the former text it cannot delete
// the others, for which a search reads the row in vain.
std::string add_corrected_sql() {
  return std::string{add_rows} +
         "(SELECT DISTINCT transaction_row FROM paid.corrected_texts WHERE number > :corrected AND number <= :until) c "
         "CROSS JOIN paid.transactions t ON t.row = c.transaction_row WHERE c.transaction_row <= :indexed ORDER BY "
         "c.transaction_row";
}

void append_letter(std::string& out, char32_t letter) {
  out += static_cast<char>(0xE0 | letter >> 12);
  out += static_cast<char>(0x80 | (letter >> 6 & 0x3f));
  out += static_cast<char>(0x80 | (letter & 0x3f));
}

std::string piece_of(std::int64_t account) {
  std::string piece;
  for (const auto place : {letters * letters, letters, std::int64_t{1}})
    append_letter(piece, first_letter + static_cast<char32_t>(account / place % letters));
  return piece;
}

/// Where each character of a well-formed text begins, and its end.
std::vector<std::size_t> characters_of(std::string_view text) {
  std::vector<std::size_t> starts;
  for (std::size_t at = 0; at < text.size(); ++at)
    if ((static_cast<unsigned char>(text[at]) & 0xc0) != 0x80) starts.push_back(at);
  starts.push_back(text.size());
  return starts;
}

std::string in_quotes(std::string_view piece) {
  std::string text = "\"";
  for (const char c : piece) text.append(c == '"' ? 2 : 1, c);
  return text + "\"";
}

std::unique_ptr<soci::session> open_index(const std::filesystem::path& file) {
  auto session = std::make_unique<soci::session>(sqlite_sessions(), "dbname=\"" + file.string() + "\" timeout=5");
  // NORMAL: a power cut may undo the last rows, together with the record of the index's position.
  for (const char* setting : {"PRAGMA journal_mode = WAL", "PRAGMA synchronous = NORMAL", "PRAGMA trusted_schema = OFF",
                              "PRAGMA temp_store = MEMORY", "PRAGMA journal_size_limit = 16777216"})
    *session << setting;
  return session;
}

/// By SQLite's own means, which need not be the file system's.
void remove_files(const std::filesystem::path& file) {
  auto* const disk = sqlite_api::sqlite3_vfs_find(nullptr);
  for (const char* part : {"", "-wal", "-shm"})
    disk->xDelete(disk, std::filesystem::path{file}.concat(part).c_str(), 0);
}

bool is_there(const std::string& file) {
  auto* const disk = sqlite_api::sqlite3_vfs_find(nullptr);
  int found = 0;
  disk->xAccess(disk, file.c_str(), SQLITE_ACCESS_EXISTS, &found);
  return found != 0;
}

/// Created so that only its owner may read it: SQLite would let others. An existing file is not opened, since closing
/// it would release the locks of all connections to it.
void make_index_file(const std::filesystem::path& file) {
  if (const int made = ::open(file.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600); made >= 0)
    ::close(made);
  else
    ::chmod(file.c_str(), 0600);
}

bool is_damaged(const soci::soci_error& error) {
  const auto* of_sqlite = dynamic_cast<const soci::sqlite3_soci_error*>(&error);
  const int code = of_sqlite ? of_sqlite->result() & 0xff : 0;
  return code == SQLITE_CORRUPT || code == SQLITE_NOTADB;
}

/// The connection that writes the index. After an error a new one is needed: closing it rolls everything back.
class index_writer {
public:
  explicit index_writer(const std::filesystem::path& database)
      : session_{open(database)}, begin_{*session_, "BEGIN"}, commit_{*session_, "COMMIT"},
        progress_{*session_, "SELECT row, id, correction, mark FROM progress"},
        id_of_{*session_, "SELECT id || ' ' || received_at FROM paid.transactions WHERE row = :row"},
        next_{*session_, "SELECT MAX(row), COUNT(*) FROM (SELECT row FROM paid.transactions WHERE row > :after ORDER "
                         "BY row LIMIT :most)"},
        add_{*session_, add_sql()}, mark_of_{*session_, "SELECT mark FROM paid.corrected_texts WHERE number = :number"},
        newest_correction_{*session_, "SELECT MAX(number) FROM paid.corrected_texts"},
        next_corrections_{*session_, "SELECT MAX(number), COUNT(*) FROM (SELECT number FROM paid.corrected_texts WHERE "
                                     "number > :after ORDER BY number LIMIT :most)"},
        add_corrected_{*session_, add_corrected_sql()},
        forget_{*session_, "INSERT INTO transfer_texts (transfer_texts) VALUES ('delete-all')"},
        note_{*session_, "UPDATE progress SET row = :row, id = :id, correction = :correction, mark = :mark"} {}

  /// Whether there are more.
  bool take_up_some() {
    // Not IMMEDIATE, which would lock the database for its writer too: of the two, only the index is written.
    begin_.run();
    const bool is_more = index_next();
    commit_.run();
    return is_more;
  }

private:
  static std::unique_ptr<soci::session> open(const std::filesystem::path& database) {
    auto session = open_index(file_of(database));
    // It only reads the database, so it must not checkpoint it when closing.
    auto* const native = static_cast<soci::sqlite3_session_backend*>(session->get_backend())->conn_;
    sqlite_api::sqlite3_db_config(native, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
    const auto path = database.string();
    *session << "ATTACH :file AS paid", soci::use(path, "file");
    return session;
  }

  bool index_next() {
    progress_.first();
    auto after = progress_.column<0>().value, corrected = progress_.column<2>().value;
    if (!is_of_this_database()) {
      log::info("search.index_restarted");
      forget_.run();
      after = 0;
    }
    // Every row is indexed from here on, with the text that it has by now.
    if (after == 0) {
      newest_correction_.first();
      corrected = newest_correction_.column<0>().or_zero();
    }
    // Before the new rows: FTS5 writes a segment whenever a row's number is less than that of the row before.
    next_corrections_.first(corrected, rows_at_a_time);
    const auto corrections = next_corrections_.column<1>().value;
    if (corrections != 0) {
      const auto until = next_corrections_.column<0>().value;
      add_corrected_.run(corrected, until, after);
      corrected = until;
    }
    next_.first(after, rows_at_a_time);
    const auto rows = next_.column<1>().value;
    if (rows != 0) {
      const auto until = next_.column<0>().value;
      add_.run(after, until);
      after = until;
    }
    if (rows != 0 || corrections != 0 || after == 0) note(after, corrected);
    return rows == rows_at_a_time || corrections == rows_at_a_time;
  }

  // As long as its last indexed row and its last correction are unchanged. After a restore an entry has its id again,
  // but not its time.
  bool is_of_this_database() {
    const auto row = progress_.column<0>().value, correction = progress_.column<2>().value;
    if (row != 0 && (!id_of_.first(row) || id_of_.column<0>().view() != progress_.column<1>().view())) return false;
    return correction == 0 ||
           (mark_of_.first(correction) && mark_of_.column<0>().view() == progress_.column<3>().view());
  }

  void note(std::int64_t row, std::int64_t correction) {
    const bool has_row = row != 0 && id_of_.first(row), has_correction = correction != 0 && mark_of_.first(correction);
    note_.run(row, has_row ? id_of_.column<0>().view() : std::string_view{}, correction,
              has_correction ? mark_of_.column<0>().view() : std::string_view{});
  }

  std::unique_ptr<soci::session> session_;
  statement<> begin_, commit_;
  statement<sql_row<>, sql_row<sql_number, sql_text, sql_number, sql_text>> progress_;
  statement<sql_row<sql_number>, sql_row<sql_text>> id_of_;
  statement<sql_row<sql_number, sql_number>, sql_row<sql_number, sql_number>> next_;
  statement<sql_row<sql_number, sql_number>> add_;
  statement<sql_row<sql_number>, sql_row<sql_text>> mark_of_;
  statement<sql_row<>, sql_row<sql_number>> newest_correction_;
  statement<sql_row<sql_number, sql_number>, sql_row<sql_number, sql_number>> next_corrections_;
  statement<sql_row<sql_number, sql_number, sql_number>> add_corrected_;
  statement<> forget_;
  statement<sql_row<sql_number, sql_text, sql_number, sql_text>> note_;
};

class sqlite_text_indexer final : public text_indexer {
public:
  explicit sqlite_text_indexer(std::filesystem::path database) : database_{std::move(database)} {}

  bool step() override {
    try {
      if (!writer_) {
        make(database_);
        writer_ = std::make_unique<index_writer>(database_);
      }
      return writer_->take_up_some();
    } catch (const soci::soci_error& error) {
      writer_.reset();
      if (is_damaged(error)) remove_files(file_of(database_)); // the next step rebuilds it
      std::string buffer;
      throw database_error{std::string{loggable_text(error, buffer)}};
    }
  }

private:
  std::filesystem::path database_;
  std::unique_ptr<index_writer> writer_;
};

} // namespace

std::filesystem::path file_of(const std::filesystem::path& database) {
  return std::filesystem::path{database}.concat(".search");
}

void make(const std::filesystem::path& database) {
  const auto file = file_of(database);
  const auto try_once = [&] {
    make_index_file(file);
    const auto session = open_index(file);
    for (const char* sql : make_sql) *session << sql;
    statement<sql_row<>, sql_row<sql_number>> look{*session, "SELECT row FROM progress"};
    look.first();
  };
  try {
    try_once();
  } catch (const soci::soci_error&) {
    log::warning("search.index_rebuilt", {{"file", file.string()}});
    remove_files(file);
    try_once();
  }
}

void attach(soci::session& session, const std::filesystem::path& database) {
  const auto path = file_of(database).string();
  // SQLite would make it.
  if (!is_there(path)) return;
  try {
    session << "ATTACH :file AS texts", soci::use(path, "file");
  } catch (const soci::soci_error&) { // reported when it is used
  }
}

std::unique_ptr<text_indexer> open_indexer(const std::filesystem::path& database) {
  return std::make_unique<sqlite_text_indexer>(database);
}

std::string expression_of(std::string_view searched, std::span<const std::int64_t> accounts) {
  const auto at = characters_of(searched);
  if (at.size() < 4 || accounts.empty() || accounts.size() > accounts_max) return {};
  std::set<std::string_view> pieces;
  for (std::size_t i = 0; i + 3 < at.size() && pieces.size() < pieces_max; ++i)
    pieces.insert(searched.substr(at[i], at[i + 3] - at[i]));
  std::string expression;
  for (const auto& piece : pieces) expression.append(in_quotes(piece)).append(" AND ");
  expression += '(';
  for (std::size_t i = 0; i < accounts.size(); ++i)
    expression.append(i == 0 ? "" : " OR ").append(in_quotes(piece_of(accounts[i])));
  return expression + ')';
}

} // namespace paylink::text_index
