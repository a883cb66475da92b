#include "persistence/raw/raw_entry.hpp"

#include "http/wire/feed_codec.hpp"

#include <boost/test/unit_test.hpp>

using namespace paylink;

BOOST_AUTO_TEST_SUITE(raw_entries)

namespace {

bank_entry read(std::string_view body) {
  auto decoded = decode_bank_feed(body, "MB");
  BOOST_TEST_REQUIRE(std::holds_alternative<std::vector<decoded_entry>>(decoded));
  const auto& entries = std::get<std::vector<decoded_entry>>(decoded);
  BOOST_TEST_REQUIRE(entries.size() == 1u);
  BOOST_TEST_REQUIRE(entries.front().invalid == "");
  return entries.front().entry;
}

} // namespace

BOOST_AUTO_TEST_CASE(an_entry_that_is_kept_aside_is_read_again_as_the_bank_told_it) {
  for (const std::string extra : {R"()", R"("bin":"970422","virtual_account_number":"VA1",)"}) {
    for (const std::string content : {R"("PFSL7K2M9QX4 thanh toan")", R"("\"quoted\" \\ \n ộ 😀")"}) {
      const auto reported = read("{" + extra +
                                 R"("bank_reference":"FT26031","account_number":"0123456789","amount":150000,)"
                                 R"("transfer_type":"credit","content":)" +
                                 content + R"(,"occurred_at":"2026-01-31T15:15:30.123+07:00","status":"booked"})");
      // By the feed's own reader, and by that of the stores.
      for (const auto& again : {read(raw_of(reported)), entry_of(raw_of(reported)).value()}) {
        BOOST_TEST(again.bank_reference == reported.bank_reference);
        BOOST_TEST((again.bin == reported.bin && again.virtual_account_number == reported.virtual_account_number));
        BOOST_TEST((again.account_number == reported.account_number && again.amount == reported.amount));
        BOOST_TEST((again.type == reported.type && again.status == reported.status &&
                    again.occurred_at == reported.occurred_at));
        BOOST_TEST(again.content == reported.content);
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(direction_and_status_are_read_again_too) {
  bank_entry reported;
  reported.content = "A";
  reported.searched = "A\nPFSL7K2M9QX4";
  reported.amount = {1};
  reported.type = transfer_type::debit;
  reported.status = entry_status::rejected;
  const auto again = entry_of(raw_of(reported)).value();
  BOOST_TEST((again.type == reported.type && again.status == reported.status && again.amount == reported.amount));
  BOOST_TEST((again.content == reported.content && again.searched_text() == reported.searched));
  for (const auto* text : {"", "no JSON", "[]", "{}", R"({"amount":"5","occurred_at":"2026-01-31T08:15:30.123Z"})",
                           R"({"amount":5,"occurred_at":"yesterday"})"})
    BOOST_TEST(!entry_of(text), text);
}

BOOST_AUTO_TEST_CASE(a_raw_entry_is_written_in_the_words_of_the_native_feed) {
  constexpr std::string_view sound =
      R"({"bank_reference":"FT26031","account_number":"0123456789","amount":150000,"transfer_type":"credit",)"
      R"("content":"PFSL7K2M9QX4 thanh toan","occurred_at":"2026-01-31T08:15:30.123Z","status":"booked"})";
  BOOST_TEST(raw_of(read(sound)) == sound);
}

BOOST_AUTO_TEST_SUITE_END()
