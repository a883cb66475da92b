#include "sandbox/connector/connector_api.hpp"

#include "domain/banks/bank.hpp"
#include "domain/values/ids.hpp"
#include "http/wire/json_members.hpp"
#include "http/wire/json_request.hpp"
#include "sandbox/connector/application.hpp"
#include "sandbox/connector/connector_answer.hpp"
#include "sandbox/connector/signature.hpp"
#include "sandbox/connector/transaction_list.hpp"

#include <algorithm>

namespace paylink::sandbox {
namespace {

constexpr std::chrono::minutes otp_life{5};
constexpr std::size_t key_size_max = 255;

http_response not_found() { return connector_refusal(404, "not_found", "There is nothing at this address."); }
http_response wrong_method() {
  return connector_refusal(405, "method_not_allowed", "This address does not accept this method.");
}
http_response not_connected() {
  return connector_refusal(409, "not_connected", "The account is not connected, so the bank does not report it.");
}

} // namespace

// `/connector/MB/connections[/{id}[/otp[/resend] | /virtual-accounts[/{number}] | /transactions]]`
http_response connector_api::handle(const http_request& request) {
  const auto& path = request.segments;
  const auto* service = description_.read();
  if (!service) return connector_refusal(503, "unavailable", "The sandbox has not been started yet.");
  const auto feed = path.size() < 3 || path[2] != "connections" ? service->feeds.end() : service->feeds.find(path[1]);
  if (feed == service->feeds.end()) return not_found();
  if (const auto fault = signature_fault(request, feed->second.secret, now_()))
    return connector_refusal(401, "signature", *fault);

  call asked{.request = request, .feed = path[1], .service = *service, .id = {}, .body = {}};
  if (path.size() > 3) asked.id = path[3];
  if (request.method == http_method::post) return handle_post(asked);
  const bool is_get = request.method == http_method::get, is_delete = request.method == http_method::del;
  if (path.size() == 4) return is_get ? show_state(asked) : is_delete ? disconnect(asked) : wrong_method();
  if (path.size() == 5 && path[4] == "transactions") return is_get ? show_transactions(asked) : wrong_method();
  if (path.size() == 6 && path[4] == "virtual-accounts")
    return is_delete ? close_number(asked, path[5]) : wrong_method();
  return path.size() == 3 || (path.size() == 5 && (path[4] == "otp" || path[4] == "virtual-accounts")) ? wrong_method()
                                                                                                       : not_found();
}

http_response connector_api::handle_post(call& asked) {
  const auto key = asked.request.header("idempotency-key");
  if (key.empty() || key.size() > key_size_max)
    return connector_refusal(400, "malformed", "A POST needs an Idempotency-Key of at most 255 characters.");
  const auto target = target_of(asked.request);
  if (const auto kept = connections_.answer_to(asked.feed, key, target))
    return {.status = kept->status, .headers = {}, .body = kept->body};

  auto body = parse_request_object(asked.request.body.empty() ? "{}" : asked.request.body);
  if (const auto* refused = std::get_if<json_refusal>(&body))
    return connector_refusal(400, "malformed", refused->message);
  asked.body = std::get<boost::json::object>(std::move(body));

  std::string action;
  for (std::size_t i = 4; i < asked.request.segments.size(); ++i) action.append("/").append(asked.request.segments[i]);
  auto [answer, changed] = post(asked, action);
  const kept_answer kept{.feed = std::string{asked.feed},
                         .key = std::string{key},
                         .target = target,
                         .status = answer.status,
                         .body = answer.body};
  connections_.keep(changed ? &*changed : nullptr, &kept);
  return answer;
}

connector_api::outcome connector_api::post(const call& asked, std::string_view action) {
  if (asked.id.empty()) return connect(asked);
  auto known = connections_.find(asked.feed, asked.id, asked.service);
  if (!known) return {not_found(), {}};
  if (action == "/otp") return take_otp(asked, std::move(*known));
  if (action == "/otp/resend") return renew_otp(std::move(*known));
  if (action == "/virtual-accounts") return issue_number(asked, std::move(*known));
  return {action.empty() || action == "/transactions" ? wrong_method() : not_found(), {}};
}

connector_api::outcome connector_api::connect(const call& asked) {
  auto read = read_application(asked.body, asked.feed);
  if (const auto* refused = std::get_if<application_refusal>(&read))
    return {connector_refusal(refused->status, refused->code, refused->message, refused->field), {}};
  auto made = std::get<connection>(std::move(read));
  const auto text = make_sortable_text(now_(), random_);
  made.id = "con_" + std::string{text.begin(), text.end()};
  wait_for_otp(made);
  return {connector_answer(201, {{"connection_id", made.id}, {"otp_required", true}}), made};
}

void connector_api::wait_for_otp(connection& one) {
  one.otp = make_otp(random_);
  one.otp_ends = now_() + otp_life;
}

connector_api::outcome connector_api::take_otp(const call& asked, connection known) {
  const auto given = text_at(asked.body, "otp");
  if (known.otp.empty() || now_() >= known.otp_ends)
    return {connector_refusal(422, "otp_expired", "The code has expired. Request another one.", "otp"), {}};
  if (given != known.otp) return {connector_refusal(422, "otp_wrong", "The code is wrong.", "otp"), {}};
  known.state = connection_state::connected;
  known.otp.clear();
  return {connector_answer(200, {{"state", to_text(known.state)}}), std::move(known)};
}

// Also begins a reconnection: a connection that has lapsed waits for its OTP again.
connector_api::outcome connector_api::renew_otp(connection known) {
  if (known.state == connection_state::lapsed) known.state = connection_state::pending;
  wait_for_otp(known);
  return {connector_answer(200, {}), std::move(known)};
}

connector_api::outcome connector_api::issue_number(const call& asked, connection known) {
  const auto name = text_at(asked.body, "name");
  if (name.empty()) return {connector_refusal(400, "malformed", "A virtual number needs a name.", "name"), {}};
  if (known.state != connection_state::connected) return {not_connected(), {}};
  const auto* bank = find_bank_by_bin(known.bin);
  auto number = connections_.issue_number(bank ? bank->code : std::string_view{}, asked.service, random_);
  known.virtual_numbers.push_back({.number = number, .name = name, .is_closed = false});
  return {connector_answer(201, {{"account_number", number}}), std::move(known)};
}

http_response connector_api::show_state(const call& asked) {
  const auto known = connections_.find(asked.feed, asked.id, asked.service);
  return known ? connector_answer(200, {{"state", to_text(known->state)}}) : not_found();
}

http_response connector_api::show_transactions(const call& asked) {
  const auto known = connections_.find(asked.feed, asked.id, asked.service);
  if (!known) return not_found();
  if (known->state != connection_state::connected) return not_connected();
  const auto range = read_range(asked.request.parameter("after"), asked.request.parameter("limit"));
  if (!range)
    return connector_refusal(400, "malformed", "after must be a next_after of before, and limit a number to 500.");
  boost::json::object page;
  sender_.look([&](const journal& books) { page = list_transactions(books, *known, *range); });
  return connector_answer(200, page);
}

http_response connector_api::disconnect(const call& asked) {
  auto known = connections_.find(asked.feed, asked.id, asked.service);
  if (!known) return not_found();
  if (known->state != connection_state::lapsed) {
    known->state = connection_state::lapsed;
    known->otp.clear();
    connections_.keep(&*known, nullptr);
  }
  return {.status = 204, .headers = {}, .body = {}};
}

http_response connector_api::close_number(const call& asked, const std::string& number) {
  auto known = connections_.find(asked.feed, asked.id, asked.service);
  if (!known) return not_found();
  const auto found = std::ranges::find(known->virtual_numbers, number, &connection::virtual_number::number);
  if (found == known->virtual_numbers.end()) return not_found();
  if (!found->is_closed) {
    found->is_closed = true;
    connections_.keep(&*known, nullptr);
  }
  return {.status = 204, .headers = {}, .body = {}};
}

} // namespace paylink::sandbox
