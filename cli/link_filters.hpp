#pragma once
#include <array>
#include <string>

namespace CLI {
class App;
}

namespace paylink::cli {

/// What the options by which payment links are chosen were given, in the order of the table.
struct link_filters {
  std::array<std::string, 6> values;
};

/// Adds `--status`, `--callback-status`, `--reference`, `--bank-account`, `--from` and `--to`.
void add_link_filters(CLI::App& verb, link_filters& filters);

/// Appends a parameter to the target's query, unless it is empty.
void append_parameter(std::string& target, const char* name, const std::string& value);
void append_link_filters(std::string& target, const link_filters& filters);

} // namespace paylink::cli
