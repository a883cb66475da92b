#include "api/links/link_records.hpp"

#include "api/calls/creator_record.hpp"
#include "api/description/forms.hpp"
#include "domain/values/json_string.hpp"
#include "http/wire/record_writer.hpp"

namespace paylink {

namespace {

using enum presence;

constexpr form link_status_word = one_of_words<link_status>("pending");
constexpr form callback_status_word = one_of_words<callback_status>("none");
constexpr form page_url{.format = "uri", .example = "https://pay.example/l/q7Xw2LmN9pRt4KvB8sYc3Z"};

constexpr member_description link_members[]{
    {"id", forms::link_id, "Its id in this API."},
    {"public_id", forms::public_id, "Its id in the page's address, and in the redirect's `link_id`."},
    {"url", page_url, "The page that the payer opens."},
    {"workspace_id", forms::workspace_id, "The Workspace that it belongs to."},
    {"bank_account_id", forms::bank_account_id, "The account that is paid."},
    {"virtual_account_id", forms::virtual_account_id, "The virtual account that is paid, if one was given.", nullable},
    {"reference", forms::reference,
     "What the transfer text must contain: `PFSL` and 8 characters from A–Z and 0–9; new references never contain `0`, "
     "`O`, `1` or `I`."},
    {"status", link_status_word, "The link's status; only a pending link can change."},
    {"amount", forms::amount, "The requested amount; `null`: the payer decides.", nullable, "150000"},
    {"currency", forms::currency, "Always `VND`."},
    {"received_amount", forms::amount, "The received amount, once it has succeeded.", nullable},
    {"callback_status", callback_status_word,
     "The status of the callback's latest round. `none`: not paid yet; `pending`: waits for its next attempt; "
     "`sending`: an attempt is in progress; `delivered`: the receiver returned a 2xx; `failed`: no further attempt."},
    {"description", description_form, "As given.", nullable, "Order 1842"},
    {"callback_url", {.format = "uri"}, "As given.", always, "https://shop.example/paid"},
    {"redirect_url", {.format = "uri"}, "As given.", nullable, "https://shop.example/thanks?order=1842"},
    {"metadata", metadata_form, "As given.", nullable, R"({"order":"1842"})"},
    {"transaction_id", forms::transaction_id, "The credit that completed it.", nullable},
    {"failure_reason", one_of_words<failure_reason>("bank_account_removed"), "Why it failed.", nullable},
    {"created_at", forms::time, "When it was created.", always, "2026-03-15T02:25:00.000Z"},
    {"expires_at", forms::time, "When it expires.", always, "2026-03-16T02:25:00.000Z"},
    {"closed_at", forms::time, "When it left `pending`.", nullable},
    {"created_by", forms::record(creator_record), "Who created it."},
};

constexpr member_description payment_members[]{
    {"id", forms::transaction_id, "The transaction's id; `null` if the payment was rejected, because no money moved.",
     nullable, "txn_01kkqc6tq0e9s8v7w6x5y4z3a2"},
    {"workspace_id", forms::workspace_id, "The Workspace of the link."},
    {"payment_link_id", forms::link_id, "The link."},
    {"transaction_id", forms::transaction_id, "The same as `id`.", nullable, "txn_01kkqc6tq0e9s8v7w6x5y4z3a2"},
    {"classification", one_of_words<classification>("matched"),
     "How the credit relates to the link. `matched` and `overpaid`: it completed the link; `underpaid`: less than the "
     "link's amount; `below_minimum`: less than 2,000 VND; `duplicate`: the link had already been paid; `late`: the "
     "link had expired, been cancelled or failed; `rejected`: the switch rejected the payment, no money moved."},
    {"amount", forms::amount, "In VND."},
    {"content", forms::transfer_text, "The transfer text, as the bank reported it."},
    {"transaction_date", forms::time, "The bank's time."},
    {"recorded_at", forms::time, "When the service recorded it.", always, "2026-03-15T02:30:06.010Z"},
    {"created_at", forms::time, "The same as `recorded_at`.", always, "2026-03-15T02:30:06.010Z"},
    {"note", forms::text, "A person's note.", nullable},
    {"settled", forms::truth, "Whether a person has settled it."},
    {"assigned_by", forms::record(creator_record), "Who confirmed the match that an import found.", nullable},
};
void append_metadata(std::string& out, const std::map<std::string, std::string>& metadata) {
  char separator = '{';
  for (const auto& [key, value] : metadata) {
    out += separator;
    append_json_string(out, key);
    out += ':';
    append_json_string(out, value);
    separator = ',';
  }
  out += metadata.empty() ? "null" : "}";
}

} // namespace

constexpr record_description link_record{
    .name = "PaymentLink",
    .sentence = "A payment link collects exactly one payment in one Workspace. A member without a value is `null`, "
                "never omitted.",
    .members = link_members,
};

void append_link(std::string& out, const payment_link& link, std::string_view public_url, timestamp now) {
  const auto status = visible_status(link, now);
  // An expiry that is not stored yet happened when it was due.
  const auto closed_at =
      status == link_status::expired && !link.closed_at ? std::optional{link.expires_at} : link.closed_at;
  record_writer record{out};
  record.text("id", link.id.view()).text("public_id", link.public_id);
  auto& url = record.member("url");
  url += '"';
  url += public_url;
  url += "/l/";
  url += link.public_id;
  url += '"';
  record.text("workspace_id", link.workspace.view())
      .text("bank_account_id", link.account.view())
      .text_or_null("virtual_account_id", link.virtual_account.view())
      .text("reference", link.reference.text())
      .text("status", to_text(status))
      .amount("amount", link.amount)
      .text("currency", "VND")
      .amount("received_amount", link.received_amount)
      .text("callback_status", to_text(link.callback))
      .text_or_null("description", link.description)
      .text("callback_url", link.callback_url)
      .text_or_null("redirect_url", link.redirect_url);
  append_metadata(record.member("metadata"), link.metadata);
  record.text_or_null("transaction_id", link.transaction.view())
      .text_or_null("failure_reason", to_text(link.failure))
      .time("created_at", link.created_at)
      .time("expires_at", link.expires_at)
      .time("closed_at", closed_at);
  append_creator(record.member("created_by"), link.created_by);
  record.close();
}

constexpr record_description payment_record{
    .name = "Payment",
    .sentence = "A credit that named a payment link.",
    .members = payment_members,
};

void append_payment(std::string& out, const payment_link& link, const payment& row) {
  // A payment has no id of its own: it is its transaction, and a rejected one has none.
  record_writer record{out};
  record.text_or_null("id", row.transaction.view())
      .text("workspace_id", link.workspace.view())
      .text("payment_link_id", link.id.view())
      .text_or_null("transaction_id", row.transaction.view())
      .text("classification", to_text(row.classification))
      .amount("amount", row.amount)
      .text("content", row.content)
      .time("transaction_date", row.occurred_at)
      .time("recorded_at", row.received_at)
      .time("created_at", row.received_at)
      .text_or_null("note", row.note)
      .flag("settled", row.settled);
  append_creator_or_null(record.member("assigned_by"), row.assigned_by);
  record.close();
}

} // namespace paylink
