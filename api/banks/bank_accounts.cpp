#include "api/banks/account_calls.hpp"
#include "api/banks/bank_account_records.hpp"
#include "api/calls/list_parameters.hpp"
#include "api/calls/subject_routes.hpp"
#include "api/description/list_description.hpp"
#include "http/wire/envelope.hpp"

namespace paylink {

namespace {

constexpr route_description listing_accounts{
    .id = "listBankAccounts",
    .tag = bank_tag,
    .summary = "List a Workspace's bank accounts",
    .query = {list_parameters_described},
    .answers = {answers::page("The accounts, newest first.", bank_account_record)},
};

handled list_bank_accounts(call_context& context) {
  const auto asked = read_list_parameters(context);
  if (!asked.faults.empty()) return context.refuse(asked.faults);
  auto rows = context.rows.ask(list_account_overviews{context.workspace});
  const bool has_more = take_page(rows, asked, [](const account_overview& row) { return row.account.id.view(); });
  return answer_page(context, rows, has_more, bank_account_record,
                     [](const account_overview& last) { return last.account.id.text(); });
}

constexpr route_description showing_an_account{
    .id = "getBankAccount",
    .tag = bank_tag,
    .summary = "Read a bank account",
    .answers = {answers::record("The account.", bank_account_record)},
};

constexpr route_description disconnecting_an_account{
    .id = "disconnectBankAccount",
    .tag = bank_tag,
    .summary = "Disconnect a bank account",
    .details = "No more links can be created for it. Pending links stay: payments for them are recorded when the bank "
               "reports them, and they expire as usual. Disconnecting a disconnected account only cancels a connection "
               "in progress. A pending account gets 409.",
    .answers = {answers::record("The account.", bank_account_record)},
    .errors = {errc::conflict},
};

handled tell_disconnected(const reply_context& context, result<write_reply>& outcome) {
  if (!outcome && to_errc(outcome.error()) == errc::conflict)
    return context.fail(errc::conflict, "This account is not connected yet. Delete it to cancel its connection.");
  if (!outcome) return context.fail_to_find("bank account", outcome.error());
  return show_bank_account;
}

handled disconnect_bank_account(call_context& context) {
  const auto id = bank_account_id::parse(context.call.path[1]);
  if (!id) return context.fail_to_find("bank account", errc::not_found);
  return continue_with{
      {.workspace = context.workspace,
       .write = disconnect_account{.workspace = context.workspace, .id = *id, .by = context.by_caller()}},
      tell_disconnected};
}

constexpr route_description removing_an_account{
    .id = "removeBankAccount",
    .tag = bank_tag,
    .summary = "Remove a bank account",
    .details =
        "Permanent. Its pending links fail with `bank_account_removed`, its pending orders fail, and later entries are "
        "no longer recorded here. Recorded data stays. Removing a pending account cancels its connection.",
    .answers = {answers::nothing("The bank account has been removed.")},
};

handled tell_removed(const reply_context& context, result<write_reply>& outcome) {
  if (!outcome) return context.fail_to_find("bank account", outcome.error());
  return done_without_body();
}

handled remove_bank_account(call_context& context) {
  const auto id = bank_account_id::parse(context.call.path[1]);
  if (!id) return context.fail_to_find("bank account", errc::not_found);
  return continue_with{{.workspace = context.workspace,
                        .write = remove_account{.workspace = context.workspace, .id = *id, .by = context.by_caller()},
                        .announce = [](const write_reply&, news_desk& news) { news.on_accounts_due(); }},
                       tell_removed};
}

} // namespace

result<account_overview> find_account_of_call(call_context& context) {
  const auto id = bank_account_id::parse(context.call.path[1]);
  if (!id) return errc::not_found;
  return context.rows.ask(find_account_overview{context.workspace, *id});
}

handled show_bank_account(call_context& context) {
  const auto found = find_account_of_call(context);
  if (!found) return context.fail_to_find("bank account", found.error());
  return answer_account(200, *found, context.now);
}

using enum permission;
constexpr api_route bank_account_rows[]{
    routes::in_turn(routes::with(bank_accounts_read, http_method::get, "/v1.1/bank-accounts/{workspace_id}",
                                 list_bank_accounts, listing_accounts)),
    routes::with(bank_accounts_read, http_method::get, "/v1.1/bank-accounts/{workspace_id}/{bank_account_id}",
                 show_bank_account, showing_an_account),
    routes::by_admins(routes::by_session(routes::with(bank_accounts_write, http_method::post,
                                                      "/v1.1/bank-accounts/{workspace_id}/{bank_account_id}/disconnect",
                                                      disconnect_bank_account, disconnecting_an_account))),
    routes::with(bank_accounts_delete, http_method::del, "/v1.1/bank-accounts/{workspace_id}/{bank_account_id}",
                 remove_bank_account, removing_an_account),
};
constexpr std::span<const api_route> bank_account_routes{bank_account_rows};

} // namespace paylink
