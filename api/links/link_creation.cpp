#include "api/calls/idempotency.hpp"
#include "api/calls/subject_routes.hpp"
#include "api/description/list_description.hpp"
#include "api/description/request_record.hpp"
#include "api/links/link_records.hpp"
#include "domain/links/link_rules.hpp"
#include "http/wire/envelope.hpp"
#include "logging/log.hpp"

#include <algorithm>

namespace paylink {

namespace {

using enum presence;

constexpr auto link_request_members = members_into<link_request>({
    {"bank_account_id", forms::bank_account_id, into<&link_request::bank_account_id>,
     "A connected account of the Workspace."},
    {"callback_url", forms::given_url, into<&link_request::callback_url>,
     "The URL for the callback: https, a public address, no user information, at most 2,048 bytes; port 443, or 1024 "
     "and above except ports that browsers block.",
     always, "https://shop.example/paid"},
    {"amount", forms::asked_amount, into<&link_request::amount>,
     "`2000` to `499999999` in VND, unless the operator has set another limit. Required with the national switch; "
     "otherwise optional: without it, the payer decides.",
     optional},
    {"virtual_account_id", forms::virtual_account_id, into<&link_request::virtual_account_id>,
     "An active virtual account of that bank account.", optional, "", false},
    {"redirect_url", forms::given_url, into<&link_request::redirect_url>,
     "The https URL that the payer is sent to afterwards.", optional, "https://shop.example/thanks?order=1842"},
    {"description", description_form, into<&link_request::description>, "Shown to the payer.", optional},
    {"expires_at", forms::given_time, into<&link_request::expires_at>,
     "At most 24 hours in the future; 24 hours by default.", optional, "", false},
    {"metadata", metadata_form, into<&link_request::metadata>,
     "Up to 20 pairs of strings, with keys of 1 to 40 characters and values of up to 500; returned with the link, but "
     "sent nowhere.",
     optional},
});
constexpr request_record link_request_record{
    "NewPaymentLink",
    "A payment link to create. Unknown members are rejected by name, so that a typo cannot silently drop "
    "an expiry.",
    link_request_members};

constexpr route_description creating_a_link{
    .id = "createPaymentLink",
    .tag = link_tag,
    .summary = "Create a payment link",
    .details = "An error lists everything that is wrong with the body. With an `Idempotency-Key`, the call can be "
               "repeated safely.",
    .headers = idempotency_headers,
    .bodies = {&link_request_record},
    .answers = {answers::created("The link, with the `url` for the payer.", link_record)},
    .errors = {errc::bank_account_not_connected, errc::workspace_suspended, errc::not_found, errc::conflict},
};

/// Looks up what the request names; adds `not_found` faults.
struct named_accounts {
  std::optional<bank_account> account;
  std::optional<virtual_account> receiver;
};
named_accounts look_up(call_context& context, const checked_link& checked, field_faults& faults) {
  named_accounts found;
  if (has_fault(faults, "bank_account_id")) return found;
  if (auto account = context.rows.ask(find_account{context.workspace, checked.account}); was_found(account))
    found.account = std::move(*account);
  else
    faults.push_back({"bank_account_id", "not_found", "No bank account of this Workspace has this id."});
  if (checked.virtual_account.empty() || has_fault(faults, "virtual_account_id")) return found;
  auto receiver = context.rows.ask(find_virtual_account{context.workspace, checked.virtual_account});
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
  link.created_by = context.who.as_creator();
  return link;
}

/// 201 with the link as created; `is_replay` if an earlier request with the same idempotency key created it.
http_response answer_created(payment_link link, std::string_view public_url, bool is_replay) {
  const auto made = as_created(std::move(link));
  // Dated by the creation, so that a replay is byte-identical.
  return repeatable(success(201, link_record.json(made, public_url, made.created_at), made.created_at), is_replay,
                    "/v1.1/payment-links/" + made.workspace.text() + "/" + made.id.text());
}

http_response replay_created(call_context& context, const std::string& subject) {
  const auto id = payment_link_id::parse(subject);
  auto link = id ? context.rows.ask(find_link{context.workspace, *id}) : result<payment_link>{errc::internal_error};
  return link ? answer_created(std::move(*link), context.services.public_url, true) : context.fail(link.error());
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

handled tell_created(const reply_context& context, created_link& made) {
  return answer_created(std::move(made.link), context.services.public_url, made.is_replay);
}

handled create_payment_link(call_context& context) {
  if (auto again = replay(context, replay_created)) return std::move(*again);
  auto [request, faults] = link_request_record.read(context.body);
  const auto workspace = context.rows.ask(find_workspace{context.workspace});
  if (!was_found(workspace)) return context.fail(errc::insufficient_permissions);
  const auto checked = check_link_request(
      request, {workspace->mode, context.services.amount_max, context.services.addresses, context.now});
  add_faults(faults, checked.faults);
  const auto accounts = look_up(context, checked, faults);
  if (!faults.empty()) return context.refuse(faults);
  if (workspace->status == workspace_status::suspended) return context.fail(errc::workspace_suspended);
  if (accounts.account->state != account_state::connected) return context.fail(errc::bank_account_not_connected);
  return continue_with{{.workspace = context.workspace,
                        .write = create_link{new_link(context, request, checked), context.key},
                        .key = context.key,
                        .draw_again = draw_again,
                        .announce = note_created},
                       on_success<create_link>(tell_created)};
}

} // namespace

constexpr api_route link_creation_rows[]{
    routes::with(permission::payment_links_write, http_method::post, "/v1.1/payment-links/{workspace_id}",
                 create_payment_link, creating_a_link),
};
constexpr std::span<const api_route> link_creation_routes{link_creation_rows};

} // namespace paylink
