#include "api/banks/bank_account_records.hpp"

#include "api/description/forms.hpp"
#include "http/wire/envelope.hpp"
#include "http/wire/record_writer.hpp"

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

constexpr member_description connection_members[]{
    {"method", proof_method,
     "How you prove that the account is yours. `otp`: with a one-time code that the bank sends to the holder; "
     "`transfer`: with a transfer of any amount from the account to any other, with `verification_text` in its text."},
    {"verification_text", verification_text, "What the transfer's text must contain; `null` for `otp`.", nullable},
    {"expires_at", forms::time, "When the connection attempt expires."},
    {"otp_expires_at", forms::time, "When the last code expires; `null` for `transfer`.", nullable},
};
constexpr record_description connection_record{
    .name = "AccountConnection",
    .sentence = "A connection in progress.",
    .members = connection_members,
};

constexpr member_description account_members[]{
    {"id", forms::bank_account_id, "Its id."},
    {"workspace_id", forms::workspace_id, "Its Workspace."},
    {"bank", forms::bank_code, "The code of its bank."},
    {"account_type", one_of_words<account_type>("main_with_virtual"), "Whether it can have virtual accounts."},
    {"account_number", forms::account_number, "Its number at the bank."},
    {"holder_name", forms::text, "The account holder, as the bank writes the name.", always, "NGUYEN VAN A"},
    {"state", account_state_word,
     "`pending`: its ownership is not proved yet. `connected`: its entries are recorded, and links can be created for "
     "it. `disconnected`: no links can be created, and entries from feeds are on hold until its number is connected "
     "again; while links may be pending, the bank's connector is still asked for entries."},
    {"connected_at", forms::time, "When it was last connected; `null` if it never was.", nullable},
    {"last_heard_at", forms::time, "When its newest transaction was recorded.", nullable},
    {"connection", forms::record(connection_record),
     "The connection in progress, while it is `pending` or being reconnected; otherwise `null`.", nullable},
    {"created_at", forms::time, "When the connection was started."},
};

constexpr member_description virtual_members[]{
    {"id", forms::virtual_account_id, "Its id."},
    {"bank_account_id", forms::bank_account_id, "The bank account that receives the money."},
    {"account_number", forms::account_number, "The account number to pay to.", always, "VQRQABCDE0001"},
    {"name", forms::text, "Its name.", always, "Till 1"},
    {"status", virtual_status, "No link can be created for a `closed` one."},
};

} // namespace

constexpr record_description bank_account_record{
    .name = "BankAccount",
    .sentence = "A bank account whose entries a Workspace receives.",
    .members = account_members,
};

namespace {

void append_connection(std::string& out, const connection_in_progress& connection) {
  record_writer{out}
      .text("method", connection.proof == ownership_proof::otp ? "otp" : "transfer")
      .text_or_null("verification_text", connection.verification_text)
      .time("expires_at", connection.expires_at)
      .time("otp_expires_at", connection.otp_until)
      .close();
}

} // namespace

void append_bank_account(std::string& out, const account_overview& row) {
  const auto& account = row.account;
  record_writer record{out};
  record.text("id", account.id.view())
      .text("workspace_id", account.workspace.view())
      .text("bank", account.bank)
      .text("account_type", to_text(account.type))
      .text("account_number", account.number)
      .text("holder_name", account.holder_name)
      .text("state", to_text(account.state))
      .time("connected_at", row.connected_at)
      .time("last_heard_at", row.last_heard_at);
  if (row.connection)
    append_connection(record.member("connection"), *row.connection);
  else
    record.null("connection");
  record.time("created_at", account.id.made_at()).close();
}

http_response answer_account(unsigned status, const account_overview& row, timestamp now) {
  std::string data;
  append_bank_account(data, row);
  return success(status, data, now);
}

constexpr record_description virtual_account_record{
    .name = "VirtualAccount",
    .sentence = "A separate number for a bank account, which identifies the payments to it.",
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
