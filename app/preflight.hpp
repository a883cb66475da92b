#pragma once
#include "app/arguments.hpp"
#include "config/settings.hpp"

#include <exception>

namespace paylink {

/// Configured things that a start could not use: certificates, authorities, the address to listen on, networks. A start
/// checks them before it changes anything.
std::vector<settings_fault> check_named_files(const settings& values);

/// Configured folders that a start could neither use nor create. A start checks them before it changes anything.
std::vector<settings_fault> check_named_folders(const arguments& asked, const settings& values);

/// What a start finds before it creates or changes anything. Throws std::runtime_error if another program than this
/// folder's own service uses the address to listen on, or if the database or its master keys cannot be used.
void look_before_start(const arguments& asked, const settings& values);

/// The same for what a start would find: the data folder, the folder of the copies, the master keys, and the database,
/// which is queried. Creates and changes nothing.
std::vector<settings_fault> check_surroundings(const arguments& asked, const settings& values);

/// The settings with defaults for empty ones, and what a sandbox adds; values that only a start chooses stay empty.
settings in_force(const arguments& asked, settings values);

/// An exception's message for people: file and reason, in the system's words.
std::string explain(const std::exception& fault);

} // namespace paylink
