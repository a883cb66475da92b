#include "app/restore.hpp"

#include "app/admin/master_key_rotation.hpp"
#include "app/folder_lock.hpp"
#include "app/machine_clock.hpp"
#include "app/own_database.hpp"
#include "secrets/hmac.hpp"
#include "secrets/random.hpp"
#include "secrets/sealed_event_signer.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <iostream>
#include <stdexcept>

namespace paylink {

namespace {

namespace files = std::filesystem;

constexpr const char* sqlite_scheme = "sqlite://";
constexpr const char* parts_of_database[]{"", "-wal", "-shm"};

files::path with_ending(const files::path& file, std::string_view ending) { return files::path{file}.concat(ending); }

/// Checks the whole database and its keys, migrates it, and marks it as restored.
void take_up(const data_folder& folder, const settings& values, const chosen_database& chosen) {
  const auto opened = open_database(chosen.url);
  if (const auto broken = opened->check_integrity(); !broken.empty())
    throw std::runtime_error{"the copy is damaged: " + broken + "; take an older one"};
  system_random random;
  const system_wall_clock clock;
  auto keys = keys_to_administer_with(folder.master_key_file(values), chosen);
  sealed_event_signer signer{keys};
  const auto writer = opened->open_writer({.node = folder.node_name(values),
                                           .brand = values.brand.name,
                                           .retries = {},
                                           .clock = clock,
                                           .signer = signer,
                                           .digest = sha256_hex,
                                           .synchronized_time = synchronized_time});
  const auto reader = opened->open_reader();
  const auto apply = [&writer](write_command command) { return std::move(writer->apply({&command, 1}).front()); };
  require_master_keys({*reader, apply}, keys, random);
  if (const auto marked = apply(mark_restored{}); !marked)
    throw std::runtime_error{"the database could not be marked as restored: " + marked.error().message()};
}

void sync_file(const files::path& file) {
  const int handle = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  const bool is_synced = handle >= 0 && ::fsync(handle) == 0;
  if (handle >= 0) ::close(handle);
  if (!is_synced) throw std::runtime_error{"cannot sync " + file.string()};
}

/// Moves the files of a database aside; empty: there was none.
files::path put_aside(const data_folder& folder, const files::path& database, timestamp now) {
  files::path aside;
  for (const auto* part : parts_of_database) {
    const auto file = with_ending(database, part);
    if (!files::exists(file)) continue;
    if (aside.empty()) {
      auto moment = format_rfc3339(now);
      std::erase(moment, ':');
      aside = folder / ("before-restore-" + moment);
      files::create_directory(aside);
      files::permissions(aside, files::perms::owner_all);
    }
    files::rename(file, aside / file.filename());
  }
  return aside;
}

int restore_file(const arguments& asked, const data_folder& folder, const settings& values) {
  const auto url = folder.database_url(values);
  if (!url.starts_with(sqlite_scheme))
    throw std::runtime_error{"the database is PostgreSQL: restore it with its own tools, then run paylinkd restore "
                             "--mark before a service starts"};
  const files::path database = url.substr(std::string_view{sqlite_scheme}.size()), copy = asked.restored_file;
  if (!files::is_regular_file(copy)) throw std::runtime_error{copy.string() + " is not a file"};
  if (files::exists(database) && files::equivalent(copy, database))
    throw std::runtime_error{copy.string() + " is the database itself; give the file of a copy"};
  if (!asked.replace && files::exists(database))
    throw std::runtime_error{"there is a database at " + database.string() +
                             "; nothing was changed. To put the copy in its place, add --replace, which keeps the "
                             "present one beside it"};
  const auto found = look_at_database(sqlite_scheme + copy.string());
  if (!found.is_made) throw std::runtime_error{copy.string() + " is not a paylink database"};
  if (found.is_newer)
    throw std::runtime_error{copy.string() + " is of a newer version of paylink; restore it with that version"};
  require_own(folder, found, copy.string());

  const auto workshop = folder / "restoring", part = workshop / "paylink.db";
  files::remove_all(workshop);
  files::create_directory(workshop);
  files::permissions(workshop, files::perms::owner_all);
  files::copy_file(copy, part);
  files::permissions(part, files::perms::owner_read | files::perms::owner_write);
  take_up(folder, values, {sqlite_scheme + part.string(), found});
  sync_file(part);
  const auto aside = put_aside(folder, database, system_wall_clock{}.now());
  files::rename(part, database);
  sync_file(database.parent_path());
  files::remove_all(workshop);
  remember_database(folder, url);
  std::cout << "Restored " << copy.string() << " to " << database.string() << ".\n";
  if (!aside.empty()) std::cout << "The database that was there is in " << aside.string() << ".\n";
  return 0;
}

} // namespace

int restore(const arguments& asked, const settings& values) {
  if (asked.restored_file.empty() != asked.mark)
    throw std::runtime_error{"give the file of a copy, or --mark if the database was restored already"};
  const auto folder = asked.mark ? data_folder::find(asked) : data_folder::open(asked);
  const folder_lock lock{folder.path(), "stop the service first, then repeat this"};
  if (!asked.mark) {
    const int code = restore_file(asked, folder, values);
    std::cout << "Events begin a new epoch at the next start.\n";
    return code;
  }
  take_up(folder, values, require_database(folder, values));
  std::cout << "The database is marked as restored. Events begin a new epoch at the next start.\n";
  return 0;
}

} // namespace paylink
