#include "api/links/link_records.hpp"

#include "api/calls/creator_record.hpp"
#include "api/description/forms.hpp"

namespace paylink {

namespace {

using enum presence;

constexpr form link_status_word = one_of_words<link_status>("pending");
constexpr form callback_status_word = one_of_words<callback_status>("none");
constexpr form given_url{.format = "uri"};
constexpr form page_url{.format = "uri", .example = "https://pay.example/l/q7Xw2LmN9pRt4KvB8sYc3Z"};

// An expiry that is not stored yet happened when it was due.
std::optional<timestamp> shown_closing(const payment_link& link, timestamp now) {
  const bool has_run_out = visible_status(link, now) == link_status::expired && !link.closed_at;
  return has_run_out ? std::optional{link.expires_at} : link.closed_at;
}

constexpr auto link_members = members_of<payment_link, std::string_view, timestamp>({
    {"id", forms::link_id, get<&payment_link::id>, "Its id in this API."},
    {"public_id", forms::public_id, get<&payment_link::public_id>,
     "Its id in the page's address, and in the redirect's `link_id`."},
    {"url", page_url,
     [](auto& link, auto& public_url, auto&) {
       return written_json{std::string{'"'}.append(public_url).append("/l/").append(link.public_id) += '"'};
     },
     "The page that the payer opens."},
    {"workspace_id", forms::workspace_id, get<&payment_link::workspace>, "The Workspace that it belongs to."},
    {"bank_account_id", forms::bank_account_id, get<&payment_link::account>, "The account that is paid."},
    {"virtual_account_id", forms::virtual_account_id, get<&payment_link::virtual_account>,
     "The virtual account that is paid, if one was given.", nullable},
    {"reference", forms::reference, get<&payment_link::reference>,
     "What the transfer text must contain: `PFSL` and 8 characters from A–Z and 0–9; new references never contain `0`, "
     "`O`, `1` or `I`."},
    {"status", link_status_word, [](auto& link, auto&, auto now) { return visible_status(link, now); },
     "The link's status; only a pending link can change."},
    {"amount", forms::amount, get<&payment_link::amount>, "The requested amount; `null`: the payer decides.", nullable,
     "150000"},
    {"currency", forms::currency, [](auto&) { return "VND"; }, "Always `VND`."},
    {"received_amount", forms::amount, get<&payment_link::received_amount>,
     "The received amount, once it has succeeded.", nullable},
    {"callback_status", callback_status_word, get<&payment_link::callback>,
     "The status of the callback's latest round. `none`: not paid yet; `pending`: waits for its next attempt; "
     "`sending`: an attempt is in progress; `delivered`: the receiver returned a 2xx; `failed`: no further attempt."},
    {"description", description_form, get<&payment_link::description>, "As given.", nullable, "Order 1842"},
    {"callback_url", given_url, get<&payment_link::callback_url>, "As given.", always, "https://shop.example/paid"},
    {"redirect_url", given_url, get<&payment_link::redirect_url>, "As given.", nullable,
     "https://shop.example/thanks?order=1842"},
    {"metadata", metadata_form, get<&payment_link::metadata>, "As given.", nullable, R"({"order":"1842"})"},
    {"transaction_id", forms::transaction_id, get<&payment_link::transaction>, "The credit that completed it.",
     nullable},
    {"failure_reason", one_of_words<failure_reason>("bank_account_removed"), get<&payment_link::failure>,
     "Why it failed.", nullable},
    {"created_at", forms::time, get<&payment_link::created_at>, "When it was created.", always,
     "2026-03-15T02:25:00.000Z"},
    {"expires_at", forms::time, get<&payment_link::expires_at>, "When it expires.", always, "2026-03-16T02:25:00.000Z"},
    {"closed_at", forms::time, [](auto& link, auto&, auto now) { return shown_closing(link, now); },
     "When it left `pending`.", nullable},
    {"created_by", creator_record, get<&payment_link::created_by>, "Who created it."},
});

// A payment has no id of its own: it is its transaction, and a rejected one has none.
constexpr auto payment_members = members_of<payment, payment_link>({
    {"id", forms::transaction_id, get<&payment::transaction>,
     "The transaction's id; `null` if the payment was rejected, because no money moved.", nullable,
     "txn_01kkqc6tq0e9s8v7w6x5y4z3a2"},
    {"workspace_id", forms::workspace_id, [](auto&, auto& link) { return link.workspace; },
     "The Workspace of the link."},
    {"payment_link_id", forms::link_id, [](auto&, auto& link) { return link.id; }, "The link."},
    {"transaction_id", forms::transaction_id, get<&payment::transaction>, "The same as `id`.", nullable,
     "txn_01kkqc6tq0e9s8v7w6x5y4z3a2"},
    {"classification", one_of_words<classification>("matched"), get<&payment::classification>,
     "How the credit relates to the link. `matched` and `overpaid`: it completed the link; `underpaid`: less than the "
     "link's amount; `below_minimum`: less than 2,000 VND; `duplicate`: the link had already been paid; `late`: the "
     "link had expired, been cancelled or failed; `rejected`: the switch rejected the payment, no money moved."},
    {"amount", forms::amount, get<&payment::amount>, "In VND."},
    {"content", forms::transfer_text, get<&payment::content>, "The transfer text, as the bank reported it."},
    {"transaction_date", forms::time, get<&payment::occurred_at>, "The bank's time."},
    {"recorded_at", forms::time, get<&payment::received_at>, "When the service recorded it.", always,
     "2026-03-15T02:30:06.010Z"},
    {"created_at", forms::time, get<&payment::received_at>, "The same as `recorded_at`.", always,
     "2026-03-15T02:30:06.010Z"},
    {"note", forms::text, get<&payment::note>, "A person's note.", nullable},
    {"settled", forms::truth, get<&payment::settled>, "Whether a person has settled it."},
    {"assigned_by", creator_record, [](auto& of) { return creator_if_any(of.assigned_by); },
     "Who confirmed the match that an import found.", nullable},
});

} // namespace

constexpr written_record<payment_link, std::string_view, timestamp> link_record{
    "PaymentLink",
    "A payment link collects exactly one payment in one Workspace. A member without a value is `null`, "
    "never omitted.",
    link_members};

constexpr written_record<payment, payment_link> payment_record{"Payment", "A credit that named a payment link.",
                                                               payment_members};

} // namespace paylink
