#pragma once
#include "domain/values/random_source.hpp"

#include <array>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace paylink {

/// One of the operator's AES-256 keys; wiped when it goes.
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

/// Reads lines of `id base64`; empty lines and lines that begin with `#` do not count. Throws std::runtime_error naming
/// the file and what is wrong with it: absent, readable by others, of another owner, a malformed line, no key at all.
std::vector<master_key> read_key_file(const std::filesystem::path& file);

/// Makes the file with one new key, mode 0600, durable before this returns. A file that is already there is left alone:
/// the name appears with its whole content or not at all. Throws std::runtime_error.
void create_key_file(const std::filesystem::path& file, random_source& random);

/// Puts a line with a new key in front of the file's others, and returns its id. The whole file is replaced at once,
/// mode 0600, durable before this returns; a crash leaves the old or the new one. Throws std::runtime_error, also when
/// the file lacks one of the keys `in_use`: what is sealed with it could not be opened after the next start.
std::string add_key_in_front(const std::filesystem::path& file, std::span<const master_key> in_use,
                             random_source& random);

/// Removes the lines of all keys but this one, in the same way. Throws std::runtime_error, also when it is not the
/// first.
void keep_key_alone(const std::filesystem::path& file, std::string_view id);

} // namespace paylink
