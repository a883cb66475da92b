// What purges take, and what they leave.
#include "persistence/retention/purge_place.hpp"
#include "tests/persistence/aged_shop.hpp"
#include "tests/persistence/examined_shop.hpp"
#include "tests/persistence/recount.hpp"

#include <boost/test/unit_test.hpp>

using namespace paylink;
using namespace paylink::test;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(retention)

BOOST_AUTO_TEST_CASE_TEMPLATE(bodies_go_after_90_days_and_deliveries_after_400, Backend, backends) {
  aged_shop shop{Backend::where};
  struct sample {
    int days;
    const char* callback; ///< purged, attempts, bytes of the answers' bodies and of the own
    const char* delivery;
  };
  const sample samples[] = {{89, "0 1 all", "0 1 all"},
                            {91, "1 1 none", "1 1 none"},
                            {399, "1 1 none", "1 1 none"},
                            {401, "3 0 none", "gone"},
                            {4'000, "3 0 none", "gone"}};
  std::vector<std::pair<aged_shop::ended, aged_shop::ended>> all;
  for (const auto& one : samples) {
    all.emplace_back(shop.callback(), shop.delivery());
    shop.age(all.back().first.row, one.days);
    shop.age(all.back().second.row, one.days);
  }
  shop.delivery(); // the newest
  shop.purge();
  for (std::size_t place = 0; place < all.size(); ++place) {
    BOOST_TEST(shop.remains(all[place].first.row) == samples[place].callback, samples[place].days);
    BOOST_TEST(shop.remains(all[place].second.row) == samples[place].delivery, samples[place].days);
  }
  shop.purge();
  for (std::size_t place = 0; place < all.size(); ++place)
    BOOST_TEST(shop.remains(all[place].first.row) == samples[place].callback, samples[place].days);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(what_is_still_being_sent_is_never_purged, Backend, backends) {
  aged_shop shop{Backend::where};
  auto& world = shop.world;
  const auto claimed = world.pay(world.make_link().reference, 100'000).jobs.at(0).row;
  const auto waits = shop.callback(503).row;
  world.pay(world.make_link().reference, 100'000, {.claim = false});
  const auto in_queue = std::stoll(world.ask("SELECT row FROM deliveries WHERE in_queue = 1"));
  const auto again = shop.callback(404);
  world.done<opened_round>(resend_callback{world.workspace, again.link.row, {creator::kind::user, "usr_1"}, {}});
  const auto ended = shop.callback(404).row;
  shop.age_all(5'000);
  shop.delivery(); // the newest
  shop.purge();
  for (const std::int64_t row : {claimed, waits, std::int64_t{in_queue}, again.row})
    BOOST_TEST(shop.remains(row).starts_with("0 "), shop.remains(row));
  BOOST_TEST(shop.remains(ended) == "2 0 none");
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM late_purges") == "8");
  shop.purge();
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM late_purges") == "8");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(what_was_sent_again_is_kept_from_its_new_end_on, Backend, backends) {
  aged_shop shop{Backend::where};
  auto& world = shop.world;
  const auto again = shop.delivery(404), before = shop.delivery(404), behind = shop.delivery(404);
  shop.age_all(91);
  shop.end_later(again.row, again.row, 81);
  shop.purge();
  BOOST_TEST(shop.remains(again.row) == "0 1 all");
  BOOST_TEST(shop.remains(before.row) == "1 1 none");
  BOOST_TEST(shop.remains(behind.row) == "1 1 none");
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM late_purges") == "1");
  // The walk has gone past it; it is found by its note.
  for (const int passed : {79, 2}) {
    shop.let_pass(passed);
    shop.purge();
    BOOST_TEST(shop.remains(again.row) == (passed == 2 ? "1 1 none" : "0 1 all"));
  }
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM late_purges") == "0");
  // Of the rest it is again the last to go.
  shop.delivery();
  shop.let_pass(300);
  shop.purge();
  BOOST_TEST(shop.remains(before.row) == "gone");
  BOOST_TEST(shop.remains(again.row) == "1 1 none");
  shop.let_pass(20);
  shop.purge();
  BOOST_TEST(shop.remains(again.row) == "gone");
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM late_purges") == "0");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_crowd_that_is_not_old_enough_holds_up_nothing_behind_it, Backend, backends) {
  aged_shop shop{Backend::where};
  shop.record_many(700);
  const auto ended = shop.callback().row;
  shop.age_all(200);
  shop.end_later(1, ended - 1, 199);
  shop.purge();
  BOOST_TEST(shop.remains(ended) == "1 1 none");
  BOOST_TEST(shop.world.ask("SELECT COUNT(*) FROM late_purges WHERE step = 0") == "700");
  shop.let_pass(90);
  shop.purge();
  BOOST_TEST(shop.world.ask("SELECT COUNT(*) FROM deliveries WHERE purged = 0") == "0");
  BOOST_TEST(shop.world.ask("SELECT COUNT(*) FROM late_purges") == "0");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_second_node_goes_on_where_the_first_has_died, Backend, backends) {
  aged_shop shop{Backend::where};
  shop.record_many(1'000);
  shop.age_all(500);
  shop.delivery(); // the newest
  const auto left = [&] {
    return std::stoi(shop.world.ask("SELECT COUNT(*) FROM deliveries WHERE purged = 0 AND link_row IS NOT NULL"));
  };
  const auto first = shop.portion();
  BOOST_TEST((first.stage == purge_stage::bodies && first.bodies > 0 && first.bodies <= 300));
  BOOST_TEST(left() == 1'000 - first.bodies);
  shop.world.restart("node-2");
  const auto second = shop.portion();
  BOOST_TEST(second.bodies_to > first.bodies_to);
  BOOST_TEST(left() == 1'000 - second.bodies);
  shop.world.restart("node-3");
  auto last = shop.portion();
  while (last.stage != purge_stage::begin) last = shop.portion();
  BOOST_TEST((last.bodies == 1'000 && last.attempts == 1'000 && last.deliveries == 0));
  BOOST_TEST(left() == 0);
  BOOST_TEST(shop.world.ask("SELECT COUNT(*) FROM attempts") == "1");
}

// Whatever the portions are, each of them is small.
BOOST_AUTO_TEST_CASE_TEMPLATE(a_portion_changes_a_few_hundred_rows, Backend, backends) {
  aged_shop shop{Backend::where};
  shop.record_many(900);
  run_sql(shop.world.url, "UPDATE deliveries SET attempt = 10"); // as many attempts would go with each
  shop.age_all(500);
  auto at = shop.portion();
  std::int64_t before = 0;
  for (; at.stage == purge_stage::bodies; at = shop.portion()) {
    BOOST_TEST((at.bodies - before) * 11 <= 300);
    BOOST_TEST(at.bodies > before);
    before = at.bodies;
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_report_counts_and_changes_nothing, Backend, backends) {
  aged_shop shop{Backend::where};
  const auto older = shop.delivery().row;
  shop.record_many(400);
  const auto old = shop.delivery().row;
  shop.age_all(91);
  shop.age(older, 401);
  shop.delivery();
  shop.world.retention.report_only = true;
  shop.world.restart();
  const auto all = [&] { return run_sql(shop.world.url, "SELECT * FROM deliveries ORDER BY row"); };
  const auto answers = [&] { return run_sql(shop.world.url, "SELECT * FROM attempts ORDER BY delivery_row, number"); };
  const auto deliveries_before = all(), attempts_before = answers();
  for (int day = 0; day < 2; ++day) {
    const auto reported = shop.purge();
    BOOST_TEST((reported.bodies == 402 && reported.attempts == 1 && reported.deliveries == 1));
    BOOST_TEST((reported.bodies_to == 0 && reported.rest_to == 0));
  }
  BOOST_TEST((all() == deliveries_before && answers() == attempts_before));
  BOOST_TEST(shop.world.ask("SELECT COUNT(*) FROM late_purges") == "0");
  // A node that may purge does what was reported.
  shop.world.retention.report_only = false;
  shop.world.restart();
  const auto purged = shop.purge();
  BOOST_TEST((purged.bodies == 402 && purged.attempts == 1 && purged.deliveries == 1));
  BOOST_TEST((shop.remains(old) == "1 1 none" && shop.remains(older) == "gone"));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_node_that_only_reports_deletes_nothing_in_a_pass_that_another_began, Backend,
                              backends) {
  aged_shop shop{Backend::where};
  shop.record_many(700);
  shop.age_all(500);
  const auto begun = shop.portion();
  shop.world.retention.report_only = true;
  shop.world.restart("node-2");
  const auto left = shop.world.ask("SELECT COUNT(*) FROM deliveries WHERE purged = 0");
  shop.purge();
  BOOST_TEST(shop.world.ask("SELECT COUNT(*) FROM deliveries WHERE purged = 0") == left);
  BOOST_TEST(begun.bodies == 700 - std::stoi(left));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(an_entry_told_again_after_500_days_is_a_duplicate, Backend, backends) {
  aged_shop shop{Backend::where};
  auto& world = shop.world;
  const auto link = world.make_link();
  const auto entry = world.credit(link.reference, 100'000, {.reference = "FT-once"});
  const auto recorded = world.done<recorded_entry>(entry);
  run_sql(world.url, std::string{aged_shop::end_sql});
  shop.age_all(500);
  shop.purge();
  const auto again = world.done<recorded_entry>(entry);
  BOOST_TEST((recorded.result == entry_result::recorded && again.result == entry_result::duplicate));
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM transactions") == "1");
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM deliveries") == "1");
  BOOST_TEST((world.read(link).callback == callback_status::delivered));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(what_has_no_body_cannot_be_sent_again, Backend, backends) {
  aged_shop shop{Backend::where};
  auto& world = shop.world;
  const creator somebody{creator::kind::user, "usr_1"};
  const auto callback = shop.callback(404);
  const auto delivery = shop.delivery(404);
  shop.age_all(91);
  shop.purge();
  const auto kept = shop.delivery(404);
  BOOST_TEST(
      (error_of(world.apply(resend_callback{world.workspace, callback.link.row, somebody, {}})) == errc::not_found));
  const auto send = [&](std::int64_t row, const webhook_id& to = {}) {
    return error_of(world.apply(resend_delivery{
        .workspace = world.workspace, .row = row, .to = to, .asked_by = somebody, .by = world.by_owner()}));
  };
  BOOST_TEST((send(delivery.row) == errc::conflict));
  BOOST_TEST((send(delivery.row, shop.make_hook("https://other.example/hook").id) == errc::conflict));
  BOOST_TEST(world.reader->ask(count_resendable{world.workspace, {}, world.now()}).queued == 0);
  BOOST_TEST(world.reader->ask(list_resendable{world.workspace, {}, world.now()}).link_rows.empty());
  const auto counts = world.reader->ask(count_resendable_deliveries{world.workspace, {}, 0, world.now()});
  BOOST_TEST((counts.matched == 2 && counts.queued == 1));
  const auto rows = std::vector{delivery.row, kept.row};
  const auto sent = world.done<resend_counts>(resend_deliveries{
      .workspace = world.workspace, .rows = rows, .asked_by = somebody, .is_last = true, .by = world.by_owner()});
  BOOST_TEST(sent.queued == 1);
  // The schema would not let it be due either.
  BOOST_CHECK_THROW(run_sql(world.url, "UPDATE deliveries SET state = 0, next_at = 1, finished_at = NULL WHERE row = " +
                                           std::to_string(delivery.row)),
                    std::runtime_error);
  const auto shown = world.reader->ask(find_callback{world.workspace, callback.link.row}).value();
  BOOST_TEST((shown.is_purged && shown.body.empty() && shown.attempts.size() == 1u));
  BOOST_TEST((shown.attempts[0].response_body.empty() && shown.attempts[0].response_headers.empty()));
  BOOST_TEST((shown.attempts[0].status_code == 404 && !shown.signature.empty()));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_link_keeps_its_status_and_never_asks_for_attention_anew, Backend, backends) {
  aged_shop shop{Backend::where};
  auto& world = shop.world;
  const auto reported = shop.callback(200), failed = shop.callback(404), original_event = shop.callback(200);
  world.done<opened_round>(
      resend_callback{world.workspace, original_event.link.row, {creator::kind::user, "usr_1"}, {}});
  for (const auto& job : world.done<claimed_jobs>(claim_due{}).jobs) shop.settle(job, 404);
  const auto unnotified = [&] {
    link_filter filter;
    filter.callback = callback_status::failed;
    filter.unnotified = true;
    return world.reader->ask(list_links{world.workspace, filter, world.now()}).rows.size();
  };
  BOOST_TEST(unnotified() == 1u);
  shop.age_all(500);
  shop.delivery(); // the newest
  shop.purge();
  BOOST_TEST((world.read(reported.link).callback == callback_status::delivered));
  BOOST_TEST((world.read(failed.link).callback == callback_status::failed));
  BOOST_TEST((world.read(original_event.link).callback == callback_status::failed));
  BOOST_TEST(unnotified() == 1u);
  BOOST_TEST((shop.remains(failed.row) == "2 0 none" && shop.remains(original_event.row) == "3 0 none"));
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM callback_rounds") == "0");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(the_doctor_finds_nothing_after_purges, Backend, backends) {
  examined_shop shop{Backend::where};
  for (const int days : {91, 500}) {
    age_deliveries(shop.world, days);
    recount(shop.world);
    purge_all(shop.world);
    for (const auto& one : shop.examine().findings) BOOST_ERROR(one.check << ": " << one.where);
    BOOST_TEST(shop.world.ask("SELECT COUNT(*) FROM deliveries WHERE purged > 0") != "0", days);
  }
  BOOST_TEST(shop.world.ask("SELECT COUNT(*) FROM deliveries WHERE purged = 2") != "0");
  // Nor when the row where they stood holds another delivery, and they begin again.
  auto at = purge_all(shop.world);
  BOOST_TEST(at.rest_to > 0);
  at.newest_event = "evt_of_another";
  run_sql(shop.world.url, "UPDATE scheduled_jobs SET progress = '" + at.text() + "' WHERE name = 'retention'");
  BOOST_TEST(purge_portion(shop.world).rest_to == 0);
  for (const auto& one : shop.examine().findings) BOOST_ERROR(one.check << ": " << one.where);
}

// A Workspace that is deleted takes the newest rows with it, and SQLite gives their numbers again.
BOOST_AUTO_TEST_CASE(rows_whose_numbers_are_given_again_are_purged) {
  aged_shop shop{kind::sqlite};
  for (int i = 0; i < 5; ++i) shop.delivery();
  shop.age_all(200);
  const auto before = shop.purge();
  BOOST_TEST(before.bodies_to == 5);
  run_sql(shop.world.url, "DELETE FROM attempts; DELETE FROM deliveries");
  std::vector<std::int64_t> rows;
  for (int i = 0; i < 8; ++i) rows.push_back(shop.delivery().row);
  BOOST_TEST(rows.front() == 1);
  shop.age_all(200);
  shop.purge();
  for (const auto row : rows) BOOST_TEST(shop.remains(row) == "1 1 none");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(the_newest_row_stays_so_that_its_number_is_not_given_again, Backend, backends) {
  aged_shop shop{Backend::where};
  const auto first = shop.delivery().row, newest = shop.delivery().row;
  shop.age_all(500);
  shop.purge();
  BOOST_TEST((shop.remains(first) == "gone" && shop.remains(newest) == "1 1 none"));
  BOOST_TEST(shop.delivery().row > newest);
  shop.let_pass(1);
  shop.purge();
  BOOST_TEST(shop.remains(newest) == "gone");
}

// A node that stands still holds what it has locked; the purge neither waits for it nor forgets it.
BOOST_AUTO_TEST_CASE(a_row_that_another_node_holds_is_purged_a_day_later) {
  aged_shop shop{kind::postgresql};
  const auto held = shop.delivery().row, free = shop.delivery().row;
  shop.delivery();
  shop.age_all(500);
  shop.delivery();
  {
    const foreign_transaction other{shop.world.url,
                                    "SELECT row FROM deliveries WHERE row = " + std::to_string(held) + " FOR UPDATE"};
    shop.purge();
    BOOST_TEST((shop.remains(held) == "0 1 all" && shop.remains(free) == "gone"));
  }
  shop.let_pass(2);
  shop.purge();
  BOOST_TEST(shop.remains(held) == "gone");
}

BOOST_AUTO_TEST_SUITE_END()
