#include "api/description/links.hpp"

#include "api/description/creator_record.hpp"
#include "api/description/link_filters.hpp"
#include "api/description/list_description.hpp"
#include "domain/banks/credit.hpp"
#include "domain/links/payment_link.hpp"

namespace paylink {

namespace {

using enum presence;

constexpr std::string_view link_tag = "Payment links";

constexpr form link_status_word = one_of_words<link_status>("pending");
constexpr form callback_status_word = one_of_words<callback_status>("none");
constexpr form description{.least = 1, .most = 500, .example = "Order 1842"};
constexpr form asked_amount{.pattern = "^([2-9][0-9]{3}|[1-9][0-9]{4,18})$", .example = "150000"};
constexpr form page_url{.format = "uri", .example = "https://pay.example/l/q7Xw2LmN9pRt4KvB8sYc3Z"};
constexpr form metadata{.type = json_type::text_map, .most = 20, .example = R"({"order":"1842"})"};

constexpr member_description request_members[]{
    {"bank_account_id", forms::bank_account_id, "A connected account of the Workspace."},
    {"callback_url", forms::given_url,
     "Where the callback goes: https, a public address, no user, at most 2,048 bytes; port 443, or 1024 "
     "and above except those that browsers refuse.",
     always, "https://shop.example/paid"},
    {"amount", asked_amount,
     "`2000` to `499999999` in VND, unless the operator has set another limit. Required over the national switch; "
     "otherwise leave it out to let the payer decide.",
     optional},
    {"virtual_account_id",
     forms::virtual_account_id,
     "An active virtual account of that bank account.",
     optional,
     {},
     false},
    {"redirect_url", forms::given_url, "Where the payer goes afterwards: https.", optional,
     "https://shop.example/thanks?order=1842"},
    {"description", description, "Shown to the payer.", optional},
    {"expires_at",
     forms::given_time,
     "In the future, at most 24 hours ahead; if left out, 24 hours ahead.",
     optional,
     {},
     false},
    {"metadata", metadata,
     "Up to 20 pairs of strings, keys of 1 to 40 characters, values of up to 500; returned with the "
     "link and sent nowhere.",
     optional},
};
constexpr record_description link_request_record{
    .name = "NewPaymentLink",
    .sentence = "A payment link to create. Unknown members are refused by name: a typo cannot silently drop an expiry.",
    .members = request_members,
    .is_closed = true,
};

constexpr member_description link_members[]{
    {"id", forms::link_id, "Its id in this API."},
    {"public_id", forms::public_id, "Its id in the page's address, and in the redirect's `link_id`."},
    {"url", page_url, "The page that the payer opens."},
    {"workspace_id", forms::workspace_id, "The Workspace that it belongs to."},
    {"bank_account_id", forms::bank_account_id, "The account that is paid."},
    {"virtual_account_id", forms::virtual_account_id, "The virtual account that is paid on, if one was named.",
     nullable},
    {"reference", forms::reference,
     "What the transfer text must contain: `PFSL` and 8 of A–Z and 0–9; new ones never contain `0 O 1 "
     "I`."},
    {"status", link_status_word, "The link's status; only a pending link can change."},
    {"amount", forms::amount, "The amount asked for; `null`: the payer decides.", nullable, "150000"},
    {"currency", forms::currency, "Always `VND`."},
    {"received_amount", forms::amount, "The amount received when it succeeded.", nullable},
    {"callback_status", callback_status_word,
     "`none` (not paid), `pending` (being sent), `acknowledged`, `failed`: how its latest round ended."},
    {"description", description, "As given.", nullable, "Order 1842"},
    {"callback_url", {.format = "uri"}, "As given.", always, "https://shop.example/paid"},
    {"redirect_url", {.format = "uri"}, "As given.", nullable, "https://shop.example/thanks?order=1842"},
    {"metadata", metadata, "As given.", nullable, R"({"order":"1842"})"},
    {"transaction_id", forms::transaction_id, "The credit that completed it.", nullable},
    {"failure_reason", one_of_words<failure_reason>("bank_account_removed"), "Why it failed.", nullable},
    {"created_at", forms::time, "When it was created.", always, "2026-03-15T02:25:00.000Z"},
    {"expires_at", forms::time, "From this time on it can no longer be paid.", always, "2026-03-16T02:25:00.000Z"},
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
     "How the credit relates to the link: `matched` and `overpaid` completed it; `underpaid`: less than "
     "it asked for; `below_minimum`: less than 2,000 VND; `duplicate`: it had been paid already; "
     "`late`: it had expired, been cancelled or failed; `rejected`: the switch refused the payment, no "
     "money moved."},
    {"amount", forms::amount, "In VND."},
    {"content", forms::transfer_text, "The transfer text, as the bank reported it."},
    {"transaction_date", forms::time, "The bank's time."},
    {"recorded_at", forms::time, "Our time.", always, "2026-03-15T02:30:06.010Z"},
    {"created_at", forms::time, "The same as `recorded_at`.", always, "2026-03-15T02:30:06.010Z"},
    {"note", forms::text, "What a person wrote about it.", nullable},
    {"settled", forms::truth, "Whether a person has settled it."},
};
constexpr record_description payment_record{
    .name = "Payment",
    .sentence = "A credit that named a payment link.",
    .members = payment_members,
};

constexpr std::array<std::string_view, 2> created_headers{"Location", "Idempotency-Replayed"};

} // namespace

