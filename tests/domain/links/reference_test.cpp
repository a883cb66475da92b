#include "domain/links/reference.hpp"
#include "tests/domain/values/scripted_random.hpp"
#include "tests/domain/vectors.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <map>

using namespace paylink;

namespace {

std::vector<std::string> candidates_of(std::string_view text) {
  std::vector<std::string> texts;
  for (const auto& found : find_references(text)) texts.push_back(found.text());
  return texts;
}

} // namespace

BOOST_AUTO_TEST_SUITE(reference_rules)

BOOST_AUTO_TEST_CASE(a_reference_is_written_as_it_is_read) {
  for (const auto* text :
       {"PFSL00000000", "PFSL00000001", "PFSLZZZZZZZZ", "PFSL7K2M9QX4", "PFODAB12CD34", "PFOD0000000Z"}) {
    const auto read = reference::parse(text);
    BOOST_REQUIRE_MESSAGE(read.has_value(), text);
    BOOST_TEST(read->text() == text);
  }
  BOOST_TEST(reference::parse("PFSL00000010")->number == 36);
  BOOST_TEST(reference::parse("PFSLZZZZZZZZ")->number == 2'821'109'907'455);
  BOOST_TEST((reference::parse("PFOD00000001")->kind == reference_kind::order));
}

BOOST_AUTO_TEST_CASE(a_text_is_near_the_references_that_it_misses_by_one_character) {
  const auto wanted = *reference::parse("PFSL7K2M9QX4");
  const auto is_near = [&](std::string_view text) {
    const auto near = find_near_references(text);
    return std::ranges::find(near, wanted) != near.end();
  };
  for (const auto* text : {"PFSL7K2M9QX5", "PFSLAK2M9QX4", "PFSI7K2M9QX4", "XFSL7K2M9QX4", "pfsl7k2m9qxo",
                           "MBVCB.123.PFSL7K2M9Q 04 CT tu", "PFSI 7K2M-9QX4", "QR PFSL7K2M9QX5-Ma GD ACSP"})
    BOOST_TEST(is_near(text), text);
  // The reference itself is no near miss, and neither are two slips, a missing or a swapped character.
  for (const auto* text : {"PFSL7K2M9QX4", "PFSL7K2M9Q45", "PFSI7K2M9QX5", "PFSL7K2M9QX", "PFSLK7M29QX4", "", "PFS"})
    BOOST_TEST(!is_near(text), text);
  BOOST_TEST(find_near_references("chuyen tien mua hang ngay 15 03 2026").empty());
  BOOST_TEST(find_near_references("PFSL7K2M9QX4").size() == 8u * 35u);
}

