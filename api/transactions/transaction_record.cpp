#include "api/transactions/transaction_record.hpp"

#include "api/calls/creator_record.hpp"
#include "api/description/forms.hpp"
#include "api/description/order_filters.hpp"
#include "http/wire/record_writer.hpp"

namespace paylink {

namespace {

using enum presence;

constexpr form classification_word{.words = words_besides<classification, classification::rejected>,
                                   .example = "matched"};
constexpr form bank_code{.example = "MB"};

constexpr member_description transaction_members[]{
    {"id", forms::transaction_id, "Its id."},
    {"workspace_id", forms::workspace_id, "The Workspace of the account."},
    {"transaction_id", forms::transaction_id, "The same as `id`."},
    {"account_id", forms::bank_account_id, "The account: the `bank_account_id` of links."},
    {"amount", forms::amount, "In VND, always above 0."},
    {"transfer_type", one_of_words<transfer_type>("credit"), "Whether money came in (`credit`) or went out (`debit`)."},
    {"content", forms::transfer_text,
     "The transfer text, as the bank reported it. A text of more than 1,000 characters is cut to 999 and `…`."},
    {"content_full", forms::transfer_text,
     "The full transfer text if it was cut, else `null`; only when a single transaction is read.", nullable},
    {"transaction_date", forms::time, "The bank's time."},
    {"bank_account_number", forms::account_number,
     "The number that the payer used: that of the virtual account, if any."},
    {"bank", bank_code, "The bank's code."},
    {"recorded_at", forms::time, "When the service recorded it.", always, "2026-03-15T02:30:06.010Z"},
    {"bank_reference", forms::bank_reference, "The bank's own id for the entry."},
    {"virtual_account_id", forms::virtual_account_id, "The virtual account that the payer used, if any.", nullable},
    {"classification", classification_word,
     "How the credit relates to the link or order named in its text. `matched` and `overpaid`: it completed the link "
     "or order; `underpaid`: less than the expected amount; `below_minimum`: less than 2,000 VND; `duplicate`: the "
     "link or order had already been paid; `late`: it had expired, been cancelled or failed; `null`: the text names "
     "neither, it is a debit, or it is an unconfirmed match from a statement.",
     nullable, "matched"},
    {"source", one_of_words<transaction_source>("feed"),
     "Its source: `feed`: sent by the bank; `fetched`: read from the bank; `statement`: only in an imported statement, "
     "until the bank reports it, too."},
    {"unproven", forms::truth,
     "Only statements that prove nothing contain it: imported by a token, in a format or a line whose amount a payer's "
     "text may have changed, or with unexplained amounts. It becomes `false` once the bank reports it or a person "
     "confirms its match."},
    {"imported_by", forms::record(creator_record), "Who imported the first statement that contained it.", nullable},
    {"payment_link_id", forms::link_id, "The link named in the text.", nullable, "pl_01kkqc0a1bec394e5f6g7h8j9k"},
    {"order_id", forms::own_order_id, "The order named in the text: your id, or ours.", nullable},
    {"attention", one_of_words<attention>("near_miss"),
     "Why it needs review. `ambiguous`: the text names two links or orders; `near_miss`: the text contains a reference "
     "with one wrong character; `statement_match`: found by an import, completes its link or order once a person "
     "confirms it or the bank reports it; otherwise, the classification.",
     nullable},
    {"likely_payment_link_id", forms::link_id,
     "The link whose reference the text contains with one wrong character. It was not completed: a person has to "
     "decide.",
     nullable},
    {"note", note_text, "A person's note.", nullable},
    {"settled", forms::truth, "Whether a person has settled it."},
    {"assigned_by", forms::record(creator_record), "Who confirmed the match.", nullable},
    {"created_at", forms::time, "The same as `recorded_at`.", always, "2026-03-15T02:30:06.010Z"},
};

} // namespace

constexpr record_description transaction_record{
    .name = "Transaction",
    .sentence =
        "A bank transaction on one of a Workspace's accounts. A member without a value is `null`, never omitted.",
    .members = transaction_members,
};

void append_transaction(std::string& out, const bank_transaction& one) {
  record_writer record{out};
  record.text("id", one.id.view())
      .text("workspace_id", one.workspace.view())
      .text("transaction_id", one.id.view())
      .text("account_id", one.account.view())
      .amount("amount", one.amount)
      .text("transfer_type", to_text(one.type))
      .text("content", one.content)
      .text_or_null("content_full", one.whole_content)
      .time("transaction_date", one.occurred_at)
      .text("bank_account_number", one.account_number)
      .text("bank", one.bank)
      .time("recorded_at", one.recorded_at)
      .text("bank_reference", one.bank_reference)
      .text_or_null("virtual_account_id", one.virtual_account.view())
      .text_or_null("classification", one.classified ? to_text(*one.classified) : std::string_view{})
      .text("source", to_text(one.source))
      .flag("unproven", one.is_unproven);
  append_creator_or_null(record.member("imported_by"), one.imported_by);
  record.text_or_null("payment_link_id", one.link.view())
      .text_or_null("order_id", one.order)
      .text_or_null("attention", to_text(attention_of(one)))
      .text_or_null("likely_payment_link_id", one.likely_link.view())
      .text_or_null("note", one.note)
      .flag("settled", one.settled);
  append_creator_or_null(record.member("assigned_by"), one.assigned_by);
  record.time("created_at", one.recorded_at).close();
}

} // namespace paylink
