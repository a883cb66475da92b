#include "cli/links/link_filters.hpp"

#include "api/description/link_filters.hpp"
#include "cli/links/list_filter.hpp"

#include <algorithm>
#include <tuple>

namespace paylink::cli {
namespace {

constexpr std::array link_options{
    list_filter{"--status", "status"},
    list_filter{"--callback-status", "callback_status"},
    list_filter{"--reference", "reference"},
    list_filter{"--public-id", "public_id"},
    list_filter{"--bank-account", "bank_account_id"},
    list_filter{"--from", "from"},
    list_filter{"--to", "to"},
    list_filter{"--attention", "attention"},
};
static_assert(link_options.size() == std::size(paylink::link_filters), "every API filter is available as an option");
static_assert(link_options.size() == std::tuple_size_v<decltype(link_filters::values)>);

} // namespace

void add_link_filters(CLI::App& verb, link_filters& filters) {
  add_list_filters(verb, link_options, paylink::link_filters, filters.values);
}

bool are_given(const link_filters& filters) {
  return std::ranges::any_of(filters.values, [](const std::string& value) { return !value.empty(); });
}

void append_link_filters(std::string& target, const link_filters& filters) {
  append_list_filters(target, link_options, filters.values);
}

} // namespace paylink::cli
