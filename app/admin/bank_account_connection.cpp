#include "app/admin/operator_calls.hpp"
#include "domain/banks/bank_status.hpp"
#include "domain/banks/connection.hpp"
#include "domain/values/ascii.hpp"
#include "domain/values/word_list.hpp"

#include <boost/json.hpp>

#include <algorithm>

namespace paylink {

namespace json = boost::json;

namespace {

/// What is wrong with the order; empty: nothing.
std::string fault_of(const operator_call& call, const bank_account& account, banking_mode mode) {
  if (find_bank(account.bank) == nullptr) return no_such_bank(account.bank);
  if (mode == banking_mode::open_banking && !has_open_banking(account.bank))
    return "the Workspace uses open banking, which has " + joined(open_banking_banks, " and ") + "; " + account.bank +
           " needs the national switch";
  const auto configured = call.access.around.banks.find(account.bank);
  if (!is_served(account.bank, mode, configured == call.access.around.banks.end() ? nullptr : &configured->second))
    return "the settings do not allow " + account.bank + " in " + std::string{to_text(mode)} + ": banks." +
           account.bank + ".modes";
  if (fault_of_account_number(account.number))
    return account.number + " is not an account number: 4 to 19 digits or capital letters";
  if (fault_of_holder_name(account.holder_name)) return "the holder's name must have 1 to 100 characters on one line";
  const auto set = call.access.open_reader()->ask(list_bank_statuses{});
  for (const auto& code : {account.bank, account.feed})
    if (const auto status = call.status_of(code, set); !accepts_connections(status))
      return code + " is " + std::string{to_text(status)} + " and accepts no new connections";
  return {};
}

/// The Workspace's account with the bank and the number that the order names.
std::optional<bank_account> account_of(const operator_call& call, const workspace_id& workspace) {
  for (auto& row : call.access.open_reader()->ask(list_account_overviews{workspace}))
    if (row.account.bank == call.text("code") && row.account.number == call.text("number"))
      return std::move(row.account);
  return std::nullopt;
}

/// The account that is connected with the bank and the number that the order names, in whichever Workspace.
std::optional<bank_account> connected_account(const operator_call& call) {
  const auto* const bank = find_bank(call.text("code"));
  if (bank == nullptr) return std::nullopt;
  auto found = call.access.open_reader()->ask(find_account_of_feed{switch_code, bank->bin, call.text("number")});
  return found ? std::optional{std::move(*found)} : std::nullopt;
}

/// The account that the order is about: of the Workspace that it names, else the connected one.
std::optional<bank_account> named_account(const operator_call& call) {
  const auto text = call.text("workspace");
  if (text.empty()) return connected_account(call);
  const auto id = workspace_id::parse(text);
  return id ? account_of(call, *id) : std::nullopt;
}

json::object refuse_taken(const operator_call& call, const bank_account& account) {
  const auto about = "the account " + account.number + " of " + account.bank + " is already connected";
  const auto known = connected_account(call);
  if (!known) return refuse_order(about);
  const auto place = about + " in " + known->workspace.text();
  return refuse_order(known->workspace == account.workspace ? place : place + "; disconnect or evict it there first");
}

json::object end_connection(const operator_call& call, bool is_evicted) {
  const auto bank = call.text("code"), number = call.text("number"), workspace = call.text("workspace");
  if (find_bank(bank) == nullptr) return refuse_order(no_such_bank(bank));
  const auto account = named_account(call);
  if (!account)
    return refuse_order(workspace.empty() ? "no Workspace has connected the account " + number + " of " + bank
                                          : workspace + " has no account " + number + " of " + bank);
  const auto done = call.done(disconnect_account{
      .workspace = account->workspace, .id = account->id, .by = call.by(), .is_evicted = is_evicted});
  if (!done && to_errc(done.error()) == errc::conflict)
    return refuse_order(account->id.text() + " is pending, not connected; evict it to cancel the connection");
  if (!done) return refuse_storing(done.error());
  return {{"ok", true},
          {"summary", account->id.text() + " of " + account->workspace.text() + " is " +
                          (is_evicted ? "evicted" : "disconnected")},
          {"id", account->id.view()},
          {"workspace_id", account->workspace.view()}};
}

} // namespace

json::object disconnect_bank_account(const operator_call& call) { return end_connection(call, false); }

json::object evict_bank_account(const operator_call& call) { return end_connection(call, true); }

std::string no_such_bank(const std::string& code) {
  const auto lowered = ascii_lowered(code);
  for (const auto& bank : all_banks())
    if (!bank.code.empty() && ascii_lowered(bank.code) == lowered)
      return "unknown bank " + code + "; did you mean " + std::string{bank.code} + "?";
  return "unknown bank " + code + "; paylinkd admin banks list shows the codes";
}

json::object connect_bank_account(const operator_call& call) {
  const auto workspace_text = call.text("workspace");
  const auto id = workspace_id::parse(workspace_text);
  if (!id) return refuse_order(workspace_text + " is not a Workspace id (ws_…)");
  const auto workspace = call.access.open_reader()->ask(find_workspace{*id});
  if (!workspace) return refuse_order("there is no Workspace " + workspace_text);
  bank_account account;
  account.id = bank_account_id::make(call.access.now(), call.random);
  account.workspace = *id;
  account.owner = workspace->owner;
  account.bank = call.text("code");
  account.feed = workspace->mode == banking_mode::open_banking ? account.bank : std::string{switch_code};
  account.number = call.text("number");
  account.holder_name = call.text("holder");
  account.state = account_state::connected;
  // An account that the Workspace has is connected under its id.
  if (const auto known = account_of(call, *id); known && known->state != account_state::connected)
    account.id = known->id;
  if (const auto fault = fault_of(call, account, workspace->mode); !fault.empty()) return refuse_order(fault);
  account.bin = find_bank(account.bank)->bin;
  const auto done = call.done(connect_account{.account = account, .by = call.by()});
  if (!done && to_errc(done.error()) == errc::bank_account_taken) return refuse_taken(call, account);
  if (!done) return refuse_storing(done.error());
  return {{"ok", true}, {"summary", account.id.view()}, {"id", account.id.view()}, {"feed", account.feed}};
}

} // namespace paylink
