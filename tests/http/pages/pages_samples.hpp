#pragma once
#include "http/pages/payer_page.hpp"

namespace paylink {

inline const timestamp page_now = *parse_rfc3339("2026-01-31T08:15:30.000Z");

/// A page with a value everywhere, in the given state.
inline payer_page sample_page(link_status status, language lang = language::vi) {
  payer_page page;
  page.status = status;
  page.amount = money{150'000};
  if (status == link_status::succeeded) {
    page.received_amount = money{160'000};
    page.paid_at = parse_rfc3339("2026-01-31T08:15:12.345Z");
  }
  page.description = "Đơn hàng 42";
  page.now = page_now;
  page.expires_at = page_now + std::chrono::hours{2};
  page.bank_code = "MB";
  page.bank_name = "MB Bank";
  page.account_number = "0123456789";
  page.holder_name = "NGUYEN VAN ANH";
  page.bank_bin = "970422";
  page.reference = "PFSL7K2M9QX4";
  page.redirect = "https://shop.test/thanks?link_id=AbCdEfGhIjKlMnOpQrStUv";
  page.lang = lang;
  return page;
}

inline constexpr link_status every_status[]{link_status::pending, link_status::succeeded, link_status::failed,
                                            link_status::expired, link_status::cancelled};
inline constexpr language every_language[]{language::vi, language::en};

} // namespace paylink
