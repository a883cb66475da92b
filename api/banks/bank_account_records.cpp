#include "api/banks/bank_account_records.hpp"

#include "api/description/forms.hpp"
#include "http/wire/record_writer.hpp"

namespace paylink {

namespace {

using enum presence;

std::vector<std::string_view> account_types() { return {"main", "main_with_virtual"}; }
std::vector<std::string_view> account_states() { return {"pending", "connected", "disconnected"}; }
std::vector<std::string_view> virtual_statuses() { return {"active", "closed"}; }

constexpr form account_type{.words = account_types, .example = "main_with_virtual"};
constexpr form account_state_word{.words = account_states, .example = "connected"};
constexpr form virtual_status{.words = virtual_statuses, .example = "active"};

constexpr member_description account_members[]{
    {"id", forms::bank_account_id, "Its id."},
    {"workspace_id", forms::workspace_id, "Its Workspace."},
    {"bank", forms::bank_code, "The code of its bank."},
    {"account_type", account_type, "Whether it has virtual accounts."},
    {"account_number", forms::account_number, "Its number at the bank."},
    {"holder_name", forms::text, "Who holds it, as the bank writes it.", always, "NGUYEN VAN A"},
    {"state", account_state_word,
     "`connected`: its entries are recorded, and links can be made for it. While it is `disconnected`, no link can be "
     "made; money that comes in for pending links is still recorded when the bank tells of it."},
    {"connected_at", forms::time, "When it was connected; `null` while it is pending.", nullable},
    {"last_heard_at", forms::time, "When its newest transaction was recorded.", nullable},
};

constexpr member_description virtual_members[]{
    {"id", forms::virtual_account_id, "Its id."},
    {"bank_account_id", forms::bank_account_id, "The account that gets the money."},
    {"account_number", forms::account_number, "The number to pay to.", always, "VQRQABCDE0001"},
    {"name", forms::text, "Its name.", always, "Till 1"},
    {"status", virtual_status, "No link can be made for one that is `closed`."},
};

} // namespace

constexpr record_description bank_account_record{
    .name = "BankAccount",
    .sentence = "An account at a bank whose entries a Workspace gets.",
    .members = account_members,
};

void append_bank_account(std::string& out, const account_overview& row) {
  const auto& account = row.account;
  record_writer{out}
      .text("id", account.id.view())
      .text("workspace_id", account.workspace.view())
      .text("bank", account.bank)
      .text("account_type", row.has_virtual_accounts ? "main_with_virtual" : "main")
      .text("account_number", account.number)
      .text("holder_name", account.holder_name)
      .text("state", to_text(account.state))
      .time("connected_at", row.connected_at)
      .time("last_heard_at", row.last_heard_at)
      .close();
}

constexpr record_description virtual_account_record{
    .name = "VirtualAccount",
    .sentence = "A number that stands for a bank account, so that one can tell what was paid to it.",
    .members = virtual_members,
};

void append_virtual_account(std::string& out, const virtual_account& row) {
  record_writer{out}
      .text("id", row.id.view())
      .text("bank_account_id", row.main_account.view())
      .text("account_number", row.number)
      .text("name", row.name)
      .text("status", row.status == virtual_account_status::active ? "active" : "closed")
      .close();
}

} // namespace paylink
