#pragma once
#include "domain/banks/bank.hpp"
#include "domain/links/payment_link.hpp"
#include "http/wire/message.hpp"

namespace paylink {

/// Everything that a payer's page may show. It holds neither ids nor addresses, so that the page cannot leak them.
struct payer_page {
  link_status status = link_status::pending;
  std::optional<money> amount;          ///< Asked for; none: the payer decides.
  std::optional<money> received_amount; ///< Once succeeded.
  std::optional<timestamp> paid_at;     ///< Once succeeded.
  std::optional<money> short_payment;   ///< What came last and was too little; only used while pending.
  std::string_view description;
  timestamp now, expires_at;
  std::string_view bank_code, bank_name, account_number, holder_name; ///< Only used while pending.
  std::string_view bank_bin;
  std::string_view reference;
  std::optional<std::string> redirect; ///< Where the payer goes from a succeeded or failed link.
  language lang = language::vi;
  bool is_sandbox = false;
};

/// The page itself: server-rendered, with the QR inline while pending.
http_response render_payer_page(const payer_page& page);
/// 404 for an unknown public id; tells nothing.
http_response render_unknown_link_page(language lang, bool is_sandbox);
/// 429 for an address that opens more pages than it may.
http_response render_busy_page(language lang, bool is_sandbox);
/// 503 while the database does not answer; the link is as it was.
http_response render_unavailable_page(language lang, bool is_sandbox);
/// The QR alone, `image/svg+xml`; 404 unless pending.
http_response render_payer_qr(const payer_page& page);
/// One server-sent event with the status (and, when closed, nothing of the instructions), and what was too little.
std::string payer_event(link_status status, std::optional<money> short_payment = {});
/// The event that has open pages look again: the link is pending still, and they have something new to show.
std::string payer_news_event();
/// `/assets/pay.js`, `/assets/closed.js`: immutable, named by content. 404 for others; styles stand in the pages.
http_response serve_asset(std::string_view name);
/// `?lang=` wins over `Accept-Language`; Vietnamese without either.
language choose_language(const http_request& request);

} // namespace paylink
