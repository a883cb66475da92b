#include "tests/persistence/store_world.hpp"

#include <boost/test/unit_test.hpp>

#include <set>

using namespace paylink;
using namespace paylink::test;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(chats)

namespace {

webhook new_chat(store_world& world, const std::string& chat_id = "5123456789", const std::string& bot = "bot-1",
                 std::optional<test_event> test = {}) {
  webhook record{.id = world.new_id<webhook_id>(),
                 .workspace = world.workspace,
                 .type = webhook_type::telegram,
                 .name = "Owner's phone",
                 .url = {},
                 .chat_id = chat_id,
                 .events = 15};
  return world
      .done<made_webhook>(create_webhook{.record = record,
                                         .keys = {record.id.text() + ".1", "", "sealed-token", bot},
                                         .by = world.by_owner(),
                                         .test = std::move(test)})
      .record;
}

std::vector<delivery_job> due(store_world& world) { return world.done<claimed_jobs>(claim_due{}).jobs; }

recorded_attempt settle(store_world& world, const delivery_job& job, int status, const attempt_judgement& judged) {
  return world.done<recorded_attempt>(outcome_of(job, world.made(job.attempt, status), judged));
}

const attempt_judgement delivered{};

/// So many messages wait for the chat.
void raise(store_world& world, int messages) {
  for (int i = 0; i < messages; ++i) world.pay({}, 50'000);
}

std::string count(store_world& world, const std::string& which) {
  return world.ask("SELECT COUNT(*) FROM deliveries WHERE " + which);
}

} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(a_message_is_recorded_with_its_transaction_and_claimed_by_a_sweep, Backend, backends) {
  store_world world{Backend::where};
  const auto chat = new_chat(world);
  const auto paid = world.pay({}, 1'250'000, {.content = "Thanh toán <b>đơn</b> & 7"});
  BOOST_TEST((paid.jobs.empty() && paid.queues.empty() && paid.has_due_rows));
  BOOST_TEST(count(world, "transaction_row = (SELECT row FROM transactions) AND kind = 2") == "1");
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM paces") == "0");
  const auto jobs = due(world);
  BOOST_REQUIRE(jobs.size() == 1u);
  const auto& job = jobs[0];
  BOOST_TEST((job.kind == delivery_kind::telegram && job.attempt == 1 && job.agent == "Service-Chat/1"));
  BOOST_TEST((job.url == "https://api.telegram.org" && job.signature.empty() && job.signed_at == 0));
  BOOST_TEST((job.webhook->chat_id == chat.chat_id && job.webhook->bot == "bot-1"));
  BOOST_TEST(job.webhook->sealed_secret == "sealed-token");
  BOOST_TEST(job.body.find("<b>Tiền vào: +1.250.000") == 0u);
  BOOST_TEST(job.body.find("Thanh toán &lt;b&gt;đơn&lt;/b&gt; &amp; 7") != std::string::npos);
  BOOST_TEST(job.body.find(paid.transaction.text()) != std::string::npos);
  BOOST_TEST(world.ask("SELECT destination FROM deliveries") == "api.telegram.org:443");
  BOOST_TEST(is_acknowledged(settle(world, job, 200, delivered)));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(everyone_is_told_of_a_paid_link_in_the_transaction_that_records_it, Backend, backends) {
  store_world world{Backend::where};
  for (int i = 0; i < 20; ++i) {
    const webhook record{.id = world.new_id<webhook_id>(),
                         .workspace = world.workspace,
                         .name = "Orders",
                         .url = "https://shop.example/hook",
                         .events = 15};
    world.done<made_webhook>(
        create_webhook{.record = record, .keys = {record.id.text(), "key", "secret"}, .by = world.by_owner()});
  }
  new_chat(world);
  new_chat(world, "-100555", "bot-2");
  world.pay(world.make_link().reference, 100'000);
  BOOST_TEST(count(world, "kind = 0 AND link_row IS NOT NULL") == "1");
  BOOST_TEST(count(world, "webhook_row IS NOT NULL AND event = 0") == "22");
  BOOST_TEST(count(world, "TRUE") == "23");
  if (world.where == kind::postgresql)
    BOOST_TEST(world.ask("SELECT COUNT(DISTINCT at) FROM (SELECT CAST(xmin AS TEXT) AS at FROM deliveries UNION ALL "
                         "SELECT CAST(xmin AS TEXT) FROM transactions) AS written") == "1");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_workspace_with_a_chat_alone_gets_one_message_for_a_paid_link, Backend, backends) {
  store_world world{Backend::where};
  new_chat(world);
  world.pay(world.make_link().reference, 100'000);
  BOOST_TEST(count(world, "webhook_row IS NOT NULL AND kind = 2 AND event = 0") == "1");
  BOOST_TEST(count(world, "webhook_row IS NOT NULL") == "1"); // beside the link's callback
  BOOST_TEST(count(world, "TRUE") == "2");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_message_is_in_the_language_of_its_workspace, Backend, backends) {
  store_world world{Backend::where};
  new_chat(world);
  run_sql(world.url, "UPDATE workspaces SET language = 'en'");
  world.pay({}, 50'000);
  BOOST_TEST(due(world).at(0).body.find("<b>Money in: +") == 0u);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_chat_is_told_once_in_its_gap_and_the_others_are_not_attempts, Backend, backends) {
  store_world world{Backend::where};
  new_chat(world);
  raise(world, 4);
  const auto found = world.done<claimed_jobs>(claim_due{});
  BOOST_REQUIRE(found.jobs.size() == 1u);
  BOOST_TEST((world.gate.held == 1 && found.next_due.has_value()));
  BOOST_TEST(count(world, "attempt = 0 AND unanswered = 0 AND owner IS NULL AND in_queue = 0") == "3");
  // One after the other: none is looked at before its time.
  BOOST_TEST(world.ask("SELECT COUNT(DISTINCT next_at) FROM deliveries WHERE owner IS NULL") == "3");
  settle(world, found.jobs[0], 200, delivered);
  world.pass(900ms);
  if (world.where == kind::sqlite) BOOST_TEST(due(world).empty());
  std::set<std::int64_t> sent{found.jobs[0].row};
  for (int second = 0; second < 3; ++second) {
    world.pass(second == 0 ? 100ms : 1000ms);
    const auto next = due(world);
    BOOST_REQUIRE(next.size() == 1u);
    BOOST_TEST(next[0].attempt == 1);
    sent.insert(next[0].row);
    settle(world, next[0], 200, delivered);
  }
  BOOST_TEST((sent.size() == 4u && count(world, "state = 1") == "4"));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(two_nodes_together_tell_a_chat_no_more_than_one_would, Backend, backends) {
  store_world world{Backend::where};
  if (world.where == kind::sqlite) return;
  new_chat(world, "-1001234567890");
  raise(world, 6);
  const auto other = world.opened->open_writer(world.context_of("node-2"));
  std::size_t claimed = 0;
  for (int turn = 0; turn < 3; ++turn) {
    const write_command wanted[] = {claim_due{}};
    auto& writer = turn % 2 == 0 ? *other : *world.writer;
    auto replies = writer.apply(wanted);
    claimed += std::get<claimed_jobs>(replies.at(0).value()).jobs.size();
  }
  BOOST_TEST(claimed == 1u);
  world.pass(3s);
  claimed = due(world).size();
  const write_command wanted[] = {claim_due{}};
  auto replies = other->apply(wanted);
  claimed += std::get<claimed_jobs>(replies.at(0).value()).jobs.size();
  BOOST_TEST(claimed == 1u);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(chats_of_one_bot_share_its_limit_and_those_of_others_do_not, Backend, backends) {
  store_world world{Backend::where};
  for (int i = 0; i < 3; ++i) new_chat(world, std::to_string(1'000 + i), "bot-1");
  for (int i = 0; i < 2; ++i) new_chat(world, std::to_string(2'000 + i), "bot-" + std::to_string(2 + i));
  world.pay({}, 50'000);
  std::multiset<std::string> bots;
  for (const auto& job : due(world)) bots.insert(job.webhook->bot);
  BOOST_TEST((bots == std::multiset<std::string>{"bot-1", "bot-2", "bot-3"}));
  world.pass(40ms);
  BOOST_TEST(due(world).size() >= 1u);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_message_in_a_line_and_one_to_be_repeated_need_a_turn_too, Backend, backends) {
  store_world world{Backend::where};
  new_chat(world);
  raise(world, 2);
  world.gate.places = 0;
  const auto found = world.done<claimed_jobs>(claim_due{});
  BOOST_TEST((found.jobs.empty() && found.queues.size() == 1u && count(world, "in_queue = 1") == "2"));
  world.gate.places = 100;
  const auto claimed = world.done<claimed_jobs>(claim_queue{found.queues[0]});
  BOOST_REQUIRE(claimed.jobs.size() == 1u);
  BOOST_TEST((claimed.next_due.has_value() && world.gate.held == 1));
  BOOST_TEST(is_pending(settle(world, claimed.jobs[0], 500, {.what = verdict::retry})));
  // Its turn is over, and the next has been taken by nobody: but here another message was faster.
  run_sql(world.url, "UPDATE paces SET next_at = next_at + 60000");
  const auto& job = claimed.jobs[0];
  BOOST_TEST((error_of(world.apply(claim_delivery{job.row, job.epoch, job.event_id})) == errc::conflict));
  BOOST_TEST(count(world, "state = 0 AND attempt = 1 AND owner IS NULL AND in_queue = 0 AND row = " +
                              std::to_string(job.row)) == "1");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_chat_that_asks_to_wait_is_left_alone_and_it_costs_one_attempt, Backend, backends) {
  store_world world{Backend::where};
  new_chat(world);
  raise(world, 2);
  const auto first = due(world).at(0);
  BOOST_TEST(is_pending(settle(world, first, 429, {.what = verdict::retry, .wait = 60s, .holds_chat = true})));
  world.pass(50s);
  BOOST_TEST(due(world).empty());
  BOOST_TEST(world.ask("SELECT SUM(attempt) FROM deliveries") == "1");
  world.pass(12s);
  auto later = due(world);
  for (int i = 0; later.size() < 2 && i < 6; ++i) {
    world.pass(world.where == kind::sqlite ? 1s : 30s);
    for (auto& one : due(world)) later.push_back(one);
  }
  BOOST_REQUIRE(later.size() == 2u);
  BOOST_TEST(later[0].attempt + later[1].attempt == 3);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_wait_of_a_day_is_kept_without_attempts, Backend, backends) {
  store_world world{Backend::where};
  new_chat(world);
  raise(world, 1);
  settle(world, due(world).at(0), 429, {.what = verdict::retry, .wait = 24h, .holds_chat = true});
  for (int look = 0; look < 6; ++look) {
    world.pass(10min);
    BOOST_TEST(due(world).empty());
  }
  BOOST_TEST(world.ask("SELECT attempt FROM deliveries") == "1");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_chat_is_followed_to_its_new_id, Backend, backends) {
  store_world world{Backend::where};
  const auto chat = new_chat(world, "-4001");
  raise(world, 1);
  const auto job = due(world).at(0);
  BOOST_TEST(is_acknowledged(settle(world, job, 200, {.moved_to = "-1001234567890"})));
  BOOST_TEST(world.reader->ask(find_webhook{world.workspace, chat.id, world.now()})->chat_id == "-1001234567890");
  world.pass(1s);
  raise(world, 1);
  world.pass(5s);
  BOOST_TEST(due(world).at(0).webhook->chat_id == "-1001234567890");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_chat_that_refuses_is_disabled_with_one_mail_and_a_line, Backend, backends) {
  store_world world{Backend::where};
  const auto chat = new_chat(world);
  raise(world, 2);
  const auto job = due(world).at(0);
  BOOST_TEST(has_failed(settle(world, job, 403, {.what = verdict::failed, .disables_channel = true})));
  const auto after = world.reader->ask(find_webhook{world.workspace, chat.id, world.now()});
  BOOST_TEST((!after->is_enabled && after->disabled == disabled_reason::chat_refused));
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM mails WHERE kind = 'webhook_disabled'") == "1");
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM notices") == "0");
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM audit_log WHERE action = 'webhook.disabled'") == "1");
  world.pass(5s);
  raise(world, 1);
  BOOST_TEST(due(world).empty());
  world.pass(5s);
  BOOST_TEST(due(world).empty());
  BOOST_TEST(count(world, "is_skipped = 1 AND attempt = 0") == "2");
  BOOST_TEST(world.gate.held == 1);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(what_a_token_was_told_that_was_replaced_meanwhile_disables_nothing, Backend, backends) {
  store_world world{Backend::where};
  const auto chat = new_chat(world);
  raise(world, 1);
  const auto job = due(world).at(0);
  const sealed_webhook_keys other{chat.id.text() + ".2", "", "other-token", "bot-1"};
  world.done<webhook>(
      change_webhook{.workspace = world.workspace, .id = chat.id, .change = {.keys = other}, .by = world.by_owner()});
  BOOST_TEST(has_failed(settle(world, job, 401, {.what = verdict::failed, .disables_channel = true})));
  BOOST_TEST(world.reader->ask(find_webhook{world.workspace, chat.id, world.now()})->is_enabled);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_webhook_that_is_enabled_again_and_again_is_told_of_once_an_hour, Backend, backends) {
  store_world world{Backend::where};
  const auto chat = new_chat(world);
  const auto refuse = [&] {
    world.done<webhook>(change_webhook{
        .workspace = world.workspace, .id = chat.id, .change = {.is_enabled = true}, .by = world.by_owner()});
    raise(world, 1);
    world.pass(5s);
    settle(world, due(world).at(0), 403, {.what = verdict::failed, .disables_channel = true});
    return world.ask("SELECT COUNT(*) FROM mails WHERE kind = 'webhook_disabled'");
  };
  for (int times = 0; times < 3; ++times) BOOST_TEST(refuse() == "1");
  world.pass(1h);
  BOOST_TEST(refuse() == "2");
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM audit_log WHERE action = 'webhook.disabled'") == "4");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_saved_chat_is_sent_a_test_and_a_new_token_replaces_the_old, Backend, backends) {
  store_world world{Backend::where};
  const auto test = [&](const char* body) {
    return test_event{
        .delivery = world.new_id<delivery_id>(), .subject = std::string{"txn_test_"} + body, .body = body};
  };
  const auto chat = new_chat(world, "5123456789", "bot-1", test("one"));
  const auto first = due(world);
  BOOST_REQUIRE(first.size() == 1u);
  BOOST_TEST((first[0].body == "one" && first[0].kind == delivery_kind::telegram));
  settle(world, first[0], 200, delivered);
  world.pass(1s);
  const auto changed = world.done<webhook>(
      change_webhook{.workspace = world.workspace,
                     .id = chat.id,
                     .change = {.chat_id = "@shop_payments",
                                .keys = sealed_webhook_keys{chat.id.text() + ".2", "", "sealed-other", "bot-2"}},
                     .by = world.by_owner(),
                     .test = test("two")});
  BOOST_TEST((changed.chat_id == "@shop_payments" && !changed.rotates_at));
  const auto second = due(world);
  BOOST_REQUIRE(second.size() == 1u);
  BOOST_TEST((second[0].body == "two" && second[0].webhook->chat_id == "@shop_payments"));
  BOOST_TEST((second[0].webhook->sealed_secret == "sealed-other" && second[0].webhook->bot == "bot-2"));
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM webhook_keys") == "1");
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM audit_log WHERE action = 'webhook.rotated'") == "1");
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM audit_log WHERE became LIKE '%sealed%'") == "0");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(callbacks_and_endpoints_take_no_turns, Backend, backends) {
  store_world world{Backend::where};
  const auto chat = new_chat(world);
  world.done<made_webhook>(create_webhook{.record = {.id = world.new_id<webhook_id>(),
                                                     .workspace = world.workspace,
                                                     .name = "Orders",
                                                     .url = "https://shop.example/hook",
                                                     .events = 15},
                                          .keys = {"key-of-hook", "sealed-key", "sealed-secret"},
                                          .by = world.by_owner()});
  const auto link = world.make_link();
  const auto paid = world.pay(link.reference, 100'000);
  BOOST_TEST((paid.jobs.size() == 2u && paid.has_due_rows && world.gate.held == 2));
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM paces") == "0");
  BOOST_TEST(due(world).size() == 1u);
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM paces") == "2");
}

BOOST_AUTO_TEST_SUITE_END()
