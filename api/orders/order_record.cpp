#include "api/orders/order_record.hpp"

#include "api/calls/creator_record.hpp"
#include "api/description/forms.hpp"
#include "api/description/order_filters.hpp"
#include "domain/banks/vietqr.hpp"
#include "http/pages/qr_svg.hpp"

namespace paylink {

namespace {

using enum presence;

constexpr form qr_text{.example = "00020101021238…6304A1B2"};
constexpr form qr_symbol{.example = "<svg …>…</svg>"};

/// The text of the VietQR code; empty if nobody should pay any more, or no code can hold the account.
std::string qr_text_of(const payment_order& order, timestamp now) {
  if (order.status != order_status::pending || has_run_out(order, now)) return {};
  const auto purpose = order.reference.text();
  auto payload = vietqr_payload({order.account_bin, order.account_number, order.amount, purpose});
  return payload ? std::move(*payload) : std::string{};
}

/// Empty for an empty text.
std::string qr_symbol_of(std::string_view qr) { return qr.empty() ? std::string{} : qr_svg(qr, R"(role="img")"); }

/// An expiry that is not stored yet happened when it was due.
std::optional<timestamp> closing_of(const payment_order& order, timestamp now) {
  return has_run_out(order, now) ? std::optional{order.expires_at} : order.closed_at;
}

constexpr auto order_members = members_of<payment_order, timestamp>({
    {"id", forms::order_id, get<&payment_order::id>, "The order's id."},
    {"order_id", forms::own_order_id, get<&payment_order::own_id>,
     "Your id, or else the same as `id`. Webhook events use this one."},
    {"workspace_id", forms::workspace_id, get<&payment_order::workspace>, "The Workspace that it belongs to."},
    {"bank_account_id", forms::bank_account_id, get<&payment_order::account>, "The account that is paid."},
    {"reference", forms::order_reference, get<&payment_order::reference>,
     "What the transfer text must contain: `PFOD` and 8 characters from A–Z and 0–9; new references never contain `0`, "
     "`O`, `1` or `I`."},
    {"status", one_of_words<order_status>("pending"), [](auto& of, auto& now) { return visible_status(of, now); },
     "The order's status; only a pending order can change."},
    {"amount", forms::amount, get<&payment_order::amount>, "The expected amount.", always, "150000"},
    {"currency", forms::currency, [](auto&) { return "VND"; }, "Always `VND`."},
    {"received_amount", forms::amount, get<&payment_order::received_amount>,
     "The received amount, once it has succeeded.", nullable},
    {"customer_email", customer_address, get<&payment_order::customer_email>, "As given.", nullable},
    {"transaction_id", forms::transaction_id, get<&payment_order::transaction>, "The credit that completed it.",
     nullable},
    {"failure_reason", one_of_words<order_failure>("expired"),
     [](auto& of, auto& now) { return visible_failure(of, now); }, "Why it failed.", nullable},
    {"created_at", forms::time, get<&payment_order::created_at>, "When it was created.", always,
     "2026-03-15T02:25:00.000Z"},
    {"expires_at", forms::time, get<&payment_order::expires_at>, "When it expires.", always,
     "2026-03-16T02:25:00.000Z"},
    {"closed_at", forms::time, [](auto& of, auto& now) { return closing_of(of, now); }, "When it left `pending`.",
     nullable},
    {"created_by", creator_record, get<&payment_order::created_by>, "Who created it."},
    {"qr_payload", qr_text, [](auto& of, auto& now) { return qr_text_of(of, now); },
     "The content of the VietQR code, with account, amount and reference, while it is pending.", nullable},
    {"qr_svg", qr_symbol, [](auto& of, auto& now) { return qr_symbol_of(qr_text_of(of, now)); },
     "The QR code as an SVG image.", nullable},
});

} // namespace

constexpr written_record<payment_order, timestamp> order_record{
    "Order",
    "An order expects one payment to a bank account and reports its result to the Workspace's webhooks. A "
    "member without a value is `null`, never omitted.",
    order_members};

} // namespace paylink