BOOST_AUTO_TEST_CASE(a_text_made_to_be_slow_gives_few_near_references) {
  std::string text;
  for (int i = 0; i < 1'000; ++i) text += "PFSL7K2M9QX4";
  BOOST_TEST(find_near_references(text).size() <= 4u * 8u * 35u);
}

BOOST_AUTO_TEST_CASE(other_texts_are_no_references) {
  for (const auto* text : {"", "PFSL", "PFSL7K2M9QX", "PFSL7K2M9QX44", "pfsl7k2m9qx4", "PFSL7k2M9QX4", "PFSI7K2M9QX4",
                           "PFSL7K2M-QX4", " PFSL7K2M9QX4", "PFSL7K2M9Q\xc3\x9c"})
    BOOST_TEST(!reference::parse(text), text);
}

BOOST_AUTO_TEST_CASE(made_references_are_spread_over_all_numbers) {
  scripted_random random;
  int high = 0;
  for (int round = 0; round < 1000; ++round) {
    const auto made = reference::make(reference_kind::payment_link, random);
    BOOST_REQUIRE(made.number >= 0);
    BOOST_REQUIRE(made.number < 2'821'109'907'456);
    BOOST_REQUIRE((reference::parse(made.text()) == made));
    high += made.number >= 2'821'109'907'456 / 2 ? 1 : 0;
  }
  BOOST_TEST(high > 400);
  BOOST_TEST(high < 600);
}

BOOST_AUTO_TEST_CASE(made_references_hold_nothing_that_people_mistake_and_all_else_equally_often) {
  scripted_random random;
  std::map<char, int> seen;
  constexpr int rounds = 4000;
  for (int round = 0; round < rounds; ++round)
    for (const char c : reference::make(reference_kind::order, random).text().substr(4)) ++seen[c];
  for (const char mistakable : {'0', 'O', '1', 'I'}) BOOST_TEST(!seen.contains(mistakable));
  BOOST_TEST(seen.size() == 32u);
  for (const auto& [c, count] : seen) BOOST_TEST((count > rounds / 4 * 8 / 10 && count < rounds / 4 * 12 / 10), c);
}

BOOST_AUTO_TEST_CASE(every_sampled_transfer_text_yields_its_candidates) {
  const auto vectors = read_vectors("content-samples.json");
  std::vector<std::string> known;
  for (const auto& each : vectors.at("known_references").as_array()) known.push_back(text_of(each));
  int checked = 0;
  for (const auto& sample : vectors.at("samples").as_array()) {
    const auto label = text_of(sample.at("id"));
    std::vector<std::string> expected;
    for (const auto& each : sample.at("candidates").as_array()) expected.push_back(text_of(each));
    const auto found = candidates_of(text_of(sample.at("content")));
    BOOST_TEST(found == expected, boost::test_tools::per_element());
    const auto is_known = [&](const std::string& text) { return std::ranges::find(known, text) != known.end(); };
    const auto count = std::ranges::count_if(found, is_known);
    const auto result = text_of(sample.at("expect").at("result"));
    BOOST_TEST(result == (count == 0 ? "none" : count == 1 ? "found" : "ambiguous"), label);
    ++checked;
  }
  BOOST_TEST(checked >= 30);
}

BOOST_AUTO_TEST_CASE(a_reference_cut_anywhere_by_the_bank_is_still_found) {
  const std::string whole = "MBVCB.9593192710.165540.PFSL7K2M9QX4.CT tu 0071000123456";
  for (std::size_t place = 0; place <= whole.size(); ++place)
    for (const std::string_view gap : {" ", ".", "-", "\n", "  ", "\u00a0", "–"}) {
      auto cut = whole;
      cut.insert(place, gap);
      BOOST_TEST(candidates_of(cut) == std::vector<std::string>{"PFSL7K2M9QX4"}, boost::test_tools::per_element());
    }
}

BOOST_AUTO_TEST_CASE(orders_and_links_are_found_in_order_of_appearance_and_once) {
  const std::vector<std::string> expected{"PFODAB12CD34", "PFSL7K2M9QX4"};
  BOOST_TEST(candidates_of("pfod AB12CD34/PFSL7K2M9QX4, PFODAB12CD34 PFSL7K2M9QX4") == expected,
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_long_text_of_many_references_yields_each_once) {
  std::string text;
  for (int round = 0; round < 2; ++round)
    for (std::int64_t number = 0; number < 500; ++number)
      text += reference{reference_kind::order, number * 36'000}.text();
  const auto found = find_references(text);
  BOOST_REQUIRE(found.size() == 500u);
  for (std::int64_t number = 0; number < 500; ++number)
    BOOST_TEST(found[static_cast<std::size_t>(number)].number == number * 36'000);
}

BOOST_AUTO_TEST_CASE(vietnamese_folds_to_plain_letters_composed_and_decomposed) {
  const std::pair<std::string_view, std::string_view> cases[] = {
      {"Nguyễn Văn Ấn thanh toán đơn hàng số 1", "NGUYENVANANTHANHTOANDONHANGSO1"},
      {"tie\u0302\u0301ng Vie\u0323\u0302t", "TIENGVIET"},
      {"Đường Đê", "DUONGDE"},
      {"àáâãăạảấầẩẫậắằẳẵặ", "AAAAAAAAAAAAAAAAA"},
      {"èéêẹẻẽếềểễệ", "EEEEEEEEEEE"},
      {"ìíĩỉị", "IIIII"},
      {"òóôõơọỏốồổỗộớờởỡợ", "OOOOOOOOOOOOOOOOO"},
      {"ùúũưụủứừửữự", "UUUUUUUUUUU"},
      {"ỳýỵỷỹ", "YYYYY"},
      {"ÀÁÂÃĂẠẢẤẦẨẪẬẮẰẲẴẶ", "AAAAAAAAAAAAAAAAA"},
      {"ÈÉÊẸẺẼẾỀỂỄỆ", "EEEEEEEEEEE"},
      {"ÌÍĨỈỊ", "IIIII"},
      {"ÒÓÔÕƠỌỎỐỒỔỖỘỚỜỞỠỢ", "OOOOOOOOOOOOOOOOO"},
      {"ÙÚŨƯỤỦỨỪỬỮỰ", "UUUUUUUUUUU"},
      {"ỲÝỴỶỸ", "YYYYY"},
      {"ＰＦｓｌ０９", "PFSL09"},
      {"a_b-c#d.e/f\tg", "ABCDEFG"},
      {"×÷ß₫😀한\ufeff", ""},
      // The first and the last of each range that has letters, and their neighbours that have none.
      {"\u00bf\u00c0\u0233\u024f\u0250\u0251", "AY"},
      {"\u1dff\u1e00\u1ef9\u1f00\u1f01", "AY"},
      {"\uff00\uff10\uff3a\uff5a\uff5f\uff60", "0ZZ"},
  };
  for (const auto& [text, folded] : cases) BOOST_TEST(fold_transfer_text(text) == folded, text);
}

BOOST_AUTO_TEST_CASE(broken_utf_8_loses_only_its_own_bytes) {
  const std::pair<std::string, std::string_view> cases[] = {
      {"A\xff"
       "B",
       "AB"},
      {"A\xc3"
       "B",
       "AB"},
      {"A\xe1\xba"
       "B",
       "AB"},
      {"A\xe1"
       "BC",
       "ABC"},
      {"A\xf0\x9f\x98\x80"
       "B",
       "AB"},
      {"A\xc3", "A"},
      {"A\xe1\xba", "A"},
      {"\x80\xbf", ""},
      {"A\u0080B", "AB"},
      {"A\u07ff\u0800\uffffB", "AB"},
  };
  for (const auto& [text, folded] : cases) BOOST_TEST(fold_transfer_text(text) == folded);
}

BOOST_AUTO_TEST_SUITE_END()
