#pragma once
#include "domain/banks/bank.hpp"
#include "domain/links/payment_link.hpp"
#include "http/wire/message.hpp"

namespace paylink {

/// Everything that a payer's page may show. It has no ids and no addresses, so that the page cannot leak them.
struct payer_page {
  link_status status = link_status::pending;
  std::optional<money> amount;          ///< The amount asked for; none: the payer decides.
  std::optional<money> received_amount; ///< Once succeeded.
  std::optional<timestamp> paid_at;     ///< Once succeeded.
  std::optional<money> short_payment;   ///< The last credit that was too small; only used while pending.
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
/// 404 for an unknown public id; reveals nothing.
http_response render_unknown_link_page(language lang, bool is_sandbox);
/// 429 for a client that opens too many pages.
http_response render_busy_page(language lang, bool is_sandbox);
/// 503 while the database does not answer; the link is as it was.
http_response render_unavailable_page(language lang, bool is_sandbox);
/// The QR alone, `image/svg+xml`; 404 unless pending.
http_response render_payer_qr(const payer_page& page);
/// One server-sent event with the status (without the instructions once closed), and a credit that was too small.
std::string payer_event(link_status status, std::optional<money> short_payment = {});
/// The event that makes open pages poll: the link is still pending, and they have something new to show.
std::string payer_news_event();
/// Scripts, and the style sheets of `/docs` (payers' pages contain theirs): immutable, named by content. 404 for
/// others, and for those of `/docs` without `with_docs`.
http_response serve_asset(std::string_view name, bool with_docs);
/// 404 for an asset that does not exist: nothing that a browser could take for one.
http_response refuse_asset();
/// `?lang=` wins over `Accept-Language`; Vietnamese without either.
language choose_language(const http_request& request);

} // namespace paylink
