#include "api/transactions/transaction_record.hpp"

#include "api/calls/creator_record.hpp"
#include "api/description/forms.hpp"
#include "api/description/order_filters.hpp"

namespace paylink {

namespace {

using enum presence;

constexpr form classification_word{.words = words_besides<classification, classification::rejected>,
                                   .example = "matched"};
constexpr form bank_code{.example = "MB"};

constexpr auto transaction_members = members_of<bank_transaction>({
    {"id", forms::transaction_id, get<&bank_transaction::id>, "Its id."},
    {"workspace_id", forms::workspace_id, get<&bank_transaction::workspace>, "The Workspace of the account."},
    {"transaction_id", forms::transaction_id, get<&bank_transaction::id>, "The same as `id`."},
    {"account_id", forms::bank_account_id, get<&bank_transaction::account>,
     "The account: the `bank_account_id` of links."},
    {"amount", forms::amount, get<&bank_transaction::amount>, "In VND, always above 0."},
    {"transfer_type", one_of_words<transfer_type>("credit"), get<&bank_transaction::type>,
     "Whether money came in (`credit`) or went out (`debit`)."},
    {"content", forms::transfer_text, get<&bank_transaction::content>,
     "The transfer text, as the bank reported it. A text of more than 1,000 characters is cut to 999 and `…`."},
    {"content_full", forms::transfer_text, get<&bank_transaction::whole_content>,
     "The full transfer text if it was cut, else `null`; only when a single transaction is read.", nullable},
    {"transaction_date", forms::time, get<&bank_transaction::occurred_at>, "The bank's time."},
    {"bank_account_number", forms::account_number, get<&bank_transaction::account_number>,
     "The number that the payer used: that of the virtual account, if any."},
    {"bank", bank_code, get<&bank_transaction::bank>, "The bank's code."},
    {"recorded_at", forms::time, get<&bank_transaction::recorded_at>, "When the service recorded it.", always,
     "2026-03-15T02:30:06.010Z"},
    {"bank_reference", forms::bank_reference, get<&bank_transaction::bank_reference>,
     "The bank's own id for the entry."},
    {"virtual_account_id", forms::virtual_account_id, get<&bank_transaction::virtual_account>,
     "The virtual account that the payer used, if any.", nullable},
    {"classification", classification_word, get<&bank_transaction::classified>,
     "How the credit relates to the link or order named in its text. `matched` and `overpaid`: it completed the link "
     "or order; `underpaid`: less than the expected amount; `below_minimum`: less than 2,000 VND; `duplicate`: the "
     "link or order had already been paid; `late`: it had expired, been cancelled or failed; `null`: the text names "
     "neither, it is a debit, or it is an unconfirmed match from a statement.",
     nullable, "matched"},
    {"source", one_of_words<transaction_source>("feed"), get<&bank_transaction::source>,
     "Its source: `feed`: sent by the bank; `fetched`: read from the bank; `statement`: only in an imported statement, "
     "until the bank reports it, too."},
    {"unproven", forms::truth, get<&bank_transaction::is_unproven>,
     "Only statements that prove nothing contain it: imported by a token, in a format or a line whose amount a payer's "
     "text may have changed, or with unexplained amounts. It becomes `false` once the bank reports it or a person "
     "confirms its match."},
    {"imported_by", creator_record, [](auto& of) { return creator_if_any(of.imported_by); },
     "Who imported the first statement that contained it.", nullable},
    {"payment_link_id", forms::link_id, get<&bank_transaction::link>, "The link named in the text.", nullable,
     "pl_01kkqc0a1bec394e5f6g7h8j9k"},
    {"order_id", forms::own_order_id, get<&bank_transaction::order>, "The order named in the text: your id, or ours.",
     nullable},
    {"attention", one_of_words<attention>("near_miss"), [](auto& of) { return attention_of(of); },
     "Why it needs review. `ambiguous`: the text names two links or orders; `near_miss`: the text contains a reference "
     "with one wrong character; `statement_match`: found by an import, completes its link or order once a person "
     "confirms it or the bank reports it; otherwise, the classification.",
     nullable},
    {"likely_payment_link_id", forms::link_id, get<&bank_transaction::likely_link>,
     "The link whose reference the text contains with one wrong character. It was not completed: a person has to "
     "decide.",
     nullable},
    {"note", note_text, get<&bank_transaction::note>, "A person's note.", nullable},
    {"settled", forms::truth, get<&bank_transaction::settled>, "Whether a person has settled it."},
    {"assigned_by", creator_record, [](auto& of) { return creator_if_any(of.assigned_by); }, "Who confirmed the match.",
     nullable},
    {"created_at", forms::time, get<&bank_transaction::recorded_at>, "The same as `recorded_at`.", always,
     "2026-03-15T02:30:06.010Z"},
});

} // namespace

constexpr written_record<bank_transaction> transaction_record{
    "Transaction",
    "A bank transaction on one of a Workspace's accounts. A member without a value is `null`, never omitted.",
    transaction_members};

} // namespace paylink
