#include "api/calls/subject_routes.hpp"
#include "api/description/forms.hpp"
#include "domain/banks/transaction.hpp"

namespace paylink {

namespace {

using enum presence;

std::vector<std::string_view> entry_statuses() { return {"booked", "rejected"}; }

constexpr form virtual_number{.most = 64, .example = "VQRQABCDE0001"};
constexpr form bin{.pattern = "^[0-9]{6}$", .example = "970422"};
constexpr form dong{.type = json_type::whole_number, .least = 1, .example = "150000"};
constexpr form entry_status_word{.words = entry_statuses, .example = "booked"};
constexpr form state_word{.example = "expired"};

constexpr member_description entry_members[]{
    {"bank_reference", forms::bank_reference,
     "The bank's own id for the entry. Another entry with the same reference, account and status is a duplicate."},
    {"account_number", forms::account_number, "The account at the bank."},
    {"virtual_account_number", virtual_number, "The number that the payer used, if different.", withheld},
    {"bin", bin, "Required on the switch's feed only, where it identifies the account together with the number.",
     withheld},
    {"amount", dong, "An integer above 0, in VND."},
    {"transfer_type", one_of_words<transfer_type>("credit"), "Whether money came in or went out."},
    {"content", forms::transfer_text, "The transfer text, unchanged; without it, the entry names no link.", withheld},
    {"occurred_at", forms::given_time, "The bank's time."},
    {"status", entry_status_word, "`booked`, or `rejected` for a payment that the switch rejected."},
};
constexpr record_description entry_record{
    .name = "BankEntry",
    .sentence = "One entry of an account. Unknown members are ignored.",
    .members = entry_members,
};

constexpr form up_to_500_entries{.type = json_type::records, .least = 1, .most = 500, .of = &entry_record};
constexpr member_description batch_members[]{
    {"entries", up_to_500_entries, "The entries, in any order. An unreadable entry does not block the others."},
};
constexpr record_description batch_record{
    .name = "BankEntries",
    .sentence = "Up to 500 entries and 1 MiB.",
    .members = batch_members,
};

constexpr member_description notice_members[]{
    {"connection_state", state_word,
     "With `lapsed`, `expired` or `disconnected`, the account is disconnected. Other states are only logged."},
    {"account_number", forms::account_number, "The account at the bank.", withheld},
    {"bin", bin, "The account's bank, on the switch's feed.", withheld},
};
constexpr record_description notice_record{
    .name = "ConnectionNotice",
    .sentence = "The bank reports the state of a connection.",
    .members = notice_members,
};

constexpr member_description result_members[]{
    {"bank_reference", forms::text, "The entry's reference, if it could be read.", nullable, "FT26074000123"},
    {"result", one_of_words<entry_result>("recorded"),
     "`recorded`: now a transaction or, with the status `rejected`, one of its link's payments; `duplicate`: recorded "
     "before; `held`: on hold, the Workspace is suspended; `unknown_account`: no Workspace has connected this account; "
     "`invalid`: unreadable; `ignored`: not booked. Entries with `held`, `unknown_account` or `invalid` are kept as "
     "received."},
    {"transaction_id", forms::transaction_id,
     "The transaction's id; for a duplicate, that of the first entry. A rejected entry has none.", nullable,
     "txn_01kkqc6tq0e9s8v7w6x5y4z3a2"},
    {"reason", forms::text, "The reason for `invalid` or `ignored`.", nullable},
};
constexpr record_description result_record{
    .name = "EntryResult",
    .sentence = "The result for one entry.",
    .members = result_members,
};

constexpr route_description reporting_entries{
    .id = "reportEntries",
    .tag = "Bank feed",
    .summary = "Report the entries of accounts at a bank",
    .details = "For a bank's connector. Send entries in any order, and repeat them until the response is 200: an entry "
               "that arrives twice is recorded once. A feed with the format `camt054`, `sepay` or `casso` has its own "
               "body and authentication; a native one also accepts a camt.054 document as `application/xml`.",
    .bodies = {&entry_record, &batch_record, &notice_record},
    .answers = {answers::rows("Everything is stored: one result for each entry, in the same order; none for a notice.",
                              result_record)},
};

} // namespace

constexpr api_route feed_rows[]{
    routes::signed_by_bank(http_method::post, "/v1.1/bank-feed/{bank}", reporting_entries),
};
constexpr std::span<const api_route> feed_routes{feed_rows};

} // namespace paylink
