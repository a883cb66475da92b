#include "api/banks/bank_account_records.hpp"

#include "api/description/forms.hpp"
#include "http/wire/envelope.hpp"

namespace paylink {

namespace {

using enum presence;

std::vector<std::string_view> account_states() { return {"pending", "connected", "disconnected"}; }
std::vector<std::string_view> virtual_statuses() { return {"active", "closed"}; }

constexpr form account_state_word{.words = account_states, .example = "connected"};
constexpr form virtual_status{.words = virtual_statuses, .example = "active"};

std::vector<std::string_view> proof_methods() { return {"otp", "transfer"}; }
constexpr form proof_method{.words = proof_methods, .example = "otp"};
constexpr form verification_text{
    .phrase = "PFVA and 8 of A-Z and 0-9", .pattern = "^PFVA[0-9A-Z]{8}$", .example = "PFVA7K2M9QX4"};

constexpr auto connection_members = members_of<connection_in_progress>({
    {"method", proof_method, [](auto& of) { return of.proof == ownership_proof::otp ? "otp" : "transfer"; },
     "How you prove that the account is yours. `otp`: with a one-time code that the bank sends to the holder; "
     "`transfer`: with a transfer of any amount from the account to any other, with `verification_text` in its text."},
    {"verification_text", verification_text, get<&connection_in_progress::verification_text>,
     "What the transfer's text must contain; `null` for `otp`.", nullable},
    {"expires_at", forms::time, get<&connection_in_progress::expires_at>, "When the connection attempt expires."},
    {"otp_expires_at", forms::time, get<&connection_in_progress::otp_until>,
     "When the last code expires; `null` for `transfer`.", nullable},
});
constexpr written_record<connection_in_progress> connection_record{"AccountConnection", "A connection in progress.",
                                                                   connection_members};

constexpr auto account_members = members_of<account_overview>({
    {"id", forms::bank_account_id, get<&account_overview::account, &bank_account::id>, "Its id."},
    {"workspace_id", forms::workspace_id, get<&account_overview::account, &bank_account::workspace>, "Its Workspace."},
    {"bank", forms::bank_code, get<&account_overview::account, &bank_account::bank>, "The code of its bank."},
    {"account_type", one_of_words<account_type>("main_with_virtual"),
     get<&account_overview::account, &bank_account::type>, "Whether it can have virtual accounts."},
    {"account_number", forms::account_number, get<&account_overview::account, &bank_account::number>,
     "Its number at the bank."},
    {"holder_name", forms::text, get<&account_overview::account, &bank_account::holder_name>,
     "The account holder, as the bank writes the name.", always, "NGUYEN VAN A"},
    {"state", account_state_word, get<&account_overview::account, &bank_account::state>,
     "`pending`: its ownership is not proved yet. `connected`: its entries are recorded, and links can be created for "
     "it. `disconnected`: no links can be created, and entries from feeds are on hold until its number is connected "
     "again; while links may be pending, the bank's connector is still asked for entries."},
    {"connected_at", forms::time, get<&account_overview::connected_at>,
     "When it was last connected; `null` if it never was.", nullable},
    {"last_heard_at", forms::time, get<&account_overview::last_heard_at>, "When its newest transaction was recorded.",
     nullable},
    {"connection", connection_record, get<&account_overview::connection>,
     "The connection in progress, while it is `pending` or being reconnected; otherwise `null`.", nullable},
    {"created_at", forms::time, [](auto& of) { return of.account.id.made_at(); }, "When the connection was started."},
});

constexpr auto virtual_members = members_of<virtual_account>({
    {"id", forms::virtual_account_id, get<&virtual_account::id>, "Its id."},
    {"bank_account_id", forms::bank_account_id, get<&virtual_account::main_account>,
     "The bank account that receives the money."},
    {"account_number", forms::account_number, get<&virtual_account::number>, "The account number to pay to.", always,
     "VQRQABCDE0001"},
    {"name", forms::text, get<&virtual_account::name>, "Its name.", always, "Till 1"},
    {"status", virtual_status,
     [](auto& of) { return of.status == virtual_account_status::active ? "active" : "closed"; },
     "No link can be created for a `closed` one."},
});

} // namespace

constexpr written_record<account_overview> bank_account_record{
    "BankAccount", "A bank account whose entries a Workspace receives.", account_members};

http_response answer_account(unsigned status, const account_overview& row, timestamp now) {
  return success(status, bank_account_record.json(row), now);
}

constexpr written_record<virtual_account> virtual_account_record{
    "VirtualAccount", "A separate number for a bank account, which identifies the payments to it.", virtual_members};

} // namespace paylink
