#include "api/banks/account_calls.hpp"
#include "api/banks/bank_account_records.hpp"
#include "api/calls/idempotency.hpp"
#include "api/calls/subject_routes.hpp"
#include "api/description/list_description.hpp"
#include "api/description/request_record.hpp"
#include "domain/banks/connection.hpp"
#include "domain/values/free_text.hpp"
#include "http/wire/envelope.hpp"
#include "logging/log.hpp"

namespace paylink {

namespace {

constexpr std::size_t name_points_max = 100;
constexpr form virtual_name_form{.least = 1, .most = name_points_max, .example = "Till 1"};
constexpr form new_number_form{.pattern = "^[0-9A-Z]{4,19}$", .example = "VQRQABCDE0001"};

struct asked_virtual {
  std::optional<std::string> name, account_number;
};
constexpr auto new_virtual_members = members_into<asked_virtual>({
    {"name", virtual_name_form, into<&asked_virtual::name>, "Its display name, 1 to 100 characters."},
    {"account_number", new_number_form, into<&asked_virtual::account_number>,
     "The number that your provider issued, if the bank has no connector; otherwise the bank issues one.",
     presence::optional, new_number_form.example, false},
});
constexpr request_record new_virtual_record{"NewVirtualAccount", "A virtual account to issue.", new_virtual_members};

constexpr route_description issuing_a_virtual_account{
    .id = "issueVirtualAccount",
    .tag = bank_tag,
    .summary = "Issue a virtual account",
    .details = "The bank issues the number; if it has no connector, provide the number that your provider issued. The "
               "account must be connected and can have 1,000 virtual accounts: otherwise 409.",
    .headers = idempotency_headers,
    .bodies = {&new_virtual_record},
    .answers = {answers::created("The virtual account.", virtual_account_record)},
    .errors = {errc::conflict, errc::bank_account_not_connected, errc::bank_unreachable},
};

http_response answer_made(const reply_context& context, const virtual_account& record, bool is_replay) {
  return repeatable(success(201, virtual_account_record.json(record), context.now), is_replay,
                    "/v1.1/bank-accounts/" + context.call.workspace.text() + "/" + record.main_account.text() +
                        "/virtual-accounts");
}

handled tell_made(const reply_context& context, result<write_reply>& outcome) {
  const auto made = reply_to<create_virtual_account>(outcome);
  if (made) {
    if (!made->is_replay) log::info("virtual_account.created", {{"workspace", context.call.workspace.view()}});
    return answer_made(context, made->record, made->is_replay);
  }
  switch (to_errc(made.error())) {
  case errc::conflict:
    return context.fail(errc::conflict, "The account already has a virtual account with this number.");
  case errc::payload_too_large:
    return context.fail(errc::conflict, "The account already has 1,000 virtual accounts.");
  default:
    return context.fail_to_find("bank account", made.error());
  }
}

handled save(create_virtual_account wanted) {
  auto key = wanted.key;
  const auto workspace = wanted.workspace;
  return continue_with{{.workspace = workspace, .write = std::move(wanted), .key = std::move(key)}, tell_made};
}

void check_name(const std::optional<std::string>& name, field_faults& faults) {
  if (!name) return;
  if (name->empty()) add_faults(faults, {{"name", "required", "name must not be empty."}});
  if (count_code_points(*name) > name_points_max)
    add_faults(faults, {{"name", "too_long", "name has at most 100 characters."}});
  if (holds_control_character(*name))
    add_faults(faults, {{"name", "format", "name must not contain control characters."}});
}

void check_number(const std::optional<std::string>& text, bool asks_bank, field_faults& faults) {
  if (asks_bank) {
    if (text) add_faults(faults, {{"account_number", "not_allowed", "The bank issues the number. Leave it out."}});
    return;
  }
  if (auto fault = fault_of_account_number(text.value_or(""))) add_faults(faults, {std::move(*fault)});
}

handled issue(const account_overview& account, create_virtual_account wanted) {
  constexpr static std::string_view fields[]{"name"};
  auto request =
      ask_for_virtual_account(account.account.feed, account.connection_id, wanted.record.name, wanted.record.id.text());
  return continue_with{connector_call{std::move(request)},
                       [wanted = std::move(wanted)](call_context& context, const connector_answer& answer) -> handled {
                         auto read = read_issued(answer);
                         if (auto refused = refuse_answer(context, read, fields)) return std::move(*refused);
                         auto made = wanted;
                         made.record.number = std::get<issued_number>(read).number;
                         return save(std::move(made));
                       }};
}

http_response replay_virtual(call_context& context, const std::string& subject) {
  const auto first = context.rows.ask(find_virtual_account{context.workspace, virtual_account_id::from_store(subject)});
  if (!first) return context.fail_to_find("virtual account", first.error());
  return answer_made(context, *first, true);
}

handled issue_virtual_account(call_context& context) {
  const auto seen = find_account_of_call(context);
  if (!seen) return context.fail_to_find("bank account", seen.error());
  if (auto again = replay(context, replay_virtual)) return std::move(*again);
  if (seen->account.state != account_state::connected) return context.fail(errc::bank_account_not_connected);
  // One that a transfer has connected is unknown to the connector.
  const bool asks_bank = context.services.connectors.contains(seen->account.feed) && !seen->connection_id.empty();
  auto [asked, faults] = new_virtual_record.read(context.body);
  require_member(asked.name, "name", faults);
  check_name(asked.name, faults);
  check_number(asked.account_number, asks_bank, faults);
  if (!faults.empty()) return context.refuse(faults);
  create_virtual_account wanted{.record = {.id = virtual_account_id::make(context.now, context.services.random),
                                           .main_account = seen->account.id,
                                           .number = asked.account_number.value_or(""),
                                           .name = *asked.name,
                                           .status = virtual_account_status::active},
                                .workspace = context.workspace,
                                .key = context.key,
                                .by = context.by_caller()};
  return asks_bank ? issue(*seen, std::move(wanted)) : save(std::move(wanted));
}

} // namespace

using enum permission;
constexpr api_route virtual_account_creation_rows[]{
    routes::with(bank_accounts_write, http_method::post,
                 "/v1.1/bank-accounts/{workspace_id}/{bank_account_id}/virtual-accounts", issue_virtual_account,
                 issuing_a_virtual_account),
};
constexpr std::span<const api_route> virtual_account_creation_routes{virtual_account_creation_rows};

} // namespace paylink
