#include "chat/outside_text.hpp"
#include "tests/support/bot_api_html.hpp"

#include <boost/test/unit_test.hpp>

using namespace paylink;

BOOST_AUTO_TEST_SUITE(outside_text)

BOOST_AUTO_TEST_CASE(a_text_becomes_one_line_that_reads_from_left_to_right) {
  struct example {
    const char* what;
    std::string text, line;
  };
  const example examples[] = {
      {"nothing", "", ""},
      {"Vietnamese", "Nguyễn Văn Ế chuyển tiền", "Nguyễn Văn Ế chuyển tiền"},
      {"accents of their own", "Nguye\u0302\u0303n", "Nguye\u0302\u0303n"},
      {"two spaces", "a  b", "a  b"},
      {"spaces around it", "  a ", "a"},
      {"an end of a line", "a\nMã giao dịch: giả", "a Mã giao dịch: giả"},
      {"CR and LF", "a\r\nb", "a b"},
      {"a tab and a NUL", std::string{"a\tb\0c", 5}, "a b c"},
      {"the last control and the first that is none", "a\x1f b\x20", "a  b"},
      {"delete", "a\x7f\x62", "a b"},
      {"a C1 control", "a\u0080b\u009fc", "a b c"},
      {"a space that does not break", "1\u00a0₫", "1\u00a0₫"},
      {"separators of lines and paragraphs", "a\u2028b\u2029c", "a b c"},
      {"what stands around the separators", "\u2027x\u202f", "\u2027x\u202f"},
      {"an override", "abc\u202egpj.exe", "abcgpj.exe"},
      {"all that changes the direction", "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069x",
       "x"},
      {"what has no width", "P\u200bF\u2060O\ufeffD", "PFOD"},
      {"an emoji of several", "👨\u200d👩\u200d👧", "👨\u200d👩\u200d👧"},
      {"right to left letters", "שלום", "שלום"},
      {"a highest character", "\U0010FFFF", "\U0010FFFF"},
      {"no UTF-8", "a\xff\xc3(\xed\xa0\x80", "a\ufffd\ufffd(\ufffd\ufffd\ufffd"},
      {"controls alone", "\x01\x02", ""},
  };
  for (const auto& [what, text, line] : examples) BOOST_TEST_CONTEXT(what) {
      BOOST_TEST(one_line_of(text) == line);
    }
}

BOOST_AUTO_TEST_CASE(units_are_counted_as_in_utf16) {
  for (const std::string text :
       {"", "a", "ế", "₫", "😀", "\u07ff\u0800\uffff\U00010000", "Nguye\u0302\u0303n 👨\u200d👩\u200d👧"})
    BOOST_TEST_CONTEXT(text) { BOOST_TEST(count_utf16_units(text) == test::utf16_length(text)); }
}

BOOST_AUTO_TEST_CASE(a_long_text_is_cut_between_visible_characters) {
  struct example {
    const char* what;
    std::string text;
    std::size_t units_max;
    std::string cut;
  };
  const example examples[] = {
      {"it fits", "abcd", 4, "abcd"},
      {"it is empty", "", 1, ""},
      {"one too many", "abcde", 4, "abc…"},
      {"room for the ellipsis alone", "abc", 1, "…"},
      {"two units fit", "ab😀", 4, "ab😀"},
      {"no half of a pair", "ab😀c", 4, "ab…"},
      {"a pair and the ellipsis", "ab😀cd", 5, "ab😀…"},
      {"no letter without its accents", "abe\u0302\u0301cd", 5, "ab…"},
      {"a letter with its accents", "abe\u0302\u0301cd", 6, "abe\u0302\u0301…"},
      {"no family without its child", "a👨\u200d👩\u200d👧b", 8, "a…"},
      {"a whole family", "a👨\u200d👩\u200d👧bc", 10, "a👨\u200d👩\u200d👧…"},
      {"a tone of skin stays with its hand", "a👍🏽bc", 4, "a…"},
      {"a heart keeps its colour", "a❤\ufe0fb", 3, "a…"},
      {"accents without end", "\u0301\u0301\u0301\u0301", 2, "…"},
  };
  for (const auto& [what, text, units_max, cut] : examples) BOOST_TEST_CONTEXT(what) {
      BOOST_TEST(cut_to_units(text, units_max) == cut);
    }
}

BOOST_AUTO_TEST_CASE(no_cut_is_longer_than_allowed) {
  const std::string text = "Nguye\u0302\u0303n 👨\u200d👩\u200d👧 ₫ <&> 😀😀 ế";
  for (std::size_t units_max = 1; units_max < 40; ++units_max) {
    const auto cut = cut_to_units(text, units_max);
    BOOST_TEST(test::utf16_length(cut) <= units_max);
    BOOST_TEST((cut == text || cut.ends_with("…")));
    BOOST_TEST((cut == text) == (test::utf16_length(text) <= units_max));
  }
}

BOOST_AUTO_TEST_SUITE_END()
