#include "tests/persistence/store_world.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>

using namespace paylink;
using namespace paylink::test;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(notices)

namespace {

/// The outcome of one delivery to `url`, as its job tells it.
recorded_attempt deliver(store_world& world, int status, const std::string& url = "https://shop.example/callback") {
  const auto job = world.make_job(url);
  return world.done<recorded_attempt>(
      record_attempt{job.row, job.epoch, job.event_id, world.made(job.attempt, status), 0, world.workspace, url});
}

std::vector<notice> claim(store_world& world, int limit = 100) {
  return world.done<claimed_notices>(claim_notices{limit}).notices;
}

void settle(store_world& world, const notice& one) {
  settle_notice done{one.row, one.tries};
  for (const auto& recipient : one.recipients) done.settled.push_back(recipient.user);
  world.done<std::monostate>(done);
}

/// Takes up everything and settles it: kind and count of each, `failed 1`.
std::vector<std::string> reported(store_world& world) {
  std::vector<std::string> all;
  for (const auto& one : claim(world)) {
    settle(world, one);
    all.push_back((one.kind == notice_kind::delivery_failed ? "failed " : "recovered ") + std::to_string(one.failures));
  }
  return all;
}

using texts = std::vector<std::string>;

/// Lets time go by for notices and endpoints, too.
void pass(store_world& world, std::chrono::milliseconds time) {
  world.pass(time);
  if (world.where == kind::sqlite) return;
  const auto by = " - " + std::to_string(time.count());
  run_sql(world.url, "UPDATE notices SET next_at = next_at" + by + ", created_at = created_at" + by +
                         "; UPDATE failing_endpoints SET notified_at = notified_at" + by + ", began_at = began_at" +
                         by + ", last_failed_at = last_failed_at" + by);
}

/// A user with a role in the world's Workspace; the id.
user_id join(store_world& world, const std::string& name, const std::string& role,
             const std::string& membership = "active") {
  const auto user = world.new_id<user_id>();
  world.apply(create_user{user, name + "@shop.example", name, "hash", "Free", language::vi}).value();
  run_sql(world.url, "INSERT INTO memberships (id, workspace_id, user_id, role, status, created_at) VALUES ('" +
                         world.new_id<membership_id>().text() + "', '" + world.workspace.text() + "', '" + user.text() +
                         "', '" + role + "', '" + membership + "', 0)");
  return user;
}

texts addresses_of(const notice& one) {
  texts all;
  for (const auto& recipient : one.recipients) all.push_back(recipient.address);
  std::ranges::sort(all);
  return all;
}

} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(a_failure_is_told_at_once_then_hourly_and_so_is_the_recovery, Backend, backends) {
  store_world world{Backend::where};
  deliver(world, 200);
  BOOST_TEST(reported(world).empty());
  deliver(world, 404);
  BOOST_TEST(reported(world) == texts{"failed 1"}, boost::test_tools::per_element());
  deliver(world, 404);
  deliver(world, 410);
  BOOST_TEST(reported(world).empty());
  pass(world, 1h);
  BOOST_TEST(reported(world) == texts{"failed 2"}, boost::test_tools::per_element());
  deliver(world, 503); // waits for its next attempt: neither failed nor well
  BOOST_TEST(reported(world).empty());
  deliver(world, 200);
  BOOST_TEST(reported(world) == texts{"recovered 3"}, boost::test_tools::per_element());
  deliver(world, 200);
  BOOST_TEST(reported(world).empty());
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM failing_endpoints") == "1");
  pass(world, 1h);
  BOOST_TEST(reported(world).empty());
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM failing_endpoints") == "0");
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM notices") == "0");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(outcomes_of_one_batch_count_each_and_write_one_notice, Backend, backends) {
  store_world world{Backend::where};
  std::vector<write_command> batch;
  const auto add = [&](int status, const std::string& url) {
    const auto job = world.make_job(url);
    batch.push_back(
        record_attempt{job.row, job.epoch, job.event_id, world.made(job.attempt, status), 0, world.workspace, url});
  };
  for (int count = 0; count < 3; ++count) add(404, "https://a.example/cb?order=" + std::to_string(count));
  add(400, "https://b.example/cb");
  add(200, "https://a.example/cb");
  add(200, "https://c.example/cb");
  for (const auto& reply : world.writer->apply(batch)) reply.value();
  auto notices = claim(world);
  BOOST_REQUIRE(notices.size() == 3u);
  std::ranges::sort(notices, {}, [](const notice& one) { return std::pair{one.endpoint, one.kind}; });
  BOOST_TEST((notices[0].endpoint == "https://a.example/cb" && notices[0].failures == 1));
  BOOST_TEST((notices[1].kind == notice_kind::delivery_recovered && notices[1].failures == 3));
  BOOST_TEST((notices[2].endpoint == "https://b.example/cb" && notices[2].last.status_code == 400));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_notice_holds_what_its_text_needs, Backend, backends) {
  store_world world{Backend::where};
  const auto link = world.make_link({.callback_url = "https://shop.example/cb?key=secret"});
  const auto job = world.pay(link.reference, 100'000).jobs.at(0);
  auto made = world.made(1, 0);
  made.failed_by = failure_class::tls;
  made.final = true;
  record_attempt outcome{job.row, job.epoch, job.event_id, made, 0, world.workspace, link.callback_url};
  outcome.earlier = early_verdict{failure_class::tls, "another node", world.now()};
  world.apply(outcome).value();
  run_sql(world.url, "UPDATE workspaces SET name = 'Cửa hàng', language = 'en'");
  const auto found = claim(world);
  BOOST_REQUIRE(found.size() == 1u);
  const auto& one = found[0];
  BOOST_TEST((one.workspace == world.workspace && one.workspace_name == "Cửa hàng" && one.lang == language::en));
  BOOST_TEST(one.endpoint == "https://shop.example/cb");
  BOOST_TEST((one.last.failed_by == failure_class::tls && one.last.status_code == 0 && one.last.link == link.id));
  BOOST_TEST((one.tries == 1 && one.is_failing && one.began_at == one.last.at && one.created_at == one.last.at));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(each_webhook_is_told_of_by_itself_and_by_its_present_name, Backend, backends) {
  store_world world{Backend::where};
  const std::string url = "https://shop.example/callback";
  const auto make = [&](const char* name) {
    const webhook record{
        .id = world.new_id<webhook_id>(), .workspace = world.workspace, .name = name, .url = url, .events = 15};
    return world
        .done<made_webhook>(create_webhook{
            .record = record, .keys = {record.id.text() + ".1", "key", "secret"}, .by = world.by_owner()})
        .record;
  };
  deliver(world, 404, url); // a callback to the same URL
  const auto shop = make("Shop");
  make("Books");
  // What comes of a credit: the first webhook gets this answer, the second that.
  const auto pay = [&](int of_shop, int of_books) {
    for (const auto& job : world.pay({}, 100'000).jobs) {
      const auto status = job.webhook->id == shop.id ? of_shop : of_books;
      world.done<recorded_attempt>(outcome_of(job, world.made(job.attempt, status)));
    }
  };
  pay(404, 200);
  world.done<webhook>(change_webhook{world.workspace, shop.id, {.name = "Orders"}, world.by_owner()});
  auto found = claim(world);
  BOOST_REQUIRE(found.size() == 2u);
  std::ranges::sort(found, {}, [](const notice& one) { return one.webhook.has_value(); });
  BOOST_TEST((!found[0].webhook && found[0].endpoint == url && found[0].failures == 1));
  BOOST_REQUIRE(found[1].webhook.has_value());
  BOOST_TEST((found[1].webhook->id == shop.id && found[1].webhook->name == "Orders" && found[1].webhook->url == url));
  BOOST_TEST((found[1].webhook->chat_id.empty() && found[1].failures == 1 && found[1].last.status_code == 404));
  for (const auto& one : found) settle(world, one);

  // The callbacks' endpoint goes on failing while the webhook works again.
  pay(200, 200);
  found = claim(world);
  BOOST_REQUIRE(found.size() == 1u);
  BOOST_TEST((found[0].kind == notice_kind::delivery_recovered && found[0].webhook && found[0].webhook->id == shop.id));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(owner_and_admins_are_told_and_nobody_else, Backend, backends) {
  store_world world{Backend::where};
  join(world, "admin", "admin");
  join(world, "member", "member");
  join(world, "viewer", "viewer");
  join(world, "former", "admin", "left");
  const auto gone = join(world, "gone", "admin");
  run_sql(world.url, "UPDATE users SET status = 'disabled' WHERE id = '" + gone.text() + "'");
  deliver(world, 404);
  run_sql(world.url, "UPDATE users SET email = 'new@shop.example' WHERE email = 'owner@shop.example'");
  const auto found = claim(world);
  BOOST_REQUIRE(found.size() == 1u);
  BOOST_TEST(addresses_of(found[0]) == (texts{"admin@shop.example", "new@shop.example"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_kind_that_a_workspace_does_without_is_not_told, Backend, backends) {
  store_world world{Backend::where};
  run_sql(world.url, "UPDATE workspaces SET notices_off = 1"); // delivery_failed
  deliver(world, 404);
  BOOST_TEST(claim(world).empty());
  deliver(world, 200);
  BOOST_TEST(reported(world) == texts{"recovered 1"}, boost::test_tools::per_element());
  run_sql(world.url, "UPDATE workspaces SET notices_off = 2"); // delivery_recovered
  pass(world, 2h);
  deliver(world, 404);
  BOOST_TEST(reported(world) == texts{"failed 1"}, boost::test_tools::per_element());
  deliver(world, 200);
  BOOST_TEST(claim(world).empty());
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM notices") == "0");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(the_same_endpoint_of_two_workspaces_is_two, Backend, backends) {
  store_world world{Backend::where};
  deliver(world, 404);
  const auto other = world.open_workspace();
  const auto url = std::string{"https://shop.example/callback"};
  const auto job = world.make_job(url);
  run_sql(world.url,
          "UPDATE deliveries SET workspace_id = '" + other.text() + "' WHERE row = " + std::to_string(job.row));
  world.apply(record_attempt{job.row, job.epoch, job.event_id, world.made(1, 404), 0, other, url}).value();
  auto found = claim(world);
  BOOST_REQUIRE(found.size() == 2u);
  BOOST_TEST((found[0].workspace != found[1].workspace));
  deliver(world, 200); // of the first Workspace alone
  found = claim(world);
  BOOST_REQUIRE(found.size() == 1u);
  BOOST_TEST((found[0].kind == notice_kind::delivery_recovered && found[0].workspace == world.workspace));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(who_was_told_is_not_told_again_while_others_wait, Backend, backends) {
  store_world world{Backend::where};
  const auto admin = join(world, "admin", "admin");
  deliver(world, 404);
  auto found = claim(world);
  BOOST_REQUIRE(found.size() == 1u);
  BOOST_TEST(claim(world).empty()); // taken up
  world.done<std::monostate>(settle_notice{found[0].row, found[0].tries, {admin}, false});
  BOOST_TEST(claim(world).empty()); // waits a minute
  pass(world, 1min);
  found = claim(world);
  BOOST_REQUIRE(found.size() == 1u);
  BOOST_TEST(addresses_of(found[0]) == texts{"owner@shop.example"}, boost::test_tools::per_element());
  BOOST_TEST(found[0].tries == 2);
  settle(world, found[0]);
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM notified_users") == "0");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_notice_whose_sender_is_gone_comes_again, Backend, backends) {
  store_world world{Backend::where};
  const auto admin = join(world, "admin", "admin");
  deliver(world, 404);
  const auto first = claim(world);
  world.restart();
  pass(world, 14min);
  BOOST_TEST(claim(world).empty());
  pass(world, 1min);
  const auto second = claim(world);
  BOOST_REQUIRE((first.size() == 1u && second.size() == 1u));
  // The first was only slow: who it has reached counts, and the second goes on.
  BOOST_TEST((error_of(world.apply(settle_notice{first[0].row, first[0].tries, {admin}, true})) == errc::conflict));
  world.done<std::monostate>(settle_notice{second[0].row, second[0].tries, {}, false});
  pass(world, 2min);
  const auto third = claim(world);
  BOOST_REQUIRE(third.size() == 1u);
  BOOST_TEST(addresses_of(third[0]) == texts{"owner@shop.example"}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_notice_that_cannot_be_sent_within_a_day_is_given_up, Backend, backends) {
  store_world world{Backend::where};
  deliver(world, 404);
  int tries = 0;
  for (auto found = claim(world); !found.empty(); found = claim(world)) {
    ++tries;
    world.done<std::monostate>(settle_notice{found[0].row, found[0].tries, {}, false});
    pass(world, 1h);
  }
  // Once an hour, the first moment of the day among them, and its last where no time goes by beside.
  BOOST_TEST((tries == 24 || tries == 25));
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM notices") == "0");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(deliveries_that_end_without_an_answer_are_told_of_too, Backend, backends) {
  store_world world{Backend::where};
  world.make_job("https://lost.example/cb");
  run_sql(world.url, "UPDATE deliveries SET attempt = 10");
  world.restart();
  world.begin_incarnation(); // the last attempt's outcome is lost
  auto found = claim(world);
  BOOST_REQUIRE(found.size() == 1u);
  BOOST_TEST((found[0].endpoint == "https://lost.example/cb" && found[0].last.failed_by == failure_class::reset));

  const auto job = world.make_job("https://spent.example/cb");
  world.done<recorded_attempt>(outcome_of(job, world.made(1, 503)));
  world.retries.max_attempts = 1; // the setting has shrunk under a delivery that waits
  world.restart();
  pass(world, world.retries.wait_after(1) + 1s);
  BOOST_TEST(world.done<claimed_jobs>(claim_due{}).jobs.empty());
  found = claim(world);
  BOOST_REQUIRE(found.size() == 1u);
  BOOST_TEST((found[0].endpoint == "https://spent.example/cb" && found[0].last.status_code == 503));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_new_life_knows_which_endpoints_were_failing, Backend, backends) {
  store_world world{Backend::where};
  deliver(world, 404);
  BOOST_TEST(reported(world).size() == 1u);
  world.restart();
  deliver(world, 200);
  BOOST_TEST(reported(world) == texts{"recovered 1"}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_command_that_fails_beside_an_outcome_costs_no_notice_and_doubles_none, Backend,
                              backends) {
  store_world world{Backend::where};
  const auto job = world.make_job();
  const auto broken = world.make_link();
  auto signing = world.credit(broken.reference, 100'000);
  world.signer.refused = broken.id.text(); // the batch is rolled back, and run again one by one
  const write_command batch[] = {record_attempt{job.row, job.epoch, job.event_id, world.made(1, 404), 0,
                                                world.workspace, "https://shop.example/callback"},
                                 signing};
  const auto replies = world.writer->apply(batch);
  BOOST_TEST((replies[0].has_value() && !replies[1].has_value()));
  BOOST_TEST(world.ask("SELECT failures FROM failing_endpoints") == "1");
  BOOST_TEST(reported(world) == texts{"failed 1"}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(what_another_node_has_written_is_known_after_the_next_look_for_due_rows) {
  store_world world{kind::sqlite}; // whose clock the case turns
  deliver(world, 200);
  run_sql(world.url,
          "INSERT INTO failing_endpoints (workspace_id, endpoint, failures, is_failing, is_notified, notified_at) "
          "VALUES ('" +
              world.workspace.text() + "', 'https://shop.example/callback', 7, 1, 1, " +
              std::to_string(to_millis(world.now())) + ")");
  deliver(world, 200);
  BOOST_TEST(reported(world).empty());
  world.pass(10s);
  world.done<claimed_jobs>(claim_due{});
  deliver(world, 200);
  BOOST_TEST(reported(world) == texts{"recovered 7"}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()
