// Notices of a month's quota.
#include "domain/plans/quota_notice.hpp"
#include "tests/persistence/store_world.hpp"

#include <boost/test/unit_test.hpp>

using namespace paylink;
using namespace paylink::test;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(quotas)

namespace {

void record_many(store_world& world, int transactions) {
  std::vector<write_command> batch;
  for (int i = 0; i < transactions; ++i) batch.push_back(world.credit(std::nullopt, 5'000 + i, {.claim = false}));
  world.done_together<recorded_entry>(batch);
}

/// The mails to the owner, after as many looks as a new transaction may take to be counted.
std::string mails(store_world& world) {
  for (int look = 0; look < 4; ++look) world.do_scheduled_jobs();
  std::string all;
  for (const auto& row : run_sql(world.url, "SELECT kind || ' to ' || recipient FROM mails ORDER BY row"))
    all.append(all.empty() ? "" : ", ").append(row[0]);
  return all;
}

void be_on_free(store_world& world) {
  run_sql(world.url, "UPDATE users SET plan = 'Free'; UPDATE plan_periods SET plan = 'Free'");
}

} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(the_owner_is_told_once_at_80_and_once_at_100_percent, Backend, backends) {
  store_world world{Backend::where};
  be_on_free(world);
  record_many(world, 23);
  BOOST_TEST(mails(world) == "");
  record_many(world, 1);
  BOOST_TEST(mails(world) == "quota_80 to owner@shop.example");
  record_many(world, 5);
  BOOST_TEST(mails(world) == "quota_80 to owner@shop.example");
  record_many(world, 1);
  const std::string both = "quota_80 to owner@shop.example, quota_100 to owner@shop.example";
  BOOST_TEST(mails(world) == both);
  record_many(world, 40);
  BOOST_TEST(mails(world) == both);
  BOOST_TEST(world.ask("SELECT counted FROM quota_counts") == "70");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(what_is_passed_at_once_is_told_once, Backend, backends) {
  store_world world{Backend::where};
  be_on_free(world);
  record_many(world, 35);
  BOOST_TEST(mails(world) == "quota_100 to owner@shop.example");
  record_many(world, 1);
  BOOST_TEST(mails(world) == "quota_100 to owner@shop.example");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(every_transaction_is_counted_once_over_portions_and_restarts, Backend, backends) {
  store_world world{Backend::where};
  record_many(world, 1'500); // more than a portion
  world.do_scheduled_jobs();
  world.restart();
  record_many(world, 700);
  mails(world);
  BOOST_TEST(world.ask("SELECT counted FROM quota_counts") == "2200");
  BOOST_TEST(mails(world) == "quota_100 to owner@shop.example"); // of P1's 500
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_higher_plan_has_a_higher_quota, Backend, backends) {
  store_world world{Backend::where};
  be_on_free(world);
  world.apply(change_plan{.user = world.owner, .plan = "P1", .by = world.by_owner(), .later = world.new_id<audit_id>()})
      .value();
  record_many(world, 60);
  BOOST_TEST(mails(world) == "");
}

// One of the owner's Workspaces that wants it is enough.
BOOST_AUTO_TEST_CASE_TEMPLATE(it_is_not_sent_if_every_workspace_has_turned_it_off, Backend, backends) {
  for (const bool is_wanted : {false, true}) {
    store_world world{Backend::where};
    const auto second = world.open_workspace();
    be_on_free(world);
    for (const auto& workspace : {world.workspace, second}) {
      change_workspace change{.id = workspace, .by = world.by_owner()};
      change.notices_off = switch_of(quota_notice::at_100);
      if (!is_wanted || workspace == second) world.apply(change).value();
    }
    record_many(world, 35);
    BOOST_TEST(mails(world) == (is_wanted ? "quota_100 to owner@shop.example" : ""));
  }
}

// The last minutes of a month are counted when the next one has begun: by a scheduled job a minute, and later after a
// crash.
BOOST_AUTO_TEST_CASE_TEMPLATE(a_quota_crossed_in_the_last_minute_of_a_month_is_notified_in_the_next, Backend,
                              backends) {
  store_world world{Backend::where};
  be_on_free(world);
  record_many(world, 35);
  const auto month = calendar_month{world.now()}.plus(-1);
  const auto begin = std::to_string(to_millis(month.begin()));
  run_sql(world.url, "UPDATE transactions SET received_at = " + std::to_string(to_millis(month.end() - 1s)) +
                         "; UPDATE usage SET month = '" + month.text() + "'; UPDATE users SET created_at = " + begin +
                         "; UPDATE plan_periods SET from_at = " + begin);
  record_many(world, 24); // of the month that has begun
  BOOST_TEST(mails(world) == "quota_100 to owner@shop.example, quota_80 to owner@shop.example");
  BOOST_TEST(world.ask("SELECT content FROM mails WHERE kind = 'quota_100'").find(month.title(language::vi)) !=
             std::string::npos);
  BOOST_TEST(world.ask("SELECT counted FROM quota_counts WHERE month = '" + month.text() + "'") == "35");
}

// Another node has taken lower rows, and commits them later.
BOOST_AUTO_TEST_CASE(rows_that_are_committed_late_are_counted_all_the_same) {
  store_world world{kind::postgresql};
  be_on_free(world);
  record_many(world, 10);
  {
    foreign_transaction late{world.url,
                             "WITH late AS (INSERT INTO transactions (id, workspace_id, account_row, feed, source_id, "
                             "amount, type, content, occurred_at, received_at, made_at) SELECT 'txn_late', "
                             "workspace_id, account_row, feed, 'late', amount, type, content, occurred_at, "
                             "received_at, made_at FROM transactions LIMIT 1 RETURNING row) INSERT INTO usage "
                             "SELECT u.owner_id, u.month, late.row FROM late, (SELECT * FROM usage LIMIT 1) u"};
    record_many(world, 13);
    mails(world);
    late.commit();
  }
  BOOST_TEST(mails(world) == "quota_80 to owner@shop.example");
  BOOST_TEST(world.ask("SELECT counted FROM quota_counts") == "24");
}

BOOST_AUTO_TEST_SUITE_END()
