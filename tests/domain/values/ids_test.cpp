#include "domain/values/ids.hpp"
#include "tests/domain/values/scripted_random.hpp"

#include <boost/test/unit_test.hpp>

#include <array>
#include <map>
#include <set>

using namespace paylink;

BOOST_AUTO_TEST_SUITE(id_rules)

BOOST_AUTO_TEST_CASE(an_id_is_a_uuid_of_version_7_in_base32) {
  // The UUID is 017f22e2-79b0-7cc3-98c4-dc0c0c07398f, the example of RFC 9562.
  scripted_random random{{0x0c, 0xc3, 0x98, 0xc4, 0xdc, 0x0c, 0x0c, 0x07, 0x39, 0x8f}};
  const auto made = payment_link_id::make(from_millis(0x017f22e279b0), random);
  BOOST_TEST(made.text() == "pl_01fwhe4ydgfk1shh6w1g60eecf");
}

BOOST_AUTO_TEST_CASE(version_and_variant_are_fixed_whatever_chance_says) {
  for (const std::uint8_t byte : {0x00, 0xff, 0xaa, 0x55}) {
    scripted_random random{std::vector<std::uint8_t>(10, byte)};
    const auto made = transaction_id::make(from_millis(1'769'847'330'123), random);
    BOOST_TEST(is_sortable_text(made.view().substr(4)));
    BOOST_TEST((transaction_id::parse(made.view()) == made));
  }
}

BOOST_AUTO_TEST_CASE(ids_sort_by_the_time_of_their_creation) {
  scripted_random random;
  auto before = event_id::make(from_millis(0), random);
  for (std::int64_t millis = 1; millis < (std::int64_t{1} << 47); millis = millis * 3 + 1) {
    const auto after = event_id::make(from_millis(millis), random);
    BOOST_TEST((before < after));
    BOOST_TEST(before.text() < after.text());
    before = after;
  }
}

BOOST_AUTO_TEST_CASE(only_the_own_kind_in_its_exact_form_is_read) {
  BOOST_TEST(payment_link_id::parse("pl_01fwhe4ydgfk1shh6w1g60eecf").has_value());
  for (const auto* text :
       {"", "pl_", "pl_01fwhe4ydgfk1shh6w1g60eec", "pl_01fwhe4ydgfk1shh6w1g60eecff", "PL_01fwhe4ydgfk1shh6w1g60eecf",
        "pl_01FWHE4YDGFK1SHH6W1G60EECF", "va_01fwhe4ydgfk1shh6w1g60eecf", "pl-01fwhe4ydgfk1shh6w1g60eecf",
        "pl_81fwhe4ydgfk1shh6w1g60eecf", // more than 128 bits
        "pl_01fwhe4ydgck1shh6w1g60eecf", // version 6
        "pl_01fwhe4ydgfk1mhh6w1g60eecf", // variant 1
        "pl_i1fwhe4ydgfk1shh6w1g60eecf", "pl_01fwhe4ydgfk1shh6w1g60eecu", " pl_01fwhe4ydgfk1shh6w1g60eec"})
    BOOST_TEST(!payment_link_id::parse(text), text);
}

BOOST_AUTO_TEST_CASE(an_empty_id_stands_for_none) {
  const payment_link_id none;
  BOOST_TEST(none.empty());
  BOOST_TEST(none.view().empty());
  BOOST_TEST(payment_link_id::from_store("").empty());
  BOOST_TEST((payment_link_id::from_store("pl_01fwhe4ydgfk1shh6w1g60eecf") ==
              payment_link_id::parse("pl_01fwhe4ydgfk1shh6w1g60eecf")));
}

// A restored database must say the same again: what a link's event is called may never change.
BOOST_AUTO_TEST_CASE(the_event_of_a_link_is_called_as_the_link_alone_says) {
  const auto link = payment_link_id::from_store("pl_01fwhe4ydgfk1shh6w1g60eecf");
  BOOST_TEST(event_of(link).text() == "evt_01fwhe4ydgffmazrb14ps9wqs5"); // worked out apart, in Python
  BOOST_TEST((event_of(link).made_at() == link.made_at()));
  BOOST_TEST(event_of(payment_link_id{}).empty());
}

