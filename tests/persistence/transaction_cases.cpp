#include "domain/values/local_time.hpp"
#include "tests/persistence/store_world.hpp"
#include "tests/support/raw_sql.hpp"

#include <boost/test/unit_test.hpp>

using namespace paylink;
using namespace paylink::test;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(transactions)

namespace {

/// What the list shows, by the bank's references.
std::vector<std::string> listed(store_world& world, transaction_filter filter = {}) {
  if (filter.workspaces.empty()) filter.workspaces = {world.workspace};
  std::vector<std::string> references;
  for (const auto& one : world.reader->ask(list_transactions{filter}).rows) references.push_back(one.bank_reference);
  std::ranges::sort(references);
  return references;
}

using names = std::vector<std::string>;

/// The text with the character at `place` replaced by another.
std::string with_slip(std::string text, std::size_t place) {
  text[place] = text[place] == 'X' ? 'Y' : 'X';
  return text;
}

} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(a_transaction_is_read_as_it_was_recorded, Backend, backends) {
  store_world world{Backend::where};
  const auto link = world.make_link();
  const auto paid = world.pay(link.reference, 100'000, {.reference = "FT1", .content = "Đơn hàng 7"});
  const auto found = world.reader->ask(find_transaction{world.workspace, paid.transaction});
  BOOST_REQUIRE(found.has_value());
  BOOST_TEST((found->id == paid.transaction && found->workspace == world.workspace));
  BOOST_TEST((found->account == world.account.id && found->link == link.id));
  BOOST_TEST(found->account_number == world.account.number);
  BOOST_TEST(found->bank == world.account.bank);
  BOOST_TEST(found->amount.dong == 100'000);
  BOOST_TEST((found->type == transfer_type::credit));
  BOOST_TEST(found->content == "Đơn hàng 7");
  BOOST_TEST(found->bank_reference == "FT1");
  BOOST_TEST((found->classified == classification::matched && attention_of(*found) == attention::none));
  BOOST_TEST((found->likely_link.empty() && found->note.empty() && !found->settled));
  const auto stranger = world.new_id<workspace_id>();
  BOOST_TEST((world.reader->ask(find_transaction{stranger, paid.transaction}).error() == errc::not_found));
  BOOST_TEST(listed(world, {.workspaces = {stranger}}).empty());
}

BOOST_AUTO_TEST_CASE_TEMPLATE(every_filter_of_transactions_keeps_what_it_names, Backend, backends) {
  store_world world{Backend::where};
  const auto link = world.make_link();
  const auto noon = world.now();
  world.pay(link.reference, 100'000, {.reference = "matched", .content = "Tra tien NHA", .occurred_at = noon});
  world.pay(link.reference, 100'000, {.reference = "twice", .occurred_at = noon + 1h});
  world.pay(std::nullopt, 5'000, {.reference = "small", .content = "100% off_x!", .occurred_at = noon + 2h});
  world
      .apply(world.credit(std::nullopt, 70'000,
                          {.reference = "out", .type = transfer_type::debit, .occurred_at = noon + 3h}))
      .value();

  BOOST_TEST(listed(world).size() == 4u);
  BOOST_TEST(listed(world, {.from = noon + 1h, .to = noon + 3h}) == (names{"small", "twice"}),
             boost::test_tools::per_element());
  BOOST_TEST(listed(world, {.type = transfer_type::debit}) == names{"out"}, boost::test_tools::per_element());
  BOOST_TEST(listed(world, {.min_amount = money{70'000}, .max_amount = money{99'999}}) == names{"out"},
             boost::test_tools::per_element());
  BOOST_TEST(listed(world, {.classified = classification::duplicate}) == names{"twice"},
             boost::test_tools::per_element());
  BOOST_TEST(listed(world, {.content = "tien nha"}) == names{"matched"}, boost::test_tools::per_element());
  BOOST_TEST(listed(world, {.content = "0% OFF_x!"}) == names{"small"}, boost::test_tools::per_element());
  BOOST_TEST(listed(world, {.content = "0_ off"}).empty());
  BOOST_TEST(listed(world, {.account = world.account.id}).size() == 4u);
  BOOST_TEST(listed(world, {.account = world.new_id<bank_account_id>()}).empty());
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_cursor_walks_through_every_transaction_once_in_either_order, Backend, backends) {
  store_world world{Backend::where};
  std::vector<transaction_id> made;
  for (int count = 0; count < 7; ++count) made.push_back(world.pay(std::nullopt, 5'000).transaction);
  for (const bool ascending : {true, false}) {
    auto expected = made;
    if (!ascending) std::ranges::reverse(expected);
    std::vector<transaction_id> seen;
    // A Workspace that has none is among those that are asked.
    transaction_filter filter{
        .workspaces = {world.new_id<workspace_id>(), world.workspace}, .ascending = ascending, .limit = 3};
    for (bool more = true; more;) {
      const auto page = world.reader->ask(list_transactions{filter});
      BOOST_REQUIRE(!page.rows.empty());
      for (const auto& one : page.rows) seen.push_back(one.id);
      filter.after = {page.rows.back().listed_at, page.rows.back().row};
      more = page.has_more;
    }
    BOOST_TEST((seen == expected));
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(what_needs_attention_is_listed_until_it_is_settled, Backend, backends) {
  store_world world{Backend::where};
  const auto link = world.make_link(), closed = world.make_link(), open = world.make_link();
  world.apply(close_link{world.workspace, closed.id}).value();
  world.pay(link.reference, 2'000, {.reference = "underpaid"});
  world.pay(link.reference, 100'000, {.reference = "matched"});
  world.pay(link.reference, 100'000, {.reference = "duplicate"});
  const auto late = world.pay(closed.reference, 100'000, {.reference = "late"});
  world.pay(std::nullopt, 5'000, {.reference = "ambiguous", .ambiguous = true});
  world.pay(std::nullopt, 5'000, {.reference = "near", .content = with_slip(open.reference.text(), 6)});
  world.pay(std::nullopt, 5'000, {.reference = "ordinary"});
  world.pay(open.reference, 1'999, {.reference = "tiny"});
  names wanted{"ambiguous", "duplicate", "late", "near", "tiny", "underpaid"};
  BOOST_TEST(listed(world, {.needs_attention = true}) == wanted, boost::test_tools::per_element());
  for (const bool ascending : {true, false})
    BOOST_TEST(listed(world, {.needs_attention = true, .ascending = ascending, .limit = 2}).size() == 2u);

  BOOST_TEST(listed(world, {.without_link = true}) == (names{"ambiguous", "near", "ordinary"}),
             boost::test_tools::per_element());

  const auto noted =
      world.done<bank_transaction>(annotate_transaction{world.workspace, late.transaction, "paid back", true});
  BOOST_TEST((noted.note == "paid back" && noted.settled && attention_of(noted) == attention::late));
  std::erase(wanted, "late");
  BOOST_TEST(listed(world, {.needs_attention = true}) == wanted, boost::test_tools::per_element());
  // One of the two stays as it is when the other is written.
  const auto reopened =
      world.done<bank_transaction>(annotate_transaction{world.workspace, late.transaction, std::nullopt, false});
  BOOST_TEST((reopened.note == "paid back" && !reopened.settled));
  // Neither changed anything that counts.
  BOOST_TEST((world.read(closed).status == link_status::cancelled));
  const annotate_transaction foreign{world.new_id<workspace_id>(), late.transaction, "x", true};
  BOOST_TEST((error_of(world.apply(foreign)) == errc::not_found));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_text_that_misses_a_reference_by_one_character_names_the_likely_link, Backend,
                              backends) {
  store_world world{Backend::where};
  const auto link = world.make_link();
  const auto text = link.reference.text();
  for (std::size_t place = 0; place < text.size(); ++place) {
    BOOST_TEST_CONTEXT("character " << place) {
      const auto paid = world.pay(std::nullopt, 100'000, {.content = "CT tu 0123 " + with_slip(text, place) + " MB"});
      BOOST_TEST((!paid.classified && !paid.has_deliveries()));
      const auto found = world.reader->ask(find_transaction{world.workspace, paid.transaction}).value();
      BOOST_TEST((found.likely_link == link.id && found.link.empty()));
      BOOST_TEST((attention_of(found) == attention::near_miss));
    }
  }
  // As it comes from the feed: the text's one candidate is known to nobody.
  const auto wrong = reference::parse(with_slip(text, 11)).value();
  const auto paid = world.pay(wrong, 100'000, {.content = with_slip(text, 11)});
  BOOST_TEST((world.reader->ask(find_transaction{world.workspace, paid.transaction})->likely_link == link.id));

  const auto two_slips = with_slip(with_slip(text, 5), 9);
  const auto unlike = world.pay(std::nullopt, 100'000, {.content = two_slips});
  BOOST_TEST(world.reader->ask(find_transaction{world.workspace, unlike.transaction})->likely_link.empty());
  BOOST_TEST((world.read(link).status == link_status::pending));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_near_miss_of_another_accounts_link_is_none, Backend, backends) {
  store_world world{Backend::where};
  const auto link = world.make_link();
  auto other = world.account;
  other.id = world.new_id<bank_account_id>();
  other.number = "999888777";
  world.apply(connect_account{other}).value();
  auto command = world.credit(std::nullopt, 100'000, {.content = with_slip(link.reference.text(), 8)});
  command.account = other.id;
  command.account_row = std::stoll(world.ask("SELECT row FROM bank_accounts WHERE id = '" + other.id.text() + "'"));
  world.apply(command).value();
  const auto found = world.reader->ask(find_transaction{world.workspace, command.new_transaction}).value();
  BOOST_TEST((found.likely_link.empty() && attention_of(found) == attention::none));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(an_id_follows_from_where_the_entry_comes_from_and_finds_it_whenever_it_came, Backend,
                              backends) {
  store_world world{Backend::where};
  const timestamp times[]{world.now(), world.now() - std::chrono::days{400}, world.now() + std::chrono::days{27'000}};
  for (const auto at : times) {
    world.pass(std::chrono::seconds{1});
    const auto reported =
        world.credit(std::nullopt, 5'000, {.reference = "FT" + format_rfc3339(at), .occurred_at = at});
    const auto paid = world.done<recorded_entry>(reported);
    BOOST_TEST((paid.transaction == reported.new_transaction && paid.transaction.made_at() == at));
    auto again = reported;
    world.pass(std::chrono::hours{1});
    again.name_transaction();
    BOOST_TEST((again.new_transaction == reported.new_transaction));
    BOOST_TEST((world.reader->ask(find_transaction{world.workspace, paid.transaction})->id == paid.transaction));
    BOOST_TEST((error_of(world.reader->ask(find_transaction{world.new_id<workspace_id>(), paid.transaction})) ==
                errc::not_found));
    // Another entry of the same moment.
    const auto other = world.pay(std::nullopt, 5'000, {.reference = "OTHER" + format_rfc3339(at), .occurred_at = at});
    BOOST_TEST((other.transaction != paid.transaction && other.transaction.made_at() == at));
    BOOST_TEST((world.reader->ask(find_transaction{world.workspace, other.transaction})->id == other.transaction));
  }
  // Ids that were made at random, before they followed from the entry.
  const auto random = world.new_id<transaction_id>();
  run_sql(world.url, "UPDATE transactions SET id = '" + random.text() + "', made_at = " +
                         std::to_string(to_millis(world.now())) + " WHERE row = (SELECT MIN(row) FROM transactions)");
  BOOST_TEST((world.reader->ask(find_transaction{world.workspace, random})->id == random));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_statements_transaction_is_found_by_its_id_also_when_a_feed_has_told_of_it, Backend,
                              backends) {
  store_world world{Backend::where};
  const auto at = world.now() - std::chrono::hours{1}, day = vietnam_day(at);
  world.done<no_reply>(begin_import{.workspace = world.workspace,
                                    .id = world.account.id,
                                    .stated_to = day + std::chrono::hours{48},
                                    .by = world.by_owner()});
  auto stated =
      world.credit(std::nullopt, 5'000, {.content = "TIEN", .feed = std::string{statement_feed}, .occurred_at = at});
  stated.entry.statement_id = vietnam_date(at) + "+5000~0123456789abcdef#1|camt:S1";
  stated.name_transaction();
  const auto recorded = world.done<recorded_entry>(stated);
  BOOST_TEST((recorded.result == entry_result::recorded && recorded.transaction.made_at() == day));
  const auto found = [&] { return world.reader->ask(find_transaction{world.workspace, recorded.transaction}); };
  BOOST_TEST((found()->id == recorded.transaction));
  const auto reported = world.pay(std::nullopt, 5'000, {.reference = "FT1", .content = "TIEN", .occurred_at = at});
  BOOST_TEST((reported.result == entry_result::duplicate && reported.transaction == recorded.transaction));
  BOOST_TEST(world.ask("SELECT source_id FROM transactions") == "FT1");
  BOOST_TEST((found()->id == recorded.transaction));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(lists_have_the_order_of_recording_whatever_the_banks_times_are, Backend, backends) {
  store_world world{Backend::where};
  names expected;
  transaction_filter filter{.workspaces = {world.workspace}, .ascending = true, .limit = 1};
  names seen;
  for (const int days : {0, 27'000, -400, 1, -1}) {
    world.pass(std::chrono::seconds{1});
    expected.push_back("FT" + std::to_string(days));
    world.pay(std::nullopt, 5'000,
              {.reference = expected.back(), .occurred_at = world.now() + std::chrono::days{days}});
    // A reader who follows the list sees each one.
    const auto page = world.reader->ask(list_transactions{filter});
    BOOST_TEST_REQUIRE(page.rows.size() == 1u);
    seen.push_back(page.rows[0].bank_reference);
    filter.after = {page.rows[0].listed_at, page.rows[0].row};
  }
  BOOST_TEST(seen == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()
