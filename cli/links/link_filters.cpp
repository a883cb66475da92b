#include "cli/links/link_filters.hpp"

#include "cli/record_list.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <tuple>

namespace paylink::cli {
namespace {

struct filter {
  const char* option;
  const char* parameter;
  const char* help;
};
constexpr std::array table{
    filter{"--status", "status", "pending, succeeded, failed, expired or cancelled"},
    filter{"--callback-status", "callback_status", "none, pending, acknowledged or failed"},
    filter{"--reference", "reference", "The transfer's reference"},
    filter{"--public-id", "public_id", "The id in the page's address, and in the redirect's `link_id`"},
    filter{"--bank-account", "bank_account_id", "Id of the bank account"},
    filter{"--from", "from", "Made at or after this time"},
    filter{"--to", "to", "Made before this time"},
    filter{"--attention", "attention", "open: paid, but the merchant's system could not be reached"},
};
static_assert(table.size() == std::tuple_size_v<decltype(link_filters::values)>);

} // namespace

void add_link_filters(CLI::App& verb, link_filters& filters) {
  for (std::size_t i = 0; i < table.size(); ++i) verb.add_option(table[i].option, filters.values[i], table[i].help);
}

bool are_given(const link_filters& filters) {
  return std::ranges::any_of(filters.values, [](const std::string& value) { return !value.empty(); });
}

void append_link_filters(std::string& target, const link_filters& filters) {
  for (std::size_t i = 0; i < table.size(); ++i) append_parameter(target, table[i].parameter, filters.values[i]);
}

} // namespace paylink::cli
