#include "api/banks/account_calls.hpp"
#include "api/banks/bank_account_records.hpp"
#include "api/calls/list_parameters.hpp"
#include "api/calls/subject_routes.hpp"
#include "api/description/list_description.hpp"
#include "http/wire/envelope.hpp"
#include "logging/log.hpp"

namespace paylink {

namespace {

constexpr route_description listing_virtual_accounts{
    .id = "listVirtualAccounts",
    .tag = bank_tag,
    .summary = "List the virtual accounts of a bank account",
    .query = {list_parameters_described},
    .answers = {answers::page("The virtual accounts, newest first.", virtual_account_record)},
};

handled list_virtual_accounts_of(call_context& context) {
  const auto asked = read_list_parameters(context);
  const auto id = bank_account_id::parse(context.call.path[1]);
  const auto account =
      id ? context.rows.ask(find_account{context.workspace, *id}) : result<bank_account>{errc::not_found};
  if (!account) return context.fail_to_find("bank account", account.error());
  if (!asked.faults.empty()) return context.refuse(asked.faults);
  auto rows = context.rows.ask(list_virtual_accounts{context.workspace, *id});
  const bool has_more = take_page(rows, asked, [](const virtual_account& row) { return row.id.view(); });
  return answer_page(context, rows, has_more, virtual_account_record, behind_id);
}

constexpr route_description closing_a_virtual_account{
    .id = "closeVirtualAccount",
    .tag = bank_tag,
    .summary = "Close a virtual account",
    .details = "Permanent. While a pending link uses it, the response is 409: cancel the link first, or wait until it "
               "ends. Closing a closed one changes nothing.",
    .answers = {answers::nothing("The virtual account has been closed.")},
    .errors = {errc::conflict},
};

/// The bank is told, too; a number that it still knows takes money for the account, which is recorded.
handled answer_bank(const account_overview& account, std::string_view number) {
  return continue_with{connector_call{close_virtual_number(account.account.feed, account.connection_id, number)},
                       [](call_context& context, const connector_answer& answer) -> handled {
                         if (!std::holds_alternative<connector_done>(read_done(answer)))
                           log::warning("virtual_account.open_at_bank", {{"trace_id", context.call.request.trace_id}});
                         return done_without_body();
                       }};
}

handled go_on_closed(call_context& context) {
  const auto account = find_account_of_call(context);
  const auto id = virtual_account_id::parse(context.call.path[2]);
  const auto closed = context.rows.ask(find_virtual_account{context.workspace, id.value_or(virtual_account_id{})});
  const bool asks_bank = account && closed && context.services.connectors.contains(account->account.feed) &&
                         !account->connection_id.empty();
  if (!asks_bank) return done_without_body();
  return answer_bank(*account, closed->number);
}

handled tell_closed(const reply_context& context, result<write_reply>& outcome) {
  if (outcome) return go_on_closed;
  if (to_errc(outcome.error()) == errc::conflict)
    return context.fail(errc::conflict,
                        "A pending link uses this virtual account. Cancel the link, or wait until it ends.");
  return context.fail_to_find("virtual account", outcome.error(), 2);
}

handled close_virtual(call_context& context) {
  const auto account = bank_account_id::parse(context.call.path[1]);
  if (!account) return context.fail_to_find("bank account", errc::not_found);
  const auto id = virtual_account_id::parse(context.call.path[2]);
  if (!id) return context.fail_to_find("virtual account", errc::not_found, 2);
  return continue_with{{.workspace = context.workspace,
                        .write = close_virtual_account{.workspace = context.workspace,
                                                       .account = *account,
                                                       .id = *id,
                                                       .by = context.by_caller()}},
                       tell_closed};
}

} // namespace

using enum permission;
constexpr api_route virtual_account_rows[]{
    routes::in_turn(routes::with(bank_accounts_read, http_method::get,
                                 "/v1.1/bank-accounts/{workspace_id}/{bank_account_id}/virtual-accounts",
                                 list_virtual_accounts_of, listing_virtual_accounts)),
    routes::with(bank_accounts_delete, http_method::del,
                 "/v1.1/bank-accounts/{workspace_id}/{bank_account_id}/virtual-accounts/{virtual_account_id}",
                 close_virtual, closing_a_virtual_account),
};
constexpr std::span<const api_route> virtual_account_routes{virtual_account_rows};

} // namespace paylink
