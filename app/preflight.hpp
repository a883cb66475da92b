#pragma once
#include "app/arguments.hpp"
#include "config/settings.hpp"

#include <exception>

namespace paylink {

/// What the settings name and a start could not use: certificates, authorities, the address to listen on, networks. A
/// start looks before it changes anything.
std::vector<settings_fault> check_named_files(const settings& values);

/// The folders that the settings name and a start could neither use nor make. A start looks before it changes anything.
std::vector<settings_fault> check_named_folders(const arguments& asked, const settings& values);

/// What a start finds before it makes or changes anything. Throws std::runtime_error when the address to listen on is
/// taken, by another than this folder's own service, or the database or the keys it is sealed with cannot be used.
void look_before_start(const arguments& asked, const settings& values);

/// The same for what a start would find: the data folder, the folder of the copies, the master keys, and the database,
/// which is asked. Makes and changes nothing.
std::vector<settings_fault> check_surroundings(const arguments& asked, const settings& values);

/// The settings with what stands for those that are empty, and what a sandbox adds; what only a start makes up stays
/// empty.
settings in_force(const arguments& asked, settings values);

/// What an exception says to a person: file and reason, in the system's words.
std::string explain(const std::exception& fault);

} // namespace paylink
