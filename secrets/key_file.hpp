#pragma once
#include "domain/values/random_source.hpp"

#include <array>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace paylink {

/// One of the operator's AES-256 keys; wiped on destruction.
struct master_key {
  std::string id;
  std::array<unsigned char, 32> bytes{};

  master_key() = default;
  master_key(const master_key&) = default;
  master_key(master_key&&) = default;
  master_key& operator=(const master_key&) = default;
  master_key& operator=(master_key&&) = default;
  ~master_key();
};

/// Reads lines of `id base64`; empty lines and lines that begin with `#` are ignored. Throws std::runtime_error that
/// names the file and what is wrong with it: missing, readable by others, another owner, a malformed line, no key.
std::vector<master_key> read_key_file(const std::filesystem::path& file);

/// Creates the file with one new key, mode 0600, durable before this returns. An existing file is not changed: the name
/// appears with its whole content or not at all. Throws std::runtime_error.
void create_key_file(const std::filesystem::path& file, random_source& random);

/// Adds a line with a new key before the others, and returns its id. The whole file is replaced atomically, mode 0600,
/// durable before this returns; a crash leaves the old or the new one. Throws std::runtime_error, also if the file
/// lacks one of the keys `in_use`: its values could not be opened after the next start.
std::string add_key_in_front(const std::filesystem::path& file, std::span<const master_key> in_use,
                             random_source& random);

/// Removes the lines of all keys except this one, in the same way. Throws std::runtime_error, also if it is not the
/// first.
void keep_key_alone(const std::filesystem::path& file, std::string_view id);

} // namespace paylink