constexpr record_description link_record{
    .name = "PaymentLink",
    .sentence = "A payment link: collects exactly one payment inside one Workspace. A member without a value is "
                "`null`, never left out.",
    .members = link_members,
};

constexpr route_description listing_links{
    .id = "listPaymentLinks",
    .tag = link_tag,
    .summary = "List payment links",
    .query = {link_filters, list_parameters_described},
    .answers = {{
        {"200", "The links, newest first.", answer_shape::page, &link_record},
    }},
    .errors = {errc::validation_error},
};
constexpr route_description creating_a_link{
    .id = "createPaymentLink",
    .tag = link_tag,
    .summary = "Create a payment link",
    .details = "An error answer lists all faults of the body. Send an `Idempotency-Key` so that you can repeat the "
               "call safely.",
    .headers = idempotency_headers,
    .bodies = {&link_request_record},
    .answers = {{
        {"201", "The link, with the `url` for the payer.", answer_shape::record, &link_record, created_headers},
    }},
    .errors = {errc::unsupported_media_type, errc::validation_error, errc::idempotency_key_reused,
               errc::idempotency_in_progress, errc::bank_account_not_connected, errc::workspace_suspended,
               errc::not_found, errc::conflict},
};
constexpr route_description getting_a_link{
    .id = "getPaymentLink",
    .tag = link_tag,
    .summary = "Read a payment link",
    .answers = {{
        {"200", "The link.", answer_shape::record, &link_record},
    }},
    .errors = {errc::not_found},
};
constexpr route_description cancelling_a_link{
    .id = "cancelPaymentLink",
    .tag = link_tag,
    .summary = "Cancel a payment link while it is pending",
    .details = "If it is not pending, the answer is 409 with the status in `details`.",
    .answers = {{
        {"200", "The link.", answer_shape::record, &link_record},
    }},
    .errors = {errc::unsupported_media_type, errc::validation_error, errc::not_found, errc::payment_link_not_pending},
};
constexpr route_description listing_payments{
    .id = "listPayments",
    .tag = link_tag,
    .summary = "List every credit that named a payment link",
    .query = {list_parameters_described},
    .answers = {{
        {"200", "The credits, newest first.", answer_shape::page, &payment_record},
    }},
    .errors = {errc::not_found, errc::validation_error},
};

} // namespace paylink