BOOST_AUTO_TEST_CASE(no_two_links_share_the_name_of_an_event) {
  std::set<std::string> made;
  int links = 0;
  const auto add = [&](const std::vector<std::uint8_t>& chance) {
    scripted_random random{chance};
    const auto event = event_of(payment_link_id::make(from_millis(1'769'847'330'123), random));
    BOOST_REQUIRE((event_id::parse(event.view()) == event));
    made.insert(event.text());
    ++links;
  };
  // Links of one millisecond that differ in one bit, or in two.
  for (int one = 0; one < 80; ++one)
    for (int two = 0; two <= one; ++two) {
      std::vector<std::uint8_t> chance(10, 0);
      for (const int bit : {one, two})
        chance[static_cast<std::size_t>(bit / 8)] |= static_cast<std::uint8_t>(1 << bit % 8);
      // Six of the eighty bits are no part of an id.
      if ((chance[0] & 0xf0) == 0 && (chance[2] & 0xc0) == 0) add(chance);
    }
  BOOST_TEST(made.size() == static_cast<std::size_t>(links));
  BOOST_TEST(links > 2'700);
}

BOOST_AUTO_TEST_CASE(a_public_id_is_22_letters_and_digits) {
  scripted_random random;
  std::set<std::string> made;
  std::array<int, 256> seen{};
  for (int round = 0; round < 2000; ++round) {
    const auto id = make_public_id(random);
    BOOST_REQUIRE(is_public_id(id));
    for (const char c : id) ++seen[static_cast<unsigned char>(c)];
    made.insert(id);
  }
  BOOST_TEST(made.size() == 2000u);
  // 44,000 characters over 62 kinds: each about 710 times.
  int kinds = 0;
  for (const int count : seen) {
    if (count == 0) continue;
    ++kinds;
    BOOST_TEST(count > 550);
    BOOST_TEST(count < 870);
  }
  BOOST_TEST(kinds == 62);
}

BOOST_AUTO_TEST_CASE(bytes_that_would_favour_some_characters_are_drawn_again) {
  std::vector<std::uint8_t> script(31, 255);
  script.push_back(0);
  scripted_random random{script};
  const auto id = make_public_id(random);
  BOOST_TEST(is_public_id(id));
  BOOST_TEST(id.front() == 'A');
}

BOOST_AUTO_TEST_CASE(other_texts_are_no_public_ids) {
  for (const auto* text :
       {"", "q7Xw2LmN9pRtq7Xw2LmN9", "q7Xw2LmN9pRtq7Xw2LmN9pp", "q7Xw2LmN9pRtq7Xw2LmN-p", "q7Xw2LmN9pRtq7Xw2LmN p"})
    BOOST_TEST(!is_public_id(text), text);
  BOOST_TEST(is_public_id("q7Xw2LmN9pRtq7Xw2LmN9p"));
}

BOOST_AUTO_TEST_CASE(an_identifier_tells_when_it_was_made) {
  scripted_random random{{0xff, 0x01, 0xfe, 0x80, 0x7f, 0x55, 0xaa, 0x00, 0x10, 0x20}};
  for (const auto* time : {"1970-01-01T00:00:00.000Z", "2026-03-15T02:30:00.123Z", "2999-12-31T23:59:59.999Z"})
    BOOST_TEST(format_rfc3339(transaction_id::make(*parse_rfc3339(time), random).made_at()) == time);
  BOOST_TEST((transaction_id{}.made_at() == timestamp{}));
}

BOOST_AUTO_TEST_CASE(an_id_that_follows_from_a_text_is_the_same_each_time_and_another_for_another) {
  const auto at = *parse_rfc3339("2026-03-15T02:30:05.123Z");
  const auto made = transaction_id::following(at, "ws|FT1");
  BOOST_TEST((made == transaction_id::following(at, "ws|FT1")));
  BOOST_TEST((transaction_id::parse(made.view()) == made && made.made_at() == at));
  std::set<std::string> seen;
  for (int number = 0; number < 20'000; ++number)
    for (const char* const of : {"ws|FT", "ws|FX"})
      BOOST_TEST_REQUIRE(seen.insert(transaction_id::following(at, of + std::to_string(number)).text()).second);
  // The bits in place of the random ones are as often set as not.
  std::map<char, int> ends;
  for (const auto& text : seen) ++ends[text.back()];
  BOOST_TEST(ends.size() == 32u);
  for (const auto& [last, count] : ends) BOOST_TEST((count > 1'000 && count < 1'500), last << " " << count);
  // Before the epoch there is no such time.
  BOOST_TEST((transaction_id::following(timestamp{} - std::chrono::days{1}, "x").made_at() == timestamp{}));
}

BOOST_AUTO_TEST_SUITE_END()
