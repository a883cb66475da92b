#pragma once
#include "app/data_folder.hpp"
#include "persistence/store.hpp"
#include "secrets/sealing.hpp"

#include <string>

namespace paylink {

/// The database that the settings name, looked at before anything is made or changed.
struct chosen_database {
  std::string url;
  found_database found;
};

/// The database of a service that is to start: the one that the folder remembers in `<data>/database`, or any while it
/// remembers none. Throws std::runtime_error that names both databases and says what to do.
chosen_database choose_database(const data_folder& folder, const settings& values);

/// The database of an administrative verb, which never makes one: it exists, too.
chosen_database require_database(const data_folder& folder, const settings& values);

/// Throws std::runtime_error when the folder remembers no database: nothing has shown yet that this is its own.
void require_memory(const data_folder& folder);

/// From now on the folder belongs to this database, which is open and whose keys have been found right.
void remember_database(const data_folder& folder, const std::string& url);

/// The keys of a service: a file is made only for a database in which nothing is sealed yet. Throws std::runtime_error.
master_keys keys_to_start_with(const std::filesystem::path& file, const chosen_database& rows, random_source& random);

/// The keys of an administrative verb, which makes none. Throws std::runtime_error.
master_keys keys_to_administer_with(const std::filesystem::path& file, const chosen_database& rows);

} // namespace paylink
