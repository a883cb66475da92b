#pragma once
#include <array>
#include <string>

namespace CLI {
class App;
}

namespace paylink::cli {

/// The values of the filter options for payment links, in the order of the table.
struct link_filters {
  std::array<std::string, 8> values;
};

/// Adds `--status`, `--callback-status`, `--reference`, `--public-id`, `--bank-account`, `--from`, `--to` and
/// `--attention`.
void add_link_filters(CLI::App& verb, link_filters& filters);

/// Whether any of them was given.
bool are_given(const link_filters& filters);
void append_link_filters(std::string& target, const link_filters& filters);

} // namespace paylink::cli
