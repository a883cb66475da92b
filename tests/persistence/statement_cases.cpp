// What a month costs, and how it is closed.
#include "persistence/doctor.hpp"
#include "tests/persistence/store_world.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>

using namespace paylink;
using namespace paylink::test;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(monthly_statements)

namespace {

/// Two months back, so that it has been over for long enough whatever day it is.
calendar_month past_month(const store_world& world) { return calendar_month{world.now()}.plus(-2); }

/// All that has happened so far has happened in that month.
void move_to_past_month(store_world& world) {
  const auto month = past_month(world);
  const auto begin = std::to_string(to_millis(month.begin())), later = std::to_string(to_millis(month.begin() + 1h));
  run_sql(world.url, "UPDATE users SET created_at = " + begin + "; UPDATE plan_periods SET from_at = " + begin +
                         "; UPDATE usage SET month = '" + month.text() +
                         "'; UPDATE transactions SET received_at = " + later);
}

void record_many(store_world& world, int transactions) {
  std::vector<write_command> batch;
  for (int i = 0; i < transactions; ++i)
    batch.push_back(world.credit(std::nullopt, 5'000 + i,
                                 {.type = i % 3 == 0 ? transfer_type::debit : transfer_type::credit, .claim = false}));
  world.done_together<recorded_entry>(batch);
}

statement_of_month statement_of(store_world& world, calendar_month month) {
  return world.reader->ask(find_statement{world.owner, month, world.now()}).value();
}

void be_on(store_world& world, const std::string& plan) {
  run_sql(world.url, "UPDATE users SET plan = '" + plan + "'; UPDATE plan_periods SET plan = '" + plan + "'");
}

} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(on_free_the_31st_and_the_1000th_transaction_are_recorded_told_and_billed, Backend,
                              backends) {
  store_world world{Backend::where};
  be_on(world, "Free");
  const webhook record{.id = world.new_id<webhook_id>(),
                       .workspace = world.workspace,
                       .name = "All",
                       .url = "https://shop.example/hook",
                       .events = 15};
  world.done<made_webhook>(create_webhook{.record = record, .keys = {"keys", "key", "secret"}, .by = world.by_owner()});
  const calendar_month month{world.now()};
  record_many(world, 30);
  BOOST_TEST(statement_of(world, month).bill.total.dong == 0);
  record_many(world, 1);
  BOOST_TEST(statement_of(world, month).bill.total.dong == 650);
  record_many(world, 969);
  const auto open = statement_of(world, month);
  BOOST_TEST((open.bill.transactions == 1'000 && open.bill.overage_transactions == 970 && !open.closed_at));
  BOOST_TEST(open.bill.total.dong == 630'500);
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM transactions") == "1000");
  BOOST_TEST(world.ask("SELECT COUNT(DISTINCT subject_id) FROM deliveries") == "1000");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_closed_statement_never_changes, Backend, backends) {
  store_world world{Backend::where};
  record_many(world, 7);
  move_to_past_month(world);
  const auto month = past_month(world);
  BOOST_TEST(!statement_of(world, month).closed_at.has_value());
  world.do_scheduled_jobs();
  const auto closed = statement_of(world, month);
  BOOST_TEST((closed.closed_at && closed.bill.plan == "P1" && closed.bill.transactions == 7 && closed.forecast == 7));
  BOOST_TEST(closed.bill.total.dong == 199'000);
  // Whatever happens to the rows behind it.
  run_sql(world.url, "DELETE FROM usage");
  be_on(world, "P3");
  world.do_scheduled_jobs();
  BOOST_TEST(statement_of(world, month).bill.transactions == 7);
  BOOST_TEST(statement_of(world, month).bill.plan == "P1");
  BOOST_TEST(statement_of(world, calendar_month{world.now()}).bill.plan == "P3");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(every_account_gets_a_statement_of_each_month_of_its_life, Backend, backends) {
  store_world world{Backend::where};
  for (int i = 0; i < 120; ++i) // more than a portion
    world
        .apply(create_user{world.new_id<user_id>(), "u" + std::to_string(i) + "@shop.example", "", "", "Free",
                           language::en})
        .value();
  move_to_past_month(world);
  const auto later = world.new_id<user_id>();
  world.apply(create_user{later, "later@shop.example", "", "", "Free", language::en}).value();
  world.do_scheduled_jobs();
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM statements WHERE month = '" + past_month(world).text() + "'") == "121");
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM statements WHERE owner_id = '" + later.text() + "'") == "0");
  BOOST_TEST(world.reader->ask(list_statements{later, {.limit = 10}, world.now()}).rows.size() == 1u);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(statements_are_listed_by_their_months, Backend, backends) {
  store_world world{Backend::where};
  move_to_past_month(world);
  world.do_scheduled_jobs();
  const calendar_month now{world.now()};
  const auto months = [&](const statement_filter& filter) {
    const auto found = world.reader->ask(list_statements{world.owner, filter, world.now()});
    std::string text;
    for (const auto& one : found.rows) text += std::to_string(one.month.until(now)) + " ";
    return text + (found.has_more ? "more" : "end");
  };
  BOOST_TEST(months({.limit = 10}) == "0 1 2 end");
  BOOST_TEST(months({.limit = 2}) == "0 1 more");
  BOOST_TEST(months({.after = now.plus(-1), .limit = 2}) == "2 end");
  BOOST_TEST(months({.after = now.plus(-2), .limit = 2}) == "end");
  BOOST_TEST(months({.limit = 3, .ascending = true}) == "2 1 0 end");
  BOOST_TEST(months({.limit = 1, .ascending = true}) == "2 more");
  BOOST_TEST(months({.after = now, .limit = 1, .ascending = true}) == "end");
  BOOST_TEST(!world.reader->ask(find_statement{world.owner, now.plus(1), world.now()}).has_value());
  BOOST_TEST(!world.reader->ask(find_statement{world.owner, now.plus(-3), world.now()}).has_value());
}

// A node has begun to record before midnight, and commits long after it.
BOOST_AUTO_TEST_CASE(no_month_is_closed_while_a_transaction_of_it_can_still_commit) {
  store_world world{kind::postgresql};
  record_many(world, 3);
  move_to_past_month(world);
  const auto month = past_month(world);
  const auto number_of_statements = [&] { return world.ask("SELECT COUNT(*) FROM statements"); };
  {
    foreign_transaction late{world.url, "INSERT INTO usage (owner_id, month, transaction_row) VALUES ('" +
                                            world.owner.text() + "', '" + month.text() + "', 999999)"};
    for (int look = 0; look < 3; ++look) {
      world.do_scheduled_jobs();
      BOOST_TEST(number_of_statements() == "0");
      record_many(world, 1); // others go on
    }
    late.commit();
  }
  world.do_scheduled_jobs();
  BOOST_TEST(statement_of(world, month).bill.transactions == 4);
  BOOST_TEST((statement_of(world, month).closed_at.has_value()));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(what_a_clock_set_back_records_in_a_closed_month_is_billed_in_the_open_one, Backend,
                              backends) {
  store_world world{Backend::where};
  const calendar_month present{world.now()}, next = present.plus(1);
  record_many(world, 2);
  // As if the clock had been ahead, and the month been closed.
  run_sql(world.url, "UPDATE open_month SET month = '" + next.text() + "'");
  record_many(world, 3);
  world.pay(std::nullopt, 7'000);
  const auto metered = [&](calendar_month month) {
    return world.ask("SELECT COUNT(*) FROM usage WHERE month = '" + month.text() + "'");
  };
  BOOST_TEST(metered(present) == "2");
  BOOST_TEST(metered(next) == "4");
  const auto found =
      world.opened
          ->open_doctor(
              {.signer = world.signer, .opens = [](const sealed_value&) { return true; }, .digest = sha256_hex})
          ->examine()
          .findings;
  BOOST_TEST(std::ranges::none_of(found, [](const finding& one) { return one.check == "usage_row"; }));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(closing_a_month_opens_the_next_one_first, Backend, backends) {
  store_world world{Backend::where};
  record_many(world, 1);
  move_to_past_month(world);
  const auto month = past_month(world);
  world.do_scheduled_jobs();
  BOOST_TEST(statement_of(world, month).closed_at.has_value());
  BOOST_TEST(world.ask("SELECT month FROM open_month") == calendar_month{world.now()}.text());
  if (world.where != kind::sqlite) return; // whose own clock decides
  world.clock.moved = month.begin() + 1h - world.now();
  record_many(world, 5);
  world.clock.moved = 0ms;
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM usage WHERE month = '" + month.text() + "'") == "1");
  BOOST_TEST(statement_of(world, calendar_month{world.now()}).bill.transactions == 5);
  BOOST_TEST(statement_of(world, month).bill.transactions == 1);
}

// A dump takes hours, and writes nothing.
BOOST_AUTO_TEST_CASE(a_transaction_that_only_reads_is_not_waited_for) {
  store_world world{kind::postgresql};
  record_many(world, 3);
  move_to_past_month(world);
  const foreign_transaction dump{world.url, "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY; SELECT "
                                            "COUNT(*) FROM usage"};
  world.do_scheduled_jobs();
  BOOST_TEST((statement_of(world, past_month(world)).closed_at.has_value()));
}

// A dump restored into a new server has numbers of transactions that this one has not reached.
BOOST_AUTO_TEST_CASE(a_number_of_another_server_is_not_waited_for) {
  store_world world{kind::postgresql};
  move_to_past_month(world);
  world.apply(claim_scheduled_job{}).value();
  run_sql(world.url, "UPDATE scheduled_jobs SET progress = '" + past_month(world).text() +
                         " 0 4611686018427387904', owner = '', lease_until = 0 WHERE name = 'statements'");
  world.do_scheduled_jobs(), world.do_scheduled_jobs();
  BOOST_TEST((statement_of(world, past_month(world)).closed_at.has_value()));
}

BOOST_AUTO_TEST_SUITE_END()
