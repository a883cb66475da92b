#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace paylink::cli {

/// The whole file; none when it cannot be read.
std::optional<std::string> read_file(const std::filesystem::path& file);

/// Replaces the file by one that only its owner can read; false when that fails.
bool write_private_file(const std::filesystem::path& file, const std::string& text);

/// The words of a text that white space separates: tokens and keys, whatever ends their lines.
std::vector<std::string> words(const std::string& text);

} // namespace paylink::cli
