#include "domain/identity/mailed_name.hpp"

#include <boost/test/unit_test.hpp>

using namespace paylink;

BOOST_AUTO_TEST_SUITE(mailed_names)

BOOST_AUTO_TEST_CASE(a_name_that_leads_elsewhere_is_told_from_one_that_does_not) {
  struct name {
    const char* text;
    bool leads;
  };
  const name names[] = {
      {"", false},
      {"Linh", false},
      {"Phở Hòa Pasteur", false},
      {"Công ty TNHH MTV Hoa Mai - CN TP.HCM", false},
      {"Công ty Hoa Mai (TP.HCM)", false},
      {"ABC Co., Ltd.", false},
      {"T.P. Nguyễn", false},
      {"Dr. No", false},
      {"Quán 24/7", false},
      {"Cửa hàng số 12.500", false},
      {"Chi nhánh 2 - 2024 - 2025", false},
      {"Nhà hàng A & B...", false},
      {"Vào https://evil.test/x", true},
      {"HTTP://EVIL", true},
      {"www.evil", true},
      {"evil.com", true},
      {"Tài khoản bị khóa: evil.vn.", true},
      {"EVIL.COM/KHOA", true},
      {"evil.công-ty.vn", true},
      {"ngân-hàng.việt", true},
      {"evil．com", true},
      {"evil。com", true},
      {"evil\u2024com", true},
      {"ev\u200Bil.\u200Bcom", true},
      {"ｅｖｉｌ.com", true},
      {"something.tld", true},
      {"tp.hcm.evil.com", true},
      {"evil.tp.hcm", true},
      {"tp.hcm/khoa", true},
      {"mail help@evil", true},
      {"help＠evil", true},
      {"tel:113", true},
      {"Gọi 0912 345 678", true},
      {"Gọi 0912.345.678 ngay", true},
      {"+84912345678", true},
      {"10.0.0.1", true},
      {"1.2.3.4:80", true},
  };
  for (const auto& [text, leads] : names) BOOST_TEST(leads_elsewhere(text) == leads, text);
}

BOOST_AUTO_TEST_SUITE_END()
