#include "api/description/transactions.hpp"

namespace paylink {

namespace {

using enum presence;

constexpr std::string_view transaction_tag = "Transactions";

constexpr form classification_word{.words = words_besides<classification, classification::rejected>,
                                   .example = "matched"};
constexpr form note_text{.most = 500, .example = "paid back on Monday"};
constexpr form bank_code{.example = "MB"};

constexpr member_description transaction_members[]{
    {"id", forms::transaction_id, "Its id."},
    {"workspace_id", forms::workspace_id, "The Workspace of the account."},
    {"transaction_id", forms::transaction_id, "The same as `id`."},
    {"account_id", forms::bank_account_id, "The account: the `bank_account_id` of links."},
    {"amount", forms::amount, "In VND, always above 0."},
    {"transfer_type", one_of_words<transfer_type>("credit"), "Whether money came in (`credit`) or went out (`debit`)."},
    {"content", forms::transfer_text, "The transfer text, as the bank reported it."},
    {"transaction_date", forms::time, "The bank's time."},
    {"bank_account_number", forms::account_number,
     "The number that the payer used: the virtual account's, if there was one."},
    {"bank", bank_code, "The bank's code."},
    {"recorded_at", forms::time, "Our time.", always, "2026-03-15T02:30:06.010Z"},
    {"bank_reference", forms::bank_reference, "The bank's own id for the entry."},
    {"virtual_account_id", forms::virtual_account_id, "The virtual account, if the payer used one.", nullable},
    {"classification", classification_word,
     "How the credit relates to the link that its text names: `matched` and `overpaid` completed it; `underpaid`: less "
     "than it asked for; `below_minimum`: less than 2,000 VND; `duplicate`: it had been paid already; `late`: it had "
     "expired, been cancelled or failed; `null`: it names no link, or is a debit.",
     nullable, "matched"},
    {"payment_link_id", forms::link_id, "The link that the text names.", nullable, "pl_01kkqc0a1bec394e5f6g7h8j9k"},
    {"order_id", forms::text, "Always `null`: this version has no orders.", nullable},
    {"attention", one_of_words<attention>("near_miss"),
     "Why a person should look at it: `ambiguous`: the text names two links; `near_miss`: it contains a reference with "
     "one wrong character; otherwise the classification.",
     nullable},
    {"likely_payment_link_id", forms::link_id,
     "The link whose reference the text contains with one wrong character. Nothing was completed: a person has to "
     "decide.",
     nullable},
    {"note", note_text, "What a person wrote about it.", nullable},
    {"settled", forms::truth, "Whether a person has settled it."},
    {"created_at", forms::time, "The same as `recorded_at`.", always, "2026-03-15T02:30:06.010Z"},
};
constexpr record_description transaction_record{
    .name = "Transaction",
    .sentence = "Money that moved on one of a Workspace's accounts, as the bank reported it. A member without a value "
                "is `null`, never left out.",
    .members = transaction_members,
};

constexpr member_description annotation_members[]{
    {"note", note_text, "A note for people; an empty note removes the old one.", optional},
    {"settled", forms::truth, "`true` removes it from the list of what needs attention, `false` puts it back.",
     optional, "true"},
};
constexpr record_description annotation_record{
    .name = "TransactionNote",
    .sentence = "What a person notes about a transaction: `note`, `settled`, or both.",
    .members = annotation_members,
    .is_closed = true,
    .needs_a_member = true,
};

constexpr parameter_description workspace_filter[]{
    {"workspace_id", forms::workspace_id, "Only those of this Workspace"},
};

} // namespace

constexpr route_description listing_all_transactions{
    .id = "listAllTransactions",
    .tag = transaction_tag,
    .summary = "List the transactions of every Workspace that the token may read",
    .details = "403 if there is none, or if `workspace_id` names another.",
    .query = {workspace_filter, transaction_filters, list_parameters_described},
    .answers = {{
        {"200", "The transactions, newest first.", answer_shape::page, &transaction_record},
    }},
    .errors = {errc::validation_error},
};
constexpr route_description listing_transactions{
    .id = "listTransactions",
    .tag = transaction_tag,
    .summary = "List a Workspace's transactions",
    .query = {transaction_filters, list_parameters_described},
    .answers = {{
        {"200", "The transactions, newest first.", answer_shape::page, &transaction_record},
    }},
    .errors = {errc::validation_error},
};
constexpr route_description getting_a_transaction{
    .id = "getTransaction",
    .tag = transaction_tag,
    .summary = "Read a transaction",
    .answers = {{
        {"200", "The transaction.", answer_shape::record, &transaction_record},
    }},
    .errors = {errc::not_found},
};
constexpr route_description annotating_a_transaction{
    .id = "annotateTransaction",
    .tag = transaction_tag,
    .summary = "Note what was done about a transaction",
    .details = "Changes no status, no classification and no event.",
    .bodies = {&annotation_record},
    .answers = {{
        {"200", "The transaction.", answer_shape::record, &transaction_record},
    }},
    .errors = {errc::unsupported_media_type, errc::validation_error, errc::not_found},
};

} // namespace paylink
