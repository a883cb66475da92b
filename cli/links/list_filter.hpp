#pragma once
#include "api/description/described.hpp"

#include <span>
#include <string>

namespace CLI {
class App;
}

namespace paylink::cli {

/// An option that is a parameter of a list.
struct list_filter {
  const char* option;
  std::string_view parameter;
};

/// Adds the options, with the help that the API's description of their parameters holds; `values` are in the order of
/// the table.
void add_list_filters(CLI::App& verb, std::span<const list_filter> table, described_parameters described,
                      std::span<std::string> values);

/// Appends the parameters that were given.
void append_list_filters(std::string& target, std::span<const list_filter> table, std::span<const std::string> values);

} // namespace paylink::cli
