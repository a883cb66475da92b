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
      {"Chi nhánh 2 - 2024", false},
      {"Từ 2024 - 2025", false},
      {"Cửa hàng 12/5/7 Lê Lợi, Q. 3, 0901", false},
      {"Mở cửa 8:30-17:30", false},
      {"Ca tối: 18:00", false},
      {"Mở lúc:18h30", false},
      {"Tầng 1.2.3", false},
      {"Cà phê ☕ số ①", false},
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
      {"TK bi khoa, goi (0912) 345 678", true},
      {"0912/345/678", true},
      {"Gọi 1900 1234 gấp", true},
      {"Gọi O9I2345678", true},
      {"Gọi 09l2 345 67o", true},
      {"Hội viên số 12 lô 3456", false},
      {"Hotline 18001234", true},
      {"Từ 1890 - 2024", false},
      {"0912,345,678", true},
      {"+84 (912) 345-678", true},
      {"0912–345–678", true},
      {"0912 . 345 . 678", true},
      {"0912 ☎ 345 ☎ 678", true},
      {"0912_345_678", true},
      {"Zalo o9ooooo678", true},
      {"0\u03369\u03361\u03362\u0336345678", true},
      {"0\uFE0F\u20E39\uFE0F\u20E31\uFE0F\u20E32\uFE0F\u20E3345678", true},
      {"𝟎𝟗𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖", true},
      {"𝟶𝟿𝟷𝟸 𝟹𝟺𝟻 𝟼𝟽𝟾", true},
      {"٠٩١٢٣٤٥٦٧٨", true},
      {"۰۹۱۲۳۴۵۶۷۸", true},
      {"⓪⑨①②③④⑤⑥⑦⑧", true},
      {"⓿❾❶❷❸❹❺❻❼❽", true},
      {"⁰⁹¹²³⁴⁵⁶⁷⁸", true},
      {"⑩⑫ ⑩⑫ ⑳", true},
      {"〇９１２ ३४५ ๖๗๘", true},
      {"localhost:8080", true},
      {"Vào LOCALHOST：8080/khoa", true},
      {"máy-chủ:443", true},
      {"10 . 0 . 0 . 1", true},
      {"10.0.0.1", true},
      {"1.2.3.4:80", true},
  };
  for (const auto& [text, leads] : names) BOOST_TEST(leads_elsewhere(text) == leads, text);
}

BOOST_AUTO_TEST_SUITE_END()
