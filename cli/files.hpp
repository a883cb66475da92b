#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace paylink::cli {

/// The whole file; none if it cannot be read.
std::optional<std::string> read_file(const std::filesystem::path& file);

/// Replaces the file by one that only its owner can read; false if that fails.
bool write_private_file(const std::filesystem::path& file, const std::string& text);

/// The words of a text, separated by any white space: for tokens and keys.
std::vector<std::string> words(const std::string& text);

} // namespace paylink::cli
