#include "domain/banks/recorded_text.hpp"

#include <boost/test/unit_test.hpp>

using namespace paylink;

namespace {

std::string said_times(std::string_view one, std::size_t times) {
  std::string text;
  for (std::size_t i = 0; i < times; ++i) text += one;
  return text;
}

bank_entry entry_saying(std::string text) {
  bank_entry entry;
  entry.content = std::move(text);
  cut_content(entry);
  return entry;
}

} // namespace

BOOST_AUTO_TEST_SUITE(recorded_texts)

BOOST_AUTO_TEST_CASE(a_text_of_more_than_a_thousand_characters_is_cut_and_marked) {
  struct row {
    const char* what;
    std::string text, recorded;
  };
  const row rows[] = {
      {"nothing", "", ""},
      {"a thousand letters", said_times("a", 1000), said_times("a", 1000)},
      {"one more", said_times("a", 1001), said_times("a", 999) + "…"},
      {"a thousand characters of three bytes", said_times("ế", 1000), said_times("ế", 1000)},
      {"one more of them", said_times("ế", 1001), said_times("ế", 999) + "…"},
      {"of four bytes", said_times("😀", 1001), said_times("😀", 999) + "…"},
      {"a mebibyte", said_times("x", 1 << 20), said_times("x", 999) + "…"},
  };
  for (const auto& [what, text, recorded] : rows) BOOST_TEST_CONTEXT(what) {
      const auto entry = entry_saying(text);
      BOOST_TEST(entry.content == recorded);
      BOOST_TEST(whole_text(entry) == text);
      BOOST_TEST(entry.whole_content.empty() == (text == recorded));
      BOOST_TEST((looks_cut(entry.content) == (text != recorded)));
      BOOST_TEST(entry_saying(entry.content).content == recorded);
    }
}

BOOST_AUTO_TEST_CASE(a_verification_text_beside_a_credits_text_is_kept) {
  const std::string code = "PFVA2K7M9QX4", text = "tien hang";
  struct row {
    transfer_type type;
    std::string text, searched, beside;
  };
  const auto lengthy = said_times("a", 1001);
  for (const auto& [type, said, searched, beside] :
       {row{transfer_type::credit, text, text + '\n' + code, text + '\n' + code},
        {transfer_type::credit, text, text + "\nNOTPROVIDED", ""},
        {transfer_type::credit, code, code + "\nNOTPROVIDED", ""},
        {transfer_type::credit, text, "", ""},
        {transfer_type::debit, text, text + '\n' + code, ""},
        {transfer_type::credit, lengthy, code, lengthy + '\n' + code},
        {transfer_type::credit, lengthy, "", lengthy}}) {
    auto entry = entry_saying(said);
    entry.type = type, entry.searched = searched;
    BOOST_TEST(text_beside(entry) == beside);
  }
}

BOOST_AUTO_TEST_CASE(a_credit_alone_names_what_it_pays_and_a_reversal_nothing) {
  auto entry = entry_saying("tra no");
  entry.searched = "tra no\nPFSL7K2M9QX4";
  BOOST_TEST(references_in(entry).size() == 1u);
  entry.is_reversal = true;
  BOOST_TEST(references_in(entry).empty());
  entry.is_reversal = false, entry.type = transfer_type::debit;
  BOOST_TEST(references_in(entry).empty());
}

BOOST_AUTO_TEST_CASE(a_cut_text_is_compared_by_all_that_was_said) {
  const auto longer = said_times("Nguyễn Văn A ", 200);
  const auto entry = entry_saying(longer),
             other = entry_saying(said_times("Nguyễn Văn A ", 80) + said_times("Nguyễn Văn B ", 120));
  struct row {
    const char* what;
    std::string recorded;
    bool is_exactly, says_the_same;
  };
  const row rows[] = {
      {"as it is recorded", entry.content, true, true},
      {"as it was recorded before there was a limit", longer, true, true},
      {"spaced and spelt as another feed does", entry_saying(said_times("NGUYEN  VAN  A  ", 200)).content, false, true},
      {"another beginning", entry_saying("x" + longer).content, false, false},
      {"a shorter text", "Nguyễn Văn A", false, false},
  };
  for (const auto& [what, recorded, is_exactly, is_same] : rows) BOOST_TEST_CONTEXT(what) {
      BOOST_TEST(is_recorded_as(recorded, entry) == is_exactly);
      BOOST_TEST(says_the_same(recorded, entry) == is_same);
    }
  BOOST_TEST(says_the_same("nguyen van a", entry_saying("Nguyễn Văn A.")));
  BOOST_TEST(!says_the_same(entry_saying(said_times("Nguyễn Văn A ", 90) + "B").content, entry_saying("Nguyễn Văn A")));
  // What differs behind the cut alone is left to the prints, which are of the whole texts.
  BOOST_TEST(says_the_same(entry.content, other));
}

BOOST_AUTO_TEST_SUITE_END()
