#include "cli/sandbox/payee.hpp"

#include "cli/report.hpp"
#include "cli/workspace_choice.hpp"
#include "domain/values/ids.hpp"
#include "domain/values/money.hpp"
#include "domain/values/percent.hpp"
#include "http/wire/json_members.hpp"

#include <boost/json/parse.hpp>

#include <algorithm>
#include <ostream>
#include <vector>

namespace paylink::cli {
namespace json = boost::json;
namespace {

constexpr std::size_t reference_size = 12;

bool is_reference(std::string_view text, std::string_view prefix) {
  return text.starts_with(prefix) && text.size() == reference_size;
}

/// The record's own id and Workspace, of a link's or an order's JSON.
struct named_record {
  std::string name, workspace;
};

named_record read_name(const std::string& text) {
  if (!text.starts_with('{')) return {text, {}};
  boost::system::error_code failed;
  const auto record = json::parse(text, failed);
  const auto* object = failed ? nullptr : record.if_object();
  const auto id = object ? text_at(*object, "id") : std::string{};
  if (id.empty()) throw usage_error{"the JSON is neither a link nor an order: it has no `id`"};
  return {id, text_at(*object, "workspace_id")};
}

/// Below a Workspace: where the record is, or the list that has it alone.
std::string place_of(const std::string& name, const std::string& workspace) {
  const auto orders = "/v1.1/orders/" + percent_encoded(workspace);
  const auto links = "/v1.1/payment-links/" + percent_encoded(workspace);
  if (name.starts_with("ord_")) return orders + "/" + percent_encoded(name);
  if (is_reference(name, "PFOD")) return orders + "?reference=" + percent_encoded(name);
  if (name.starts_with("pl_")) return links + "/" + percent_encoded(name);
  if (is_reference(name, "PFSL")) return links + "?reference=" + percent_encoded(name);
  auto public_id = name.substr(0, name.find_first_of("?#"));
  if (const auto page = public_id.rfind("/l/"); page != std::string::npos) public_id.erase(0, page + 3);
  while (public_id.ends_with('/')) public_id.pop_back();
  if (is_public_id(public_id)) return links + "?public_id=" + public_id;
  throw usage_error{"`" + name +
                    "` is neither a link nor an order: give a page's address, a public id, pl_…, ord_… or a reference"};
}

std::vector<std::string> workspaces_of(const std::string& option, const named_record& named,
                                       const service_options& connection, const terminal& at) {
  if (!option.empty()) return {option};
  if (!named.workspace.empty()) return {named.workspace};
  std::vector<std::string> all;
  if (const auto sandbox = find_sandbox(connection.sandbox, at))
    for (const auto& one : sandbox->workspaces) all.push_back(one.id);
  if (all.empty()) all.push_back(choose_workspace({}, connection, at));
  return all;
}

/// One record: the data, or the first element of a list; none also when it is not there, which is no failure.
std::optional<json::object> ask_for_record(api_client& client, const std::string& target, terminal& at,
                                           exit_status& status) {
  const auto outcome = client.send({.method = http_method::get, .target = target, .body = {}, .headers = {}});
  const auto* answer = std::get_if<api_answer>(&outcome);
  status = exit_status::done;
  if (answer && answer->status == 404) return std::nullopt;
  std::optional<json::object> record;
  status = finish(outcome, at, [&](const json::value& data, const json::object&) {
    const auto* list = data.if_array();
    const auto* found = list ? (list->empty() ? nullptr : list->front().if_object()) : data.if_object();
    if (found) record = *found;
  });
  return record;
}

/// The account that is to be paid; false if the service does not say.
bool find_account(api_client& client, const std::string& workspace, const json::object& record, payee& into,
                  terminal& at, exit_status& status) {
  const auto account_path =
      "/v1.1/bank-accounts/" + percent_encoded(workspace) + "/" + percent_encoded(text_at(record, "bank_account_id"));
  const auto account = ask_for_record(client, account_path, at, status);
  if (!account) return false;
  into.bank = text_at(*account, "bank");
  into.account_number = text_at(*account, "account_number");
  const auto virtual_id = text_at(record, "virtual_account_id");
  if (virtual_id.empty()) return true;
  const auto listed = client.send(
      {.method = http_method::get, .target = account_path + "/virtual-accounts?limit=100", .body = {}, .headers = {}});
  status = finish(listed, at, [&](const json::value& data, const json::object&) {
    const auto* rows = data.if_array();
    if (!rows) return;
    for (const auto& row : *rows)
      if (row.is_object() && text_at(row.get_object(), "id") == virtual_id)
        into.account_number = text_at(row.get_object(), "account_number");
  });
  return status == exit_status::done;
}

} // namespace

bool needs_lookup(const std::string& named) {
  return named.starts_with("pl_") || named.starts_with("ord_") || is_reference(named, "PFSL") ||
         is_reference(named, "PFOD") || (named.starts_with('{') && read_name(named).name.starts_with("ord_"));
}

std::variant<payee, exit_status> find_payee(api_client& client, const std::string& named, const std::string& workspace,
                                            const service_options& connection, terminal& at) {
  const auto record_name = read_name(named);
  for (const auto& candidate : workspaces_of(workspace, record_name, connection, at)) {
    auto status = exit_status::done;
    const auto record = ask_for_record(client, place_of(record_name.name, candidate), at, status);
    if (status != exit_status::done) return status;
    if (!record) continue;
    payee found;
    found.id = text_at(*record, "id");
    found.path = std::string{found.id.starts_with("ord_") ? "/v1.1/orders/" : "/v1.1/payment-links/"} +
                 percent_encoded(candidate) + "/" + percent_encoded(found.id);
    found.status = text_at(*record, "status");
    found.reference = text_at(*record, "reference");
    if (const auto amount = parse_money(text_at(*record, "amount"))) found.amount = amount->dong;
    if (find_account(client, candidate, *record, found, at, status)) return found;
    if (status == exit_status::done) at.err << "the bank account of " << printable(found.id) << " no longer exists\n";
    return status == exit_status::done ? exit_status::refused : status;
  }
  at.err << "there is no such payment link or order: " << printable(record_name.name) << "\n";
  return exit_status::refused;
}

exit_status cancel_payee(api_client& client, const payee& one, terminal& at) {
  return finish(client.send({.method = http_method::post, .target = one.path + "/cancel", .body = {}, .headers = {}}),
                at, [](const json::value&, const json::object&) {});
}

} // namespace paylink::cli
