#include "cli/record_list.hpp"

#include "domain/values/percent.hpp"

#include <CLI/CLI.hpp>
#include <boost/json/serialize.hpp>

#include <ostream>

namespace paylink::cli {
namespace json = boost::json;
namespace {

json::value member_of(const json::object& meta, std::string_view name) {
  const auto* found = meta.if_contains(name);
  return found ? *found : json::value{};
}

void print_page(const page_options& options, std::span<const column> columns, terminal& at, const json::value& data,
                const json::object& meta) {
  if (options.connection.as_json || !data.is_array()) {
    at.out << json::serialize(json::object{{"data", data},
                                           {"has_more", member_of(meta, "has_more")},
                                           {"next_cursor", member_of(meta, "next_cursor")}})
           << "\n";
    return;
  }
  print_table(at.out, columns, data.get_array());
  const auto cursor = member_of(meta, "next_cursor");
  if (cursor.is_string()) at.err << "more: --cursor " << printable(std::string_view{cursor.get_string()}) << "\n";
}

} // namespace

void add_page_options(CLI::App& verb, page_options& options) {
  verb.add_option("--limit", options.limit, "Rows at most, 1 to 100");
  verb.add_option("--cursor", options.cursor, "Continue where an earlier list ended");
  verb.add_option("--order", options.order, "desc (newest first) or asc");
  add_service_options(verb, options.connection);
}

void append_parameter(std::string& target, std::string_view name, const std::string& value) {
  if (value.empty()) return;
  target += target.find('?') == target.npos ? '?' : '&';
  target.append(name).append("=").append(percent_encoded(value));
}

exit_status show_page(api_client& client, std::string target, const page_options& options,
                      std::span<const column> columns, terminal& at) {
  append_parameter(target, "limit", options.limit);
  append_parameter(target, "cursor", options.cursor);
  append_parameter(target, "order", options.order);
  api_call call;
  call.target = std::move(target);
  return finish(client.send(call), at,
                [&](const auto& data, const auto& meta) { print_page(options, columns, at, data, meta); });
}

} // namespace paylink::cli
