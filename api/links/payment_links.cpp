#include "api/links/payment_links.hpp"

#include "api/calls/cursor.hpp"
#include "api/calls/idempotency.hpp"
#include "api/calls/json_body.hpp"
#include "api/calls/list_parameters.hpp"
#include "domain/links/link_rules.hpp"
#include "http/wire/envelope.hpp"
#include "http/wire/link_codec.hpp"
#include "logging/log.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace paylink {

namespace {

/// The faults of both checks, each member once: a member with the wrong type is not also reported as missing.
field_faults merge(field_faults first, const field_faults& second) {
  const auto known = first.size();
  for (const auto& fault : second) {
    const bool told = std::any_of(first.begin(), first.begin() + static_cast<std::ptrdiff_t>(known),
                                  [&](const field_fault& other) { return other.field == fault.field; });
    if (!told) first.push_back(fault);
  }
  return first;
}

bool has_fault(const field_faults& faults, std::string_view field) {
  return std::ranges::any_of(faults, [&](const field_fault& fault) { return fault.field == field; });
}

/// Looks up what the request names; adds `not_found` faults.
struct named_accounts {
  std::optional<bank_account> account;
  std::optional<virtual_account> receiver;
};
named_accounts look_up(call_context& context, const checked_link& checked, field_faults& faults) {
  named_accounts found;
  if (has_fault(faults, "bank_account_id")) return found;
  if (auto account = context.rows.find_account(context.workspace, checked.account); was_found(account))
    found.account = std::move(*account);
  else
    faults.push_back({"bank_account_id", "not_found", "No bank account of this Workspace has this id."});
  if (checked.virtual_account.empty() || has_fault(faults, "virtual_account_id")) return found;
  auto receiver = context.rows.find_virtual_account(context.workspace, checked.virtual_account);
  if (was_found(receiver) && receiver->main_account == checked.account &&
      receiver->status == virtual_account_status::active)
    found.receiver = std::move(*receiver);
  else
    faults.push_back(
        {"virtual_account_id", "not_found", "The bank account has no active virtual account with this id."});
  return found;
}

payment_link new_link(call_context& context, link_request& request, const checked_link& checked) {
  payment_link link;
  link.id = payment_link_id::make(context.now, context.services.random);
  link.public_id = make_public_id(context.services.random);
  link.workspace = context.workspace;
  link.account = checked.account;
  link.virtual_account = checked.virtual_account;
  link.reference = reference::make(reference_kind::payment_link, context.services.random);
  link.amount = checked.amount;
  link.description = std::move(request.description).value_or("");
  link.callback_url = std::move(request.callback_url).value_or("");
  link.redirect_url = std::move(request.redirect_url).value_or("");
  link.metadata = std::move(request.metadata);
  link.created_at = context.now;
  link.expires_at = checked.expires_at;
  link.created_by = {creator::kind::api_token, context.who.token.text()};
  return link;
}

/// 201 with the link as created; `is_replay` if an earlier request with the same idempotency key created it.
http_response answer_created(payment_link link, std::string_view public_url, bool is_replay) {
  const auto made = as_created(std::move(link));
  std::string data;
  // Dated by the creation, so that a replay is byte-identical.
  append_link(data, made, public_url, made.created_at);
  auto response = success(201, data, made.created_at);
  std::string location = "/v1.1/payment-links/";
  location.append(made.workspace.view()).append("/").append(made.id.view());
  response.headers.emplace_back("Location", std::move(location));
  mark_replay(response, is_replay);
  return response;
}

/// The answer to a request whose key was used before; none if it was not.
std::optional<http_response> replay(call_context& context, const idempotency_key& key) {
  auto used = look_up_key(context, key);
  if (auto* refused = std::get_if<http_response>(&used)) return std::move(*refused);
  const auto& subject = std::get<std::optional<std::string>>(used);
  if (!subject) return std::nullopt;
  const auto id = payment_link_id::parse(*subject);
  auto link = id ? context.rows.find_link(context.workspace, *id) : result<payment_link>{errc::internal_error};
  if (!link) return context.fail(link.error());
  return answer_created(std::move(*link), context.services.public_url, true);
}

void draw_again(write_command& write, random_source& random) {
  auto& link = std::get<create_link>(write).link;
  link.reference = reference::make(reference_kind::payment_link, random);
  link.public_id = make_public_id(random);
}

void note_created(const write_reply& reply, news_desk&) {
  const auto& made = std::get<created_link>(reply);
  if (!made.is_replay)
    log::info("payment_link.created", {{"workspace", made.link.workspace.view()}, {"link", made.link.id.view()}});
}

told_reply tell_created(const reply_context& context, result<write_reply>& outcome) {
  auto made = reply_to<create_link>(outcome);
  if (!made) return context.fail(made.error());
  return answer_created(std::move(made->link), context.services.public_url, made->is_replay);
}

http_response answer_link(const reply_context& context, const payment_link& link) {
  std::string data;
  append_link(data, link, context.services.public_url, context.now);
  return success(200, data, context.now);
}

/// 409 with the link's actual status.
http_response explain_not_pending(call_context& context) {
  const auto link = named_link(context);
  if (!link) return context.fail(link.error());
  const std::string status{to_text(visible_status(*link, context.now))};
  const std::array details{
      field_fault{"status", status, "The link is " + status + "; only a pending one can be cancelled."}};
  return context.fail(errc::payment_link_not_pending, {}, details);
}

told_reply tell_cancelled(const reply_context& context, result<write_reply>& outcome) {
  auto link = reply_to<close_link>(outcome);
  if (link) return answer_link(context, *link);
  if (to_errc(link.error()) == errc::payment_link_not_pending) return explain_not_pending;
  return context.fail(link.error());
}

} // namespace

