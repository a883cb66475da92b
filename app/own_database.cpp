#include "app/own_database.hpp"

#include <sstream>
#include <stdexcept>

namespace paylink {

namespace {

constexpr const char* memory_file = "database";

/// What the folder records: the database's id, and its address for messages.
struct memory {
  std::string id;
  std::string address;
};

memory recall(const data_folder& folder) {
  const auto file = folder / memory_file;
  if (!std::filesystem::exists(file)) return {};
  const auto text = read_file(file);
  const auto end = text.find('\n');
  memory kept{text.substr(0, end), {}};
  if (end != std::string::npos) kept.address = text.substr(end + 1, text.find('\n', end + 1) - end - 1);
  if (kept.id.empty()) throw std::runtime_error{file.string() + " is empty; it holds the id of the folder's database"};
  return kept;
}

/// Without user, password and parameters.
std::string shown(const std::string& url) {
  if (url.find("://") == std::string::npos) {
    // `host=… dbname=…`: only the location, because a quoted value could contain anything.
    if (url.find_first_of("'\\") != std::string::npos) return "a PostgreSQL server";
    std::string address;
    std::istringstream words{url};
    for (std::string word; words >> word;)
      for (const char* part : {"host=", "hostaddr=", "port=", "dbname="})
        if (word.starts_with(part)) address += (address.empty() ? "" : " ") + word;
    return address.empty() ? "a PostgreSQL server" : address;
  }
  auto address = url.substr(0, url.find('?'));
  const auto host = address.find("://") + 3;
  if (const auto at = address.rfind('@'); at != std::string::npos && at > host) address.erase(host, at + 1 - host);
  return address;
}

bool is_there(const std::filesystem::path& file) {
  std::error_code ignored;
  return std::filesystem::exists(std::filesystem::symlink_status(file, ignored));
}

std::string advice(const data_folder& folder) {
  return ". Give the same --config and PAYLINK_DATABASE_URL as the service uses; nothing was changed. To make the "
         "folder belong to another database, remove " +
         (folder / memory_file).string();
}

[[noreturn]] void refuse(const data_folder& folder, const memory& own, const chosen_database& chosen) {
  if (const auto here = shown(chosen.url);
      !chosen.found.is_made && here == own.address && here.starts_with("sqlite://"))
    throw std::runtime_error{"the database of " + folder.path().string() + " is missing: there is " +
                             (is_there(here.substr(9)) ? "nothing in " : "no file ") + here.substr(9) +
                             "; bring it back, or restore a backup (docs/operations.md, Backups)"};
  const auto begin = folder.path().string() + " belongs to the database " + own.id + " at " + own.address + ", but ";
  if (!chosen.found.is_made) throw std::runtime_error{begin + "there is none at " + shown(chosen.url) + advice(folder)};
  if (chosen.found.id.empty())
    throw std::runtime_error{begin + "the one at " + shown(chosen.url) +
                             " was created by an earlier version and has no id" + advice(folder)};
  throw std::runtime_error{begin + shown(chosen.url) + " is the database " + chosen.found.id + advice(folder)};
}

[[noreturn]] void refuse_missing_keys(const std::filesystem::path& file, const found_database& found) {
  throw std::runtime_error{
      "there is no master key file " + file.string() + ", and the database is encrypted with the master key " +
      found.sealed_with +
      "; restore the file that belongs to this database, or give its path in secrets.master_key_file"};
}

} // namespace

chosen_database choose_database(const data_folder& folder, const settings& values) {
  chosen_database chosen{folder.database_url(values), {}};
  const auto own = recall(folder);
  chosen.found = look_at_database(chosen.url);
  if (!own.id.empty() && chosen.found.id != own.id) refuse(folder, own, chosen);
  return chosen;
}

void require_own(const data_folder& folder, const found_database& found, const std::string& place) {
  const auto own = recall(folder);
  if (own.id.empty() || own.id == found.id) return;
  throw std::runtime_error{folder.path().string() + " belongs to the database " + own.id + ", but " + place + " is " +
                           (found.id.empty() ? "of an earlier version and has no id" : "of the database " + found.id) +
                           "; nothing was changed. To make the folder belong to another database, remove " +
                           (folder / memory_file).string()};
}

chosen_database require_database(const data_folder& folder, const settings& values) {
  auto chosen = choose_database(folder, values);
  if (!chosen.found.is_made)
    throw std::runtime_error{"there is no database at " + shown(chosen.url) +
                             ", and only the service creates one, at its first start; compare --data, --config and "
                             "PAYLINK_DATABASE_URL with those of the service"};
  return chosen;
}

void require_memory(const data_folder& folder) {
  if (recall(folder).id.empty())
    throw std::runtime_error{folder.path().string() +
                             " does not record which database it belongs to, because it was last used by an earlier "
                             "version; start the service once, then run this again"};
}

void remember_database(const data_folder& folder, const std::string& url) {
  if (!recall(folder).id.empty()) return;
  write_private_file(folder / memory_file, look_at_database(url).id + "\n" + shown(url) + "\n");
}

master_keys keys_to_start_with(const std::filesystem::path& file, const chosen_database& rows, random_source& random) {
  if (!rows.found.sealed_with.empty() && !is_there(file)) refuse_missing_keys(file, rows.found);
  return master_keys::load_or_create(file, random);
}

master_keys keys_to_administer_with(const std::filesystem::path& file, const chosen_database& rows) {
  if (!rows.found.sealed_with.empty() && !is_there(file)) refuse_missing_keys(file, rows.found);
  return master_keys::load(file);
}

} // namespace paylink
