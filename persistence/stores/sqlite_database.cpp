#include "persistence/stores/sqlite_database.hpp"

#include "failpoints/failpoint.hpp"
#include "logging/log.hpp"
#include "persistence/checks/examination.hpp"
#include "persistence/checks/sqlite_file.hpp"
#include "persistence/sql/sqlite_library.hpp"
#include "persistence/sql/statement.hpp"
#include "persistence/stores/descriptor.hpp"
#include "persistence/stores/found_database.hpp"
#include "persistence/stores/group_commit_store.hpp"
#include "persistence/stores/migrations.hpp"
#include "persistence/stores/query_store.hpp"
#include "persistence/stores/sqlite_faults.hpp"
#include "persistence/stores/sqlite_files.hpp"
#include "persistence/transactions/text_index.hpp"

#include <atomic>
#include <cstring>
#include <mutex>
#include <soci/sqlite3/soci-sqlite3.h>

namespace paylink {
namespace {

// A checkpoint moves pages of the WAL into the database. While the queue is full, only a WAL that grows out of bounds
// is worth one.
constexpr int busy_checkpoint_pages = 64'000;

/// How long a batch waits for another process that writes to the file, contrary to the documentation, before it is
/// refused.
constexpr std::chrono::milliseconds writer_patience{1'000};

sqlite_api::sqlite3* native(soci::session& session) {
  return static_cast<soci::sqlite3_session_backend*>(session.get_backend())->conn_;
}

/// Creates the file, if missing, so that only its owner may read it.
void make_private(const std::filesystem::path& file) { const descriptor made{file, O_RDWR | O_CREAT}; }

/// The durability of a commit, as set in SQLite and as reported by it.
struct synchronous_level {
  const char* set;
  const char* reported;
};
synchronous_level synchronous() { return {"PRAGMA synchronous = FULL", "2"}; }

std::unique_ptr<soci::session> connect(const std::filesystem::path& file) {
  auto session = std::make_unique<soci::session>(sqlite_sessions(), "dbname=\"" + file.string() + "\" timeout=5");
  for (const char* setting : {"PRAGMA journal_mode = WAL", synchronous().set, "PRAGMA wal_autocheckpoint = 0",
                              "PRAGMA foreign_keys = ON", "PRAGMA trusted_schema = OFF", "PRAGMA temp_store = MEMORY"})
    *session << setting;
  return session;
}

std::string read_setting(soci::session& session, const std::string& name) {
  std::string value;
  session << "PRAGMA " << name, soci::into(value);
  return value;
}

void check_settings(soci::session& session) {
  const std::pair<const char*, const char*> expected[] = {{"journal_mode", "wal"},
                                                          {"synchronous", synchronous().reported},
                                                          {"foreign_keys", "1"},
                                                          {"wal_autocheckpoint", "0"}};
  for (const auto& [name, value] : expected)
    if (const auto found = read_setting(session, name); found != value)
      throw database_error{"SQLite did not accept the setting " + std::string{name} + " = " + value + " (it says " +
                           found + "); put the database on a local disk"};
}

/// A service that starts on the copy begins a new epoch of events.
void mark_as_copy(const std::filesystem::path& copy) {
  soci::session session{sqlite_sessions(), "dbname=\"" + copy.string() + "\""};
  session << "UPDATE event_epoch SET is_copy = 1";
}

// Only the writer checkpoints, not even the last reader when it closes.
std::unique_ptr<soci::session> connect_beside_writer(const std::filesystem::path& file) {
  auto session = connect(file);
  sqlite_api::sqlite3_db_config(native(*session), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
  return session;
}

/// The one connection that writes, and the only one that checkpoints.
class sqlite_writer_connection final : public writer_connection {
public:
  sqlite_writer_connection(std::unique_ptr<soci::session> session, const sqlite_options& options,
                           const wall_clock& clock)
      : session_{std::move(session)}, clock_{clock}, idle_checkpoint_pages_{options.checkpoint_pages},
        begin_{*session_, "BEGIN IMMEDIATE"}, commit_{*session_, "COMMIT"}, rollback_{*session_, "ROLLBACK"} {
    sqlite_api::sqlite3_wal_hook(native(*session_), &note_wal, this);
  }

  soci::session& session() override { return *session_; }

  timestamp begin(std::int64_t) override {
    begin_.run();
    return clock_.now();
  }
  void commit() override { commit_.run(); }
  void rollback() override {
    // A full disk may have ended the transaction already.
    if (sqlite_api::sqlite3_get_autocommit(native(*session_)) == 0) rollback_.run();
  }

  // A file's connection is never lost, and its lock keeps others away.
  commit_mark mark() const override { return {}; }
  bool has_committed(const commit_mark&) override { return false; }
  commit_mark find_mark(const std::string&) override { return {}; }
  bool is_shared() const override { return false; }
  bool is_on_other_machine() const override { return false; }

  void rest(bool idle) override {
    if (wal_pages_ < checked_pages_) checked_pages_ = 0; // the WAL was reset
    if (wal_pages_ - checked_pages_ < (idle ? idle_checkpoint_pages_ : busy_checkpoint_pages)) return;
    PAYLINK_FAILPOINT(before_checkpoint);
    const int code =
        sqlite_api::sqlite3_wal_checkpoint_v2(native(*session_), "main", SQLITE_CHECKPOINT_PASSIVE, nullptr, nullptr);
    PAYLINK_FAILPOINT(after_checkpoint);
    checked_pages_ = wal_pages_;
    if (code != SQLITE_OK && code != SQLITE_BUSY)
      throw soci::sqlite3_soci_error{sqlite_api::sqlite3_errmsg(native(*session_)), code};
  }

private:
  static int note_wal(void* self, sqlite_api::sqlite3*, const char*, int pages) {
    static_cast<sqlite_writer_connection*>(self)->wal_pages_ = pages;
    return SQLITE_OK;
  }

  std::unique_ptr<soci::session> session_;
  const wall_clock& clock_;
  const int idle_checkpoint_pages_;
  statement<> begin_, commit_, rollback_;
  int wal_pages_ = 0;
  int checked_pages_ = 0;
};

// SQLite must plan by the schema alone: statistics from small tables would make it scan them after they have grown.
void forget_statistics(soci::session& session) {
  std::vector<std::string> names;
  statement<sql_row<>, sql_row<sql_text>> find{session, "SELECT name FROM sqlite_master WHERE name IN ('sqlite_stat1', "
                                                        "'sqlite_stat4')"};
  find.each([&](const auto& columns) { names.push_back(column_at<0>(columns).value); });
  for (const auto& name : names) session << "DROP TABLE " << name;
}

/// The names of new files are on disk only after their folder is.
void sync_folder_of(const std::filesystem::path& file) {
  const auto folder = std::filesystem::absolute(file).parent_path();
  if (::fsync(descriptor{folder, O_RDONLY | O_DIRECTORY}.number()) != 0)
    throw database_error{"cannot sync the folder " + folder.string() + ": " + std::strerror(errno)};
}

/// SQLite has no query timeout: it calls this every thousand steps to ask whether to continue.
void end_in_time(soci::session& session, query_deadline& deadline) {
  constexpr int steps = 1'000;
  const auto is_over = [](void* of) { return static_cast<query_deadline*>(of)->has_passed() ? 1 : 0; };
  sqlite_api::sqlite3_progress_handler(native(session), steps, is_over, &deadline);
}

class sqlite_database final : public database {
public:
  sqlite_database(const std::filesystem::path& file, const sqlite_options& options)
      : file_{file}, options_{options}, lock_{file} {
    make_private(file);
    explained("cannot open the database " + file.string(), [&] {
      // What is left alone keeps its WAL, too.
      const auto session = options.schema == schema_use::left_alone ? connect_beside_writer(file) : connect(file);
      check_settings(*session);
      if (options.schema == schema_use::left_alone) return;
      migrate(*session, dialect::sqlite);
      forget_statistics(*session);
    });
    sync_folder_of(file_);
  }

  std::unique_ptr<write_store> open_writer(const store_context& context) override {
    if (has_writer_->exchange(true)) throw database_error{"an SQLite file has exactly one writer at a time"};
    // Kept by the store for as long as it lives; then the next one may be opened.
    std::shared_ptr<void> place{nullptr, [flag = has_writer_](void*) { *flag = false; }};
    return std::make_unique<group_commit_store>(dialect::sqlite, context,
                                                [file = file_, options = options_, &clock = context.clock, place] {
                                                  return connect_sqlite_writer(file, options, clock);
                                                });
  }

  std::unique_ptr<read_store> open_reader() override {
    return std::make_unique<query_store>(dialect::sqlite, [file = file_] { return connect_sqlite_reader(file); });
  }

  std::unique_ptr<read_store> open_list_reader(std::chrono::milliseconds time_max) override {
    const bool has_index = has_text_index();
    const auto deadline = std::make_shared<query_deadline>(query_deadline{time_max});
    return std::make_unique<query_store>(
        dialect::sqlite,
        [file = file_, deadline, has_index] {
          auto session = connect_sqlite_reader(file);
          if (has_index) text_index::attach(*session, file);
          end_in_time(*session, *deadline);
          return session;
        },
        list_options{deadline, has_index});
  }

  std::unique_ptr<text_indexer> open_text_indexer() override {
    return has_text_index() ? text_index::open_indexer(file_) : nullptr;
  }

  std::string check_integrity() override {
    return explained("cannot check the database " + file_.string(), [this] {
      const auto session = connect_sqlite_reader(file_);
      std::string finding;
      *session << "PRAGMA integrity_check(1)", soci::into(finding);
      return finding == "ok" ? std::string{} : finding;
    });
  }

  std::unique_ptr<doctor> open_doctor(const doctor_context& context) override {
    const auto connect_to_check = [this] {
      auto session = connect_sqlite_reader(file_);
      require_own_schema(*session, dialect::sqlite);
      return session;
    };
    return explained("cannot check the database " + file_.string(), [&] {
      return std::make_unique<checks::examination>(dialect::sqlite, context, connect_to_check,
                                                   checks::walks_of_file(file_, context));
    });
  }

  bool back_up(const std::filesystem::path& file) override {
    if (std::filesystem::exists(file)) throw database_error{file.string() + " exists already"};
    const auto part = std::filesystem::path{file}.concat(".part");
    std::filesystem::remove(part);
    // SQLite would make the file readable for others.
    const descriptor made{part, O_RDWR | O_CREAT | O_EXCL};
    explained("no backup was made of the database " + file_.string(), [&] {
      const auto session = connect_beside_writer(file_);
      const auto into = part.string();
      *session << "VACUUM INTO :file", soci::use(into, "file");
    });
    explained("the copy " + part.string() + " was not marked as one", [&] { mark_as_copy(part); });
    if (::fsync(made.number()) != 0) throw database_error{"cannot sync " + part.string() + ": " + std::strerror(errno)};
    std::filesystem::rename(part, file);
    sync_folder_of(file);
    return true;
  }

private:
  // Created on first use: copying the database leaves no file beside it. Without it, only searches take longer.
  bool has_text_index() {
    std::call_once(text_index_made_, [this] {
      try {
        text_index::make(file_);
        has_text_index_ = true;
      } catch (const std::exception& error) {
        std::string buffer;
        log::warning("search.index_failed", {{"reason", loggable_text(error, buffer)}});
      }
    });
    return has_text_index_;
  }

  std::filesystem::path file_;
  sqlite_options options_;
  sqlite_file_lock lock_;
  std::once_flag text_index_made_;
  bool has_text_index_ = false;
  std::shared_ptr<std::atomic<bool>> has_writer_ = std::make_shared<std::atomic<bool>>(false);
};

} // namespace

std::unique_ptr<writer_connection> connect_sqlite_writer(const std::filesystem::path& file,
                                                         const sqlite_options& options, const wall_clock& clock) {
  auto session = connect(file);
  *session << "PRAGMA busy_timeout = " << writer_patience.count();
  // In KiB. Twice as much would take 4 MiB more, and bring nothing that can be measured, even with 500,000 links.
  *session << "PRAGMA cache_size = -4096";
  *session << "PRAGMA journal_size_limit = 67108864";
  if (options.pages_max != 0) *session << "PRAGMA max_page_count = " << options.pages_max;
  return std::make_unique<sqlite_writer_connection>(std::move(session), options, clock);
}

std::unique_ptr<soci::session> connect_sqlite_reader(const std::filesystem::path& file) {
  auto session = connect_beside_writer(file);
  // No mmap_size: SQLite would unmap the whole file at every snapshot that follows a commit, and fault it in again.
  *session << "PRAGMA query_only = ON";
  return session;
}

found_database look_at_sqlite_database(const std::filesystem::path& file) {
  std::error_code absent;
  if (std::filesystem::file_size(file, absent) == 0 || absent) return {};
  return explained("cannot open the database " + file.string(), [&file] {
    soci::session session{sqlite_sessions(), "dbname=\"" + file.string() + "\" timeout=5 readonly=true"};
    return read_identity(session, dialect::sqlite);
  });
}

std::unique_ptr<database> open_sqlite_database(const std::filesystem::path& file, const sqlite_options& options) {
  if (file.string().find('"') != std::string::npos)
    throw database_error{"the path of a database must not contain a quotation mark"};
  return std::make_unique<sqlite_database>(file, options);
}

} // namespace paylink
