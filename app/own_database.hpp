#pragma once
#include "app/data_folder.hpp"
#include "persistence/store.hpp"
#include "secrets/sealing.hpp"

#include <string>

namespace paylink {

/// The configured database, checked before anything is created or changed.
struct chosen_database {
  std::string url;
  found_database found;
};

/// The database of a starting service: the one recorded in `<data>/database`, or any if none is recorded. Throws
/// std::runtime_error that names both databases and says what to do.
chosen_database choose_database(const data_folder& folder, const settings& values);

/// Throws std::runtime_error if the folder has recorded another database than this one, which is to take its place.
void require_own(const data_folder& folder, const found_database& found, const std::string& place);

/// The database of an administrative verb, which never creates one: it must also exist.
chosen_database require_database(const data_folder& folder, const settings& values);

/// Throws std::runtime_error if the folder has no recorded database: nothing shows yet that this one belongs to it.
void require_memory(const data_folder& folder);

/// Records this database, which is open and whose keys have been checked, as the folder's own.
void remember_database(const data_folder& folder, const std::string& url);

/// The keys of a service: a file is created only if nothing in the database is sealed yet. Throws std::runtime_error.
master_keys keys_to_start_with(const std::filesystem::path& file, const chosen_database& rows, random_source& random);

/// The keys of an administrative verb, which creates none. Throws std::runtime_error.
master_keys keys_to_administer_with(const std::filesystem::path& file, const chosen_database& rows);

} // namespace paylink
