#include "persistence/transactions/transaction_bounds.hpp"

namespace paylink {
namespace {

constexpr auto least_bound = std::numeric_limits<std::int64_t>::min();
constexpr auto greatest_bound = std::numeric_limits<std::int64_t>::max();
// Sorts behind every identifier in the order of bytes, which both databases use for them.
constexpr std::string_view behind_ids = "~";

/// A pattern of LIKE that finds `text` anywhere.
std::string containing(std::string_view text) {
  std::string pattern = "%";
  for (const char c : text) {
    if (c == '%' || c == '_' || c == '!') pattern += '!';
    pattern += c;
  }
  return pattern + (text.empty() ? "" : "%");
}

std::string ids_as_json(const std::vector<workspace_id>& workspaces) {
  std::string json = "[";
  for (const auto& id : workspaces) json.append(json.size() > 1 ? ",\"" : "\"").append(id.view()).append("\"");
  return json + "]";
}

} // namespace

transaction_bounds::transaction_bounds(const transaction_filter& filter)
    : workspaces{ids_as_json(filter.workspaces)},
      account_min{filter.account ? filter.account->view() : std::string_view{}},
      account_max{filter.account ? filter.account->view() : behind_ids},
      after_made{filter.after       ? to_millis(filter.after->first)
                 : filter.ascending ? least_bound
                                    : greatest_bound},
      after_row{filter.after       ? filter.after->second
                : filter.ascending ? least_bound
                                   : greatest_bound},
      from{filter.from ? to_millis(*filter.from) : least_bound}, to{filter.to ? to_millis(*filter.to) : greatest_bound},
      type_min{filter.type ? static_cast<std::int64_t>(*filter.type) : 0},
      type_max{filter.type ? static_cast<std::int64_t>(*filter.type) : 1},
      amount_min{filter.min_amount ? filter.min_amount->dong : 0},
      amount_max{filter.max_amount ? filter.max_amount->dong : greatest_bound},
      class_min{filter.classified ? static_cast<std::int64_t>(*filter.classified) : -1},
      class_max{filter.without_link ? -1
                : filter.classified ? static_cast<std::int64_t>(*filter.classified)
                                    : 6},
      content{containing(filter.content)} {}

} // namespace paylink
