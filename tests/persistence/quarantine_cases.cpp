// Entries in quarantine: listed, and read again by an operator.
#include "persistence/raw/raw_entry.hpp"
#include "tests/persistence/store_world.hpp"

#include <boost/test/unit_test.hpp>

using namespace paylink;
using namespace paylink::test;

BOOST_AUTO_TEST_SUITE(quarantine)

namespace {

bank_entry entry_of_number(const std::string& number, const std::string& reference) {
  return {.bank_reference = reference,
          .bin = {},
          .account_number = number,
          .virtual_account_number = {},
          .amount = {70'000},
          .content = "thanh toan",
          .occurred_at = *parse_rfc3339("2026-03-14T04:00:00Z")};
}

void keep(store_world& world, entry_result reason, const bank_entry& entry, const std::string& raw) {
  world.done<recorded_entry>(keep_entry{.feed = "MB",
                                        .account_number = entry.account_number,
                                        .bank_reference = entry.bank_reference,
                                        .reason = reason,
                                        .detail = "why",
                                        .raw = raw,
                                        .bin = reason == entry_result::unknown_account ? "970422" : ""});
}

std::vector<recorded_entry> take_up(store_world& world) {
  keep_accounts portion;
  portion.entries_max = 10;
  return world.done<kept_accounts>(portion).settled;
}

} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(what_waits_is_listed_oldest_first, Backend, backends) {
  store_world world{Backend::where};
  for (int number = 1; number <= 3; ++number) {
    const auto entry = entry_of_number("555000111" + std::to_string(number), "FT" + std::to_string(number));
    keep(world, number == 2 ? entry_result::invalid : entry_result::unknown_account, entry, raw_of(entry));
  }
  world.apply(suspend_workspace{world.workspace, world.by_owner()}).value();
  world.apply(world.credit(std::nullopt, 10'000)).value(); // held: not in quarantine
  const auto first = world.reader->ask(list_quarantined_entries{0, 2});
  BOOST_TEST((first.has_more && first.rows.size() == 2u && first.rows[0].bank_reference == "FT1"));
  BOOST_TEST((first.rows[1].reason == entry_result::invalid && first.rows[1].detail == "why"));
  const auto second = world.reader->ask(list_quarantined_entries{first.last_row, 2});
  BOOST_TEST((!second.has_more && second.rows.size() == 1u && second.rows[0].bank_reference == "FT3"));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_page_of_long_entries_ends_with_its_first_mebibyte, Backend, backends) {
  store_world world{Backend::where};
  for (int number = 1; number <= 5; ++number)
    keep(world, entry_result::invalid, {}, "{broken " + std::to_string(number) + std::string(400'000, 'x'));
  const auto first = world.reader->ask(list_quarantined_entries{0, 500});
  BOOST_TEST((first.has_more && first.rows.size() == 3u));
  const auto second = world.reader->ask(list_quarantined_entries{first.last_row, 500});
  BOOST_TEST((!second.has_more && second.rows.size() == 2u));
  BOOST_TEST(second.rows.at(1).raw.starts_with("{broken 5"));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(one_that_can_be_read_now_waits_for_its_account_or_is_recorded, Backend, backends) {
  store_world world{Backend::where};
  take_up(world);
  const auto mine = entry_of_number(world.account.number, "FT1"), others = entry_of_number("5550009999", "FT2");
  keep(world, entry_result::invalid, {}, "{broken 1");
  keep(world, entry_result::invalid, {}, "{broken 2");
  const auto rows = world.reader->ask(list_quarantined_entries{0, 10}).rows;
  BOOST_REQUIRE(rows.size() == 2u);
  BOOST_TEST(world.done<retried_entry>(retry_kept_entry{rows[0].row, mine}).is_recorded_soon);
  BOOST_TEST(!world.done<retried_entry>(retry_kept_entry{rows[1].row, others}).is_recorded_soon);
  const auto settled = take_up(world);
  BOOST_REQUIRE(settled.size() == 1u);
  BOOST_TEST((settled[0].result == entry_result::recorded));
  const auto left = world.reader->ask(list_quarantined_entries{0, 10}).rows;
  BOOST_REQUIRE(left.size() == 1u);
  BOOST_TEST((left[0].reason == entry_result::unknown_account && left[0].account_number == "5550009999"));
  BOOST_TEST((error_of(world.apply(retry_kept_entry{rows[0].row, mine})) == errc::not_found));
  BOOST_TEST(!world.done<retried_entry>(retry_kept_entry{left[0].row}).is_recorded_soon);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(one_that_the_bank_has_sent_again_is_recorded_once, Backend, backends) {
  store_world world{Backend::where};
  const auto entry = entry_of_number(world.account.number, "FT1");
  keep(world, entry_result::unknown_account, entry, raw_of(entry));
  keep(world, entry_result::invalid, {}, "{broken");
  const auto rows = world.reader->ask(list_quarantined_entries{0, 10}).rows;
  world.done<retried_entry>(retry_kept_entry{rows[1].row, entry});
  BOOST_TEST(world.reader->ask(list_quarantined_entries{0, 10}).rows.size() == 1u);
  BOOST_TEST(take_up(world).size() == 1u);
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM transactions") == "1");
}

BOOST_AUTO_TEST_SUITE_END()
