#include "tests/persistence/aged_shop.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>

using namespace paylink;
using namespace paylink::test;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(link_lists)

namespace {

std::vector<std::int64_t> rows_of(const page<payment_link>& page) {
  std::vector<std::int64_t> rows;
  for (const auto& link : page.rows) rows.push_back(link.row);
  return rows;
}

} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(a_cursor_walks_through_every_link_once_in_either_order, Backend, backends) {
  store_world world{Backend::where};
  std::vector<payment_link> made;
  for (int count = 0; count < 7; ++count) made.push_back(world.make_link());
  std::ranges::sort(made, {}, &payment_link::id);
  for (const bool ascending : {true, false}) {
    std::vector<std::int64_t> expected, seen;
    for (const auto& link : made) expected.push_back(link.row);
    if (!ascending) std::ranges::reverse(expected);
    link_filter filter{.ascending = ascending, .limit = 3};
    for (bool more = true; more;) {
      const auto page = world.reader->ask(list_links{world.workspace, filter, world.now()});
      BOOST_REQUIRE(!page.rows.empty());
      for (const auto row : rows_of(page)) seen.push_back(row);
      filter.after = page.rows.back().id;
      more = page.has_more;
    }
    BOOST_TEST(seen == expected, boost::test_tools::per_element());
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_page_that_ends_with_the_last_link_has_no_more, Backend, backends) {
  store_world world{Backend::where};
  for (int count = 0; count < 3; ++count) world.make_link();
  BOOST_TEST(!world.reader->ask(list_links{world.workspace, {.limit = 3}, world.now()}).has_more);
  BOOST_TEST(world.reader->ask(list_links{world.workspace, {.limit = 2}, world.now()}).has_more);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(every_filter_keeps_what_it_names, Backend, backends) {
  store_world world{Backend::where};
  const auto early = world.now();
  const auto pending = world.make_link();
  const auto acknowledged = world.make_link(), failed = world.make_link(), waiting = world.make_link(),
             sent = world.make_link();
  const auto over = world.make_link({.lifetime = 1h});
  for (const auto& [link, status] : {std::pair{acknowledged, 200}, std::pair{failed, 404}}) {
    const auto job = world.pay(link.reference, 100'000).jobs.at(0);
    world.apply(outcome_of(job, world.made(1, status))).value();
  }
  world.pay(waiting.reference, 100'000, {.claim = false});
  world.pay(sent.reference, 100'000);
  // Nobody has swept: the list knows by itself which link is over.
  const auto later = world.now() + 2h;

  using rows = std::vector<std::int64_t>;
  const auto list = [&](link_filter filter) {
    filter.ascending = true;
    auto found = rows_of(world.reader->ask(list_links{world.workspace, filter, later}));
    std::ranges::sort(found);
    return found;
  };
  const auto check = [&](link_filter filter, rows expected) {
    BOOST_TEST(list(std::move(filter)) == expected, boost::test_tools::per_element());
  };
  check({.status = link_status::pending}, {pending.row});
  check({.status = link_status::expired}, {over.row});
  check({.status = link_status::succeeded}, {acknowledged.row, failed.row, waiting.row, sent.row});
  check({.status = link_status::cancelled}, {});
  check({.callback = callback_status::none}, {pending.row, over.row});
  check({.callback = callback_status::pending}, {waiting.row});
  check({.callback = callback_status::sending}, {sent.row});
  check({.callback = callback_status::delivered}, {acknowledged.row});
  check({.callback = callback_status::failed}, {failed.row});
  check({.ref = failed.reference}, {failed.row});
  check({.status = link_status::pending, .ref = failed.reference}, {});
  check({.account = world.account.id}, {pending.row, acknowledged.row, failed.row, waiting.row, sent.row, over.row});
  check({.account = world.new_id<bank_account_id>()}, {});
  check({.from = later}, {});
  check({.to = early}, {});
  check({.from = early, .to = later}, {pending.row, acknowledged.row, failed.row, waiting.row, sent.row, over.row});
  BOOST_TEST((world.read(sent).callback == callback_status::sending));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(the_bounds_of_creation_are_inclusive_and_exclusive, Backend, backends) {
  store_world world{Backend::where};
  const auto link = world.make_link();
  const auto count = [&](link_filter filter) {
    return world.reader->ask(list_links{world.workspace, filter, world.now()}).rows.size();
  };
  BOOST_TEST(count({.from = link.created_at}) == 1u);
  BOOST_TEST(count({.from = link.created_at + 1ms}) == 0u);
  BOOST_TEST(count({.to = link.created_at}) == 0u);
  BOOST_TEST(count({.to = link.created_at + 1ms}) == 1u);
  // Before and after all that the time of an id can say.
  BOOST_TEST(count({.from = timestamp{}, .to = timestamp{} + std::chrono::years{9'000}}) == 1u);
}

// They are read in the order of their ids, which have a time of their own.
BOOST_AUTO_TEST_CASE_TEMPLATE(links_of_a_span_are_found_when_their_ids_are_older_or_newer, Backend, backends) {
  store_world world{Backend::where};
  for (int count = 0; count < 3; ++count) world.make_link();
  const auto made_at = world.now();
  for (const auto apart : {-23h, 0h, 23h})
    for (const bool is_rising : {false, true})
      BOOST_TEST_CONTEXT(apart.count() << " hours, " << (is_rising ? "rising" : "falling")) {
        const auto stored = made_at + apart;
        run_sql(world.url, "UPDATE payment_links SET created_at = " + std::to_string(to_millis(stored)));
        const auto list = [&](link_filter filter) {
          filter.ascending = is_rising;
          return world.reader->ask(list_links{world.workspace, filter, made_at});
        };
        std::vector<std::int64_t> walked;
        for (link_filter page{.from = stored, .to = stored + 1ms, .limit = 1}; walked.size() < 5;) {
          const auto found = list(page);
          for (const auto& link : found.rows) walked.push_back(link.row);
          if (!found.has_more) break;
          page.after = found.rows.back().id;
        }
        BOOST_TEST(walked == rows_of(list({})), boost::test_tools::per_element());
        BOOST_TEST(walked.size() == 3u);
        BOOST_TEST(list({.from = stored + 1ms, .to = stored + 2ms}).rows.empty());
        BOOST_TEST(list({.from = stored - 1ms, .to = stored}).rows.empty());
      }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(links_whose_merchant_was_not_told_are_listed_until_somebody_settles_them, Backend,
                              backends) {
  store_world world{Backend::where};
  const auto reported = world.make_link(), unnotified = world.make_link(), lost = world.make_link();
  world.make_link();
  for (const auto& [link, status] : {std::pair{reported, 200}, std::pair{unnotified, 404}, std::pair{lost, 410}}) {
    const auto job = world.pay(link.reference, 100'000).jobs.at(0);
    world.apply(outcome_of(job, world.made(1, status))).value();
  }
  const auto listed = [&](const link_filter& filter) {
    auto rows = rows_of(world.reader->ask(list_links{world.workspace, filter, world.now()}));
    std::ranges::sort(rows); // ids of one millisecond are in no order
    return rows;
  };
  BOOST_TEST(listed({.unnotified = true}) == (std::vector{unnotified.row, lost.row}), boost::test_tools::per_element());
  BOOST_TEST(listed({.callback = callback_status::delivered, .unnotified = true}).empty());
  world.apply(annotate_transaction{world.workspace, world.read(unnotified).transaction, "told by phone", true}).value();
  BOOST_TEST(listed({.unnotified = true}) == std::vector{lost.row}, boost::test_tools::per_element());
  BOOST_TEST(listed({.callback = callback_status::failed}).size() == 2u);
}

// What few links have is looked up, and a page of what many have is found by walking through all of them.
BOOST_AUTO_TEST_CASE_TEMPLATE(what_thousands_of_links_have_is_found_as_well, Backend, backends) {
  struct many {
    link_filter filter;
    const char* sql;
  };
  constexpr int count = 2'005;
  const many cases[] = {
      {{.callback = callback_status::pending},
       "UPDATE deliveries SET state = 0, next_at = 1, finished_at = NULL; DELETE FROM attempts"},
      {{.callback = callback_status::sending}, "UPDATE deliveries SET owner = 'a node', lease_until = 1"},
      {{.callback = callback_status::failed},
       "UPDATE deliveries SET owner = NULL, lease_until = NULL, state = 2, next_at = NULL, finished_at = 1"},
      {{.unnotified = true}, "UPDATE deliveries SET state = 2, next_at = NULL, finished_at = 1"},
      {{.status = link_status::cancelled},
       "UPDATE payment_links SET status = 4, transaction_row = NULL, received_amount = NULL"},
      {{.status = link_status::failed}, "UPDATE payment_links SET status = 2, failure_reason = 1"},
  };
  aged_shop shop{Backend::where};
  auto& world = shop.world;
  shop.record_many(count);
  for (const auto& [wanted, sql] : cases) {
    run_sql(world.url, sql);
    for (const bool ascending : {true, false}) {
      auto filter = wanted;
      filter.ascending = ascending;
      filter.limit = 3;
      const auto page = world.reader->ask(list_links{world.workspace, filter, world.now()});
      std::string found;
      for (const auto& link : page.rows) found += link.id.text() + ' ';
      const std::string order = ascending ? "ASC" : "DESC";
      std::string expected;
      for (const auto& row : run_sql(world.url, "SELECT id FROM payment_links ORDER BY id " + order + " LIMIT 3"))
        expected += row.at(0) + ' ';
      BOOST_TEST((found == expected && page.has_more), sql << ": " << found << "instead of " << expected);
    }
    BOOST_TEST(world.reader->ask(count_resendable{world.workspace, wanted, world.now()}).matched == count, sql);
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_list_shows_no_link_of_another_workspace, Backend, backends) {
  store_world world{Backend::where};
  const auto link = world.make_link();
  const auto stranger = world.new_id<workspace_id>();
  BOOST_TEST(world.reader->ask(list_links{stranger, {}, world.now()}).rows.empty());
  BOOST_TEST(world.reader->ask(list_links{stranger, {.ref = link.reference}, world.now()}).rows.empty());
  BOOST_TEST((world.reader->ask(find_link{stranger, link.id}).error() == errc::not_found));
  world.pay(link.reference, 100'000);
  BOOST_TEST(world.reader->ask(list_payments{stranger, link.row, 10, true, 0}).rows.empty());
  BOOST_TEST((world.reader->ask(find_callback{stranger, link.row}).error() == errc::not_found));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(payments_of_a_link_are_paged_in_either_order_with_the_rejected_ones, Backend, backends) {
  store_world world{Backend::where};
  const auto link = world.make_link();
  world.pay(link.reference, 3000);
  world.pass(1s);
  world.pay(link.reference, 100'000, {.status = entry_status::rejected});
  world.pass(1s);
  world.pay(link.reference, 100'000);
  const auto walk = [&](bool ascending) {
    std::vector<std::string> seen;
    std::int64_t after = 0;
    for (bool more = true; more;) {
      const auto page = world.reader->ask(list_payments{world.workspace, link.row, 1, ascending, after});
      BOOST_REQUIRE(page.rows.size() == 1u);
      seen.emplace_back(to_text(page.rows[0].classification));
      BOOST_TEST(page.rows[0].transaction.empty() == (page.rows[0].classification == classification::rejected));
      after = page.rows.back().place;
      more = page.has_more;
    }
    return seen;
  };
  const std::vector<std::string> rising{"underpaid", "rejected", "matched"},
      falling{"matched", "rejected", "underpaid"};
  if (world.where == kind::sqlite) {
    BOOST_TEST(walk(true) == rising, boost::test_tools::per_element());
    BOOST_TEST(walk(false) == falling, boost::test_tools::per_element());
  } else {
    // The database's clock may give all three one millisecond, and then the order between the tables is theirs.
    BOOST_TEST(walk(true).size() == 3u);
    BOOST_TEST(walk(false).size() == 3u);
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_public_id_chooses_its_link_alone, Backend, backends) {
  store_world world{Backend::where};
  const auto link = world.make_link(), other = world.make_link();
  const auto listed = [&](link_filter filter) {
    return world.reader->ask(list_links{world.workspace, filter, world.clock.now()}).rows;
  };
  BOOST_REQUIRE(listed({.public_id = link.public_id}).size() == 1u);
  BOOST_TEST((listed({.public_id = link.public_id}).front().id == link.id));
  BOOST_TEST(listed({.ref = other.reference, .public_id = link.public_id}).empty());
  BOOST_TEST(listed({.ref = link.reference, .public_id = link.public_id}).size() == 1u);
  BOOST_TEST(listed({.public_id = "AAAAAAAAAAAAAAAAAAAAAA"}).empty());
  BOOST_TEST(
      world.reader->ask(list_links{world.new_id<workspace_id>(), {.public_id = link.public_id}, world.clock.now()})
          .rows.empty());
  BOOST_TEST(
      world.reader->ask(count_resendable{world.workspace, {.public_id = link.public_id}, world.clock.now()}).matched ==
      1);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_payer_sees_the_last_credit_that_was_too_small, Backend, backends) {
  store_world world{Backend::where};
  const auto link = world.make_link();
  const auto seen = [&] { return world.reader->ask(find_payer_view{link.public_id}).value().short_payment; };
  BOOST_TEST(!seen());
  const auto under = world.pay(link.reference, 40'000);
  BOOST_TEST(under.public_id == link.public_id);
  BOOST_TEST(seen().value_or(money{}).dong == 40'000);
  const auto tiny = world.pay(link.reference, 1'999);
  BOOST_TEST(tiny.public_id == link.public_id);
  BOOST_TEST(seen().value_or(money{}).dong == 1'999);
  BOOST_TEST(world.pay(link.reference, 100'000).public_id == link.public_id);
  BOOST_TEST(world.pay(link.reference, 100'000).public_id.empty()); // a duplicate changes no page
}

BOOST_AUTO_TEST_SUITE_END()
