#include "cli/triggered_event.hpp"

#include "cli/report.hpp"
#include "cli/service_call.hpp"
#include "domain/values/percent.hpp"
#include "domain/webhooks/webhook_event.hpp"
#include "http/wire/json_members.hpp"
#include "secrets/hmac.hpp"

#include <boost/json/serialize.hpp>

#include <algorithm>
#include <ostream>
#include <thread>

namespace paylink::cli {
namespace json = boost::json;
namespace {

using namespace std::chrono_literals;

constexpr auto look_interval = 100ms;
constexpr int looks_max = 300;
/// Receivers answer in a moment, or not for long.
constexpr int looks_at_deliveries_max = 50;
constexpr auto order_life = 2s;

const sandbox_file::workspace& workspace_of(const sandbox_file& sandbox, const std::string& id) {
  const auto found = std::ranges::find(sandbox.workspaces, id, &sandbox_file::workspace::id);
  if (found == sandbox.workspaces.end()) throw usage_error{sandbox.path + " has no Workspace " + id};
  return *found;
}

sandbox_file::bank_account account_of(const sandbox_file& sandbox, const wanted_event& wanted) {
  const auto& accounts = workspace_of(sandbox, wanted.workspace).bank_accounts;
  const auto found = std::ranges::find_if(accounts, [&](const auto& one) {
    return wanted.account.empty() || one.number == wanted.account || one.id == wanted.account;
  });
  if (found == accounts.end())
    throw usage_error{"the Workspace has no bank account " + wanted.account + " in " + sandbox.path};
  if (!sandbox.feeds.contains(found->feed))
    throw usage_error{sandbox.path + " has no feed for the account " + found->number};
  return *found;
}

bool is_pending(const json::value& delivery) {
  const auto* record = delivery.if_object();
  const auto status = record ? text_at(*record, "status") : std::string{};
  return status == "pending" || status == "sending";
}

std::string id_of(const json::object& record) { return percent_encoded(text_at(record, "id")); }

} // namespace

event_maker::event_maker(const sandbox_file& sandbox, wanted_event wanted, random_source& random, terminal& at)
    : sandbox_{sandbox}, wanted_{std::move(wanted)}, account_{account_of(sandbox, wanted_)}, random_{random}, at_{at},
      service_{{.base_url = sandbox.base_url, .token = sandbox.access_token, .ca_file = {}}} {}

std::optional<happened_event> event_maker::make() {
  const auto event = parse_webhook_event(wanted_.word);
  if (!event) return pay_link();
  switch (*event) {
  case webhook_event::transaction_credit:
    return move_money(transfer_type::credit);
  case webhook_event::transaction_debit:
    return move_money(transfer_type::debit);
  case webhook_event::order_success:
    return pay_order();
  case webhook_event::order_failed:
    return let_order_expire();
  }
  return std::nullopt;
}

std::optional<happened_event> event_maker::move_money(transfer_type type) {
  const auto entry = report(type, wanted_.content);
  if (!entry) return std::nullopt;
  const auto transaction = text_at(*entry, "transaction_id");
  return with_deliveries({{"event", wanted_.word},
                          {"transaction_id", transaction},
                          {"account_number", account_.number},
                          {"amount", wanted_.amount}},
                         transaction);
}

std::optional<happened_event> event_maker::pay_order() {
  const auto order = create_order({});
  if (!order) return std::nullopt;
  const auto entry = report(transfer_type::credit, wanted_.content + ' ' + text_at(*order, "reference"));
  if (!entry) return std::nullopt;
  const auto subject = text_at(*order, "order_id");
  return with_deliveries({{"event", wanted_.word},
                          {"order_id", subject},
                          {"transaction_id", text_at(*entry, "transaction_id")},
                          {"amount", wanted_.amount}},
                         subject);
}

std::optional<happened_event> event_maker::let_order_expire() {
  const auto order = create_order(format_rfc3339(system_wall_clock{}.now() + order_life));
  if (!order) return std::nullopt;
  const auto path = "/v1.1/orders/" + percent_encoded(wanted_.workspace) + "/" + id_of(*order);
  const auto failed = wait_for(path, [](const json::object& now) { return text_at(now, "status") == "failed"; });
  if (!failed) return std::nullopt;
  const auto subject = text_at(*order, "order_id");
  // It reads as failed from its last moment on; that it failed is written, and told, a little later.
  return with_deliveries({{"event", wanted_.word}, {"order_id", subject}, {"amount", wanted_.amount}}, subject,
                         looks_at_deliveries_max);
}

std::optional<happened_event> event_maker::pay_link() {
  const auto links = "/v1.1/payment-links/" + percent_encoded(wanted_.workspace);
  const auto link =
      ask(http_method::post, links,
          json::serialize(json::object{
              {"bank_account_id", account_.id}, {"amount", wanted_.amount}, {"callback_url", wanted_.callback_url}}));
  if (!link) return std::nullopt;
  const auto entry = report(transfer_type::credit, wanted_.content + ' ' + text_at(*link, "reference"));
  if (!entry) return std::nullopt;
  const auto callback = wait_for(links + "/" + id_of(*link) + "/callback", [](const json::object& now) {
    const auto* attempts = now.if_contains("attempts");
    return attempts && attempts->is_array() && !attempts->get_array().empty();
  });
  if (!callback) return std::nullopt;
  return happened_event{{{"event", wanted_.word},
                         {"payment_link_id", text_at(*link, "id")},
                         {"transaction_id", text_at(*entry, "transaction_id")},
                         {"amount", wanted_.amount},
                         {"callback_url", wanted_.callback_url},
                         {"callback_status", text_at(*callback, "status")}},
                        {}};
}

std::optional<json::object> event_maker::ask(http_method method, const std::string& target, const std::string& body) {
  std::optional<json::object> record;
  status_ = finish(service_.send({.method = method, .target = target, .body = body, .headers = {}}), at_,
                   [&](const json::value& data, const json::object&) {
                     if (const auto* found = data.if_object()) record = *found;
                   });
  return record;
}

std::optional<json::object> event_maker::report(transfer_type type, const std::string& content) {
  const auto now = system_wall_clock{}.now();
  const auto unique = make_sortable_text(now, random_);
  json::object entry{{"bank_reference", "FT-trigger-" + std::string{unique.begin(), unique.end()}},
                     {"account_number", account_.number},
                     {"amount", std::stoll(wanted_.amount)},
                     {"transfer_type", to_text(type)},
                     {"content", content},
                     {"occurred_at", format_rfc3339(now)},
                     {"status", "booked"}};
  if (const auto* bank = find_bank(account_.bank); bank && account_.feed == switch_code) entry["bin"] = bank->bin;
  const auto body = json::serialize(entry);
  const auto& feed = sandbox_.feeds.at(account_.feed);
  const auto signed_at = std::to_string(unix_seconds(now));
  api_client bank{{.base_url = feed.url, .token = {}, .ca_file = {}}};
  std::optional<json::object> row;
  status_ =
      finish(bank.send({.method = http_method::post,
                        .target = {},
                        .body = body,
                        .headers = {{"X-Service-Timestamp", signed_at},
                                    {"X-Service-Signature", hmac_sha256{feed.secret}.hex({signed_at, ".", body})}},
                        .is_repeatable = true}),
             at_, [&](const json::value& data, const json::object&) {
               const auto* rows = data.if_array();
               if (rows && !rows->empty() && rows->front().is_object()) row = rows->front().get_object();
             });
  if (!row || text_at(*row, "result") == "recorded") return row;
  at_.err << "the service did not record the transfer: " << printable(text_at(*row, "result")) << " "
          << printable(text_at(*row, "reason")) << "\n";
  status_ = exit_status::refused;
  return std::nullopt;
}

std::optional<json::object> event_maker::create_order(std::string_view expires_at) {
  json::object body{{"bank_account_id", account_.id}, {"amount", wanted_.amount}};
  if (!expires_at.empty()) body["expires_at"] = expires_at;
  return ask(http_method::post, "/v1.1/orders/" + percent_encoded(wanted_.workspace), json::serialize(body));
}

template <class IsOver>
std::optional<json::object> event_maker::wait_for(const std::string& target, IsOver is_over) {
  for (int look = 0; look < looks_max; ++look) {
    auto record = ask(http_method::get, target);
    if (!record || is_over(*record)) return record;
    std::this_thread::sleep_for(look_interval);
  }
  at_.err << "no result within 30 seconds; " << printable(target) << " shows the current state\n";
  status_ = exit_status::refused;
  return std::nullopt;
}

happened_event event_maker::with_deliveries(json::object record, const std::string& subject, int looks_for_first) {
  happened_event happened{std::move(record), {}};
  const auto target = "/v1.1/deliveries/" + percent_encoded(wanted_.workspace) +
                      "?limit=100&subject_id=" + percent_encoded(subject) + "&event=" + percent_encoded(wanted_.word);
  for (int look = 0; look < looks_at_deliveries_max; ++look) {
    if (look != 0) std::this_thread::sleep_for(look_interval);
    status_ = finish(service_.send({.method = http_method::get, .target = target, .body = {}, .headers = {}}), at_,
                     [&](const json::value& data, const json::object&) {
                       if (const auto* rows = data.if_array()) happened.deliveries = *rows;
                     });
    if (status_ != exit_status::done) break;
    if (happened.deliveries.empty() ? look + 1 >= looks_for_first
                                    : std::ranges::none_of(happened.deliveries, is_pending))
      break;
  }
  return happened;
}

} // namespace paylink::cli
