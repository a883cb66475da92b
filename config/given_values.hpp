#pragma once
#include "config/settings.hpp"

#include <optional>

namespace paylink::config {

/// The type of a given value.
enum class found_kind { text, integer, number, boolean, list_of_texts, other };

/// One value from the file, not yet checked.
struct given_value {
  std::string place; ///< `paylink.toml:3`
  std::string name;  ///< Dotted.
  found_kind found = found_kind::other;
  std::vector<std::string> texts; ///< Each item of a list, otherwise one; empty for `other`.
};

/// Reads a TOML file into its values, tables flattened into dotted names, in the order of their lines. A file that
/// cannot be read, or is not TOML, is a fault.
std::vector<given_value> read_toml(const std::filesystem::path& file, std::vector<settings_fault>& faults);

/// The one of `known` that `name` was probably meant to be, if there is one.
std::optional<std::string> closest_name(std::string_view name, const std::vector<std::string>& known);

} // namespace paylink::config
