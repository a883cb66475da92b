#include "persistence/stores/sqlite_files.hpp"

#include "persistence/sql/sqlite_library.hpp"
#include "persistence/stores/sqlite_faults.hpp"

#include <optional>
#include <soci/sqlite3/soci-sqlite3.h>
#include <sys/file.h>

namespace paylink {
namespace {

namespace files = std::filesystem;

files::path with_ending(const files::path& file, const char* ending) { return files::path{file}.concat(ending); }

/// Beside the file itself, whichever link names it.
files::path lock_of(const files::path& file) { return with_ending(files::weakly_canonical(file), ".lock"); }

void take(const descriptor& lock, int operation, const files::path& file) {
  if (::flock(lock.number(), operation | LOCK_NB) != 0)
    throw database_error{"the database " + file.string() +
                         " is in use by another process; stop it first, or give this one its own data folder"};
}

void complete(const files::path& file, const std::string& failed) {
  if (file.string().find('"') != std::string::npos)
    throw database_error{"the path of a database must not contain a quotation mark"};
  explained(failed, [&] {
    soci::session session{sqlite_sessions(), "dbname=\"" + file.string() + "\" timeout=5"};
    auto* const native = static_cast<soci::sqlite3_session_backend*>(session.get_backend())->conn_;
    const auto keep_log = [native](bool kept) {
      sqlite_api::sqlite3_db_config(native, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, kept ? 1 : 0, nullptr);
    };
    // Of a damaged file nothing is changed, not even when it is closed.
    keep_log(true);
    // The first read rolls back what a journal says was not committed.
    int tables = 0, is_busy = 0;
    session << "SELECT count(*) FROM sqlite_master", soci::into(tables);
    session << "PRAGMA wal_checkpoint(TRUNCATE)", soci::into(is_busy);
    if (is_busy != 0) throw database_error{failed + ": another process reads the file"};
    keep_log(false);
  });
}

} // namespace

sqlite_file_lock::sqlite_file_lock(const files::path& file) : lock_{lock_of(file), O_RDWR | O_CREAT} {
  take(lock_, LOCK_EX, file);
}

void copy_sqlite_file(const files::path& from, const files::path& into) {
  // Without a lock file, which cannot be created on every disk, no process of ours has ever had the file open.
  std::optional<descriptor> lock;
  if (files::exists(lock_of(from))) take(lock.emplace(lock_of(from), O_RDONLY), LOCK_SH, from);
  for (const char* part : {"", "-wal", "-journal"}) {
    if (!files::exists(with_ending(from, part))) continue;
    files::copy_file(with_ending(from, part), with_ending(into, part));
    files::permissions(with_ending(into, part), files::perms::owner_read | files::perms::owner_write);
  }
  complete(into, "cannot read the database " + from.string());
}

void complete_sqlite_file(const files::path& file) {
  complete(file, "cannot move the latest commits into the database " + file.string());
}

} // namespace paylink
