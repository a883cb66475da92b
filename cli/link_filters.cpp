#include "cli/link_filters.hpp"

#include "http/api_client.hpp"

#include <CLI/CLI.hpp>

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
    filter{"--bank-account", "bank_account_id", "Id of the bank account"},
    filter{"--from", "from", "Made at or after this time"},
    filter{"--to", "to", "Made before this time"},
};
static_assert(table.size() == std::tuple_size_v<decltype(link_filters::values)>);

} // namespace

void add_link_filters(CLI::App& verb, link_filters& filters) {
  for (std::size_t i = 0; i < table.size(); ++i) verb.add_option(table[i].option, filters.values[i], table[i].help);
}

void append_parameter(std::string& target, const char* name, const std::string& value) {
  if (value.empty()) return;
  target += target.find('?') == target.npos ? '?' : '&';
  target.append(name).append("=").append(percent_encode(value));
}

void append_link_filters(std::string& target, const link_filters& filters) {
  for (std::size_t i = 0; i < table.size(); ++i) append_parameter(target, table[i].parameter, filters.values[i]);
}

} // namespace paylink::cli
