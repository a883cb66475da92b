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

bool is_csv(const api_answer& answer) { return answer.header("content-type").starts_with("text/csv"); }

} // namespace

void add_page_options(CLI::App& verb, page_options& options) {
  auto* limit = verb.add_option("--limit", options.limit, "Maximum number of rows, 1 to 100");
  auto* cursor = verb.add_option("--cursor", options.cursor, "Continue where an earlier list ended");
  verb.add_option("--order", options.order, "desc (newest first) or asc");
  verb.add_flag("--csv", options.as_csv, "All rows that match, as CSV")->excludes(limit)->excludes(cursor);
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
  if (options.as_csv) append_parameter(target, "format", "csv");
  api_call call;
  call.target = std::move(target);
  const auto outcome = client.send(call);
  if (const auto* rows = std::get_if<api_answer>(&outcome); rows != nullptr && is_csv(*rows)) {
    at.out << rows->body;
    return exit_status::done;
  }
  return finish(outcome, at, [&](const auto& data, const auto& meta) { print_page(options, columns, at, data, meta); });
}

} // namespace paylink::cli