result<payment_link> named_link(call_context& context) {
  const auto id = payment_link_id::parse(context.call.path[1]);
  if (!id) return errc::not_found;
  return context.rows.find_link(context.workspace, *id);
}

void announce_closed(const write_reply& reply, news_desk& news) { news.on_link_changed(std::get<payment_link>(reply)); }

handled create_payment_link(call_context& context) {
  auto body = read_json_body(context);
  if (auto* refused = std::get_if<http_response>(&body)) return std::move(*refused);
  const auto& document = std::get<boost::json::object>(body);
  auto key = read_idempotency_key(context, document);
  if (auto* refused = std::get_if<http_response>(&key)) return std::move(*refused);
  // Before checking the values: a request that was valid when first sent is answered again, even if its time has passed
  // since.
  if (auto again = replay(context, std::get<idempotency_key>(key))) return std::move(*again);
  auto decoded = decode_link_request(document);
  const auto workspace = context.rows.find_workspace(context.workspace);
  if (!was_found(workspace)) return context.fail(errc::insufficient_permissions);
  const auto checked = check_link_request(
      decoded.request, {workspace->mode, context.services.amount_max, context.services.addresses, context.now});
  auto faults = merge(std::move(decoded.faults), checked.faults);
  const auto accounts = look_up(context, checked, faults);
  if (!faults.empty()) return context.fail(errc::validation_error, {}, faults);
  if (workspace->status == workspace_status::suspended) return context.fail(errc::workspace_suspended);
  if (accounts.account->state != account_state::connected) return context.fail(errc::bank_account_not_connected);
  auto& named = std::get<idempotency_key>(key);
  return asked_command{{.workspace = context.workspace,
                        .write = create_link{new_link(context, decoded.request, checked), named},
                        .key = named,
                        .draw_again = draw_again,
                        .announce = note_created},
                       tell_created};
}

handled get_payment_link(call_context& context) {
  const auto link = named_link(context);
  if (!link) return context.fail_to_find("payment link", link.error());
  return answer_link(context, *link);
}

handled cancel_payment_link(call_context& context) {
  const auto body = read_no_members(context, "The body of this call has no members.");
  if (const auto* refused = std::get_if<http_response>(&body)) return *refused;
  const auto link = named_link(context);
  if (!link) return context.fail_to_find("payment link", link.error());
  return asked_command{{.workspace = context.workspace,
                        .write = close_link{context.workspace, link->id},
                        .link = link->reference,
                        .announce = [](const write_reply& reply,
                                       news_desk& news) { news.on_link_changed(std::get<payment_link>(reply)); }},
                       tell_cancelled};
}

handled list_link_payments(call_context& context) {
  const auto link = named_link(context);
  if (!link) return context.fail_to_find("payment link", link.error());
  auto asked = read_list_parameters(context);
  if (!asked.faults.empty()) return context.fail(errc::validation_error, {}, asked.faults);
  std::int64_t after_row = 0;
  std::from_chars(asked.position.data(), asked.position.data() + asked.position.size(), after_row);
  const auto found = context.rows.list_payments(context.workspace, link->row, asked.limit, asked.ascending, after_row);
  const auto data = list_of(found.rows, [&](std::string& out, const payment& row) { append_payment(out, *link, row); });
  return success_list(data, found.has_more,
                      next_cursor(context, found.has_more, [&] { return std::to_string(found.last_row); }),
                      context.now);
}

} // namespace paylink
