#include "cli/links/list_filter.hpp"

#include "cli/record_list.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cassert>

namespace paylink::cli {

void add_list_filters(CLI::App& verb, std::span<const list_filter> table, described_parameters described,
                      std::span<std::string> values) {
  for (std::size_t i = 0; i < table.size(); ++i) {
    const auto row = std::ranges::find(described, table[i].parameter, &parameter_description::name);
    assert(row != described.end());
    verb.add_option(table[i].option, values[i], help_of(*row));
  }
}

void append_list_filters(std::string& target, std::span<const list_filter> table, std::span<const std::string> values) {
  for (std::size_t i = 0; i < table.size(); ++i) append_parameter(target, table[i].parameter, values[i]);
}

} // namespace paylink::cli
