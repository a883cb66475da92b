#include "api/orders/order_record.hpp"

#include "api/calls/creator_record.hpp"
#include "api/description/forms.hpp"
#include "api/description/order_filters.hpp"
#include "domain/banks/vietqr.hpp"
#include "http/pages/qr_svg.hpp"
#include "http/wire/record_writer.hpp"

namespace paylink {

namespace {

using enum presence;

constexpr form customer_address{.format = "email", .most = 254, .example = "lan@example.com"};
constexpr form qr_text{.example = "00020101021238…6304A1B2"};
constexpr form qr_symbol{.example = "<svg …>…</svg>"};

constexpr member_description order_members[]{
    {"id", forms::order_id, "The order's id."},
    {"order_id", forms::own_order_id, "Your id, or else the same as `id`. Webhook events use this one."},
    {"workspace_id", forms::workspace_id, "The Workspace that it belongs to."},
    {"bank_account_id", forms::bank_account_id, "The account that is paid."},
    {"reference", forms::order_reference,
     "What the transfer text must contain: `PFOD` and 8 characters from A–Z and 0–9; new references never contain `0`, "
     "`O`, `1` or `I`."},
    {"status", one_of_words<order_status>("pending"), "The order's status; only a pending order can change."},
    {"amount", forms::amount, "The expected amount.", always, "150000"},
    {"currency", forms::currency, "Always `VND`."},
    {"received_amount", forms::amount, "The received amount, once it has succeeded.", nullable},
    {"customer_email", customer_address, "As given.", nullable},
    {"transaction_id", forms::transaction_id, "The credit that completed it.", nullable},
    {"failure_reason", one_of_words<order_failure>("expired"), "Why it failed.", nullable},
    {"created_at", forms::time, "When it was created.", always, "2026-03-15T02:25:00.000Z"},
    {"expires_at", forms::time, "When it expires.", always, "2026-03-16T02:25:00.000Z"},
    {"closed_at", forms::time, "When it left `pending`.", nullable},
    {"created_by", forms::record(creator_record), "Who created it."},
    {"qr_payload", qr_text, "The content of the VietQR code, with account, amount and reference, while it is pending.",
     nullable},
    {"qr_svg", qr_symbol, "The QR code as an SVG image.", nullable},
};

/// The text of the VietQR code; empty if nobody should pay any more, or no code can hold the account.
std::string qr_text_of(const payment_order& order) {
  if (order.status != order_status::pending) return {};
  const auto purpose = order.reference.text();
  auto payload = vietqr_payload({order.account_bin, order.account_number, order.amount, purpose});
  return payload ? std::move(*payload) : std::string{};
}

} // namespace

constexpr record_description order_record{
    .name = "Order",
    .sentence = "An order expects one payment to a bank account and reports its result to the Workspace's webhooks. A "
                "member without a value is `null`, never omitted.",
    .members = order_members,
};

void append_order(std::string& out, const payment_order& order, timestamp now) {
  const bool is_over = has_run_out(order, now);
  const auto qr = is_over ? std::string{} : qr_text_of(order);
  record_writer record{out};
  record.text("id", order.id.view())
      .text("order_id", order.own_id)
      .text("workspace_id", order.workspace.view())
      .text("bank_account_id", order.account.view())
      .text("reference", order.reference.text())
      .text("status", to_text(visible_status(order, now)))
      .amount("amount", order.amount)
      .text("currency", "VND")
      .amount("received_amount", order.received_amount)
      .text_or_null("customer_email", order.customer_email)
      .text_or_null("transaction_id", order.transaction.view())
      .text_or_null("failure_reason", to_text(visible_failure(order, now)))
      .time("created_at", order.created_at)
      .time("expires_at", order.expires_at)
      // An expiry that is not stored yet happened when it was due.
      .time("closed_at", is_over ? std::optional{order.expires_at} : order.closed_at);
  append_creator(record.member("created_by"), order.created_by);
  record.text_or_null("qr_payload", qr)
      .text_or_null("qr_svg", qr.empty() ? std::string{} : qr_svg(qr, R"(role="img")"))
      .close();
}

} // namespace paylink
