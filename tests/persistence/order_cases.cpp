#include "tests/persistence/order_world.hpp"

#include <boost/test/unit_test.hpp>

#include <set>

using namespace paylink;
using namespace paylink::test;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(orders)

namespace {

std::string count(store_world& world, const std::string& which) {
  return world.ask("SELECT COUNT(*) FROM deliveries WHERE webhook_row IS NOT NULL AND " + which);
}

std::set<std::string> bodies_of(const recorded_entry& entry) {
  std::set<std::string> bodies;
  for (const auto& job : entry.jobs) bodies.insert(job.body);
  return bodies;
}

/// What JSON.stringify makes of the payload with sorted keys.
std::string payload(const payment_order& order, std::int64_t amount, const std::string& status) {
  return R"({"amount":)" + std::to_string(amount) + R"(,"created_at":")" + format_rfc3339(order.created_at) +
         R"(","customer_email":"lan@example.com","order_id":")" + order.own_id + R"(","status":")" + status + "\"}";
}

} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(a_credit_settles_its_order_once_and_tells_the_webhooks, Backend, backends) {
  order_world world{Backend::where};
  world.add_webhook();
  const auto order = world.make_order({.own_id = "DH-1842", .customer_email = "lan@example.com"});
  BOOST_TEST((order.status == order_status::pending && order.own_id == "DH-1842"));
  BOOST_TEST((order.account_bin == world.account.bin && order.account_number == world.account.number));
  const auto paid = world.pay(order.reference, 100'000);
  BOOST_TEST((paid.result == entry_result::recorded && paid.classified == classification::matched));
  BOOST_TEST(paid.public_id.empty());
  BOOST_TEST(paid.jobs.size() == 2u);
  BOOST_TEST(bodies_of(paid).contains(payload(order, 100'000, "success")));
  BOOST_TEST(count(world, "event = 0") == "1");
  BOOST_TEST(count(world, "event = 2 AND subject_id = 'DH-1842' AND transaction_row = 1") == "1");
  auto read = world.read(order);
  BOOST_TEST((read.status == order_status::success && read.received_amount == money{100'000}));
  BOOST_TEST((read.transaction == paid.transaction && read.closed_at.has_value()));
  const auto shown = world.reader->ask(find_transaction{world.workspace, paid.transaction}).value();
  BOOST_TEST((shown.order == "DH-1842" && shown.link.empty() && shown.classified == classification::matched));
  // It never opens again.
  const auto second = world.pay(order.reference, 100'000);
  BOOST_TEST((second.classified == classification::duplicate && second.jobs.size() == 1u));
  BOOST_TEST(count(world, "event = 2") == "1");
  world.pass(25h);
  world.done<expired_orders>(expire_orders{});
  BOOST_TEST((world.read(order).status == order_status::success && world.read(order).transaction == paid.transaction));
  BOOST_TEST(count(world, "event = 3") == "0");
}

// A column that is null says nothing of the row before, nor of what the connection read for another Workspace.
BOOST_AUTO_TEST_CASE_TEMPLATE(in_a_list_only_the_transaction_of_an_order_names_it, Backend, backends) {
  order_world world{Backend::where};
  const auto order = world.make_order({.own_id = "DH-1842"});
  const auto plain = world.pay({}, 5'000).transaction;
  const auto paid = world.pay(order.reference, 100'000).transaction;
  const auto later = world.pay({}, 6'000).transaction;
  for (const bool is_rising : {false, true}) {
    const auto page = world.reader->ask(list_transactions{{.workspaces = {world.workspace}, .ascending = is_rising}});
    BOOST_TEST(page.rows.size() == 3u);
    for (const auto& one : page.rows) BOOST_TEST(one.order == (one.id == paid ? "DH-1842" : ""));
  }
  for (const auto& id : {paid, plain, paid, later})
    BOOST_TEST(world.reader->ask(find_transaction{world.workspace, id}).value().order == (id == paid ? "DH-1842" : ""));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_credit_is_classified_as_for_a_link, Backend, backends) {
  order_world world{Backend::where};
  world.add_webhook();
  struct row {
    std::int64_t amount;
    classification expected;
    order_status after;
  };
  for (const auto& [amount, expected, after] : {row{99'999, classification::underpaid, order_status::pending},
                                                row{1'999, classification::below_minimum, order_status::pending},
                                                row{100'001, classification::overpaid, order_status::success}}) {
    const auto order = world.make_order();
    const auto reported = count(world, "event = 2");
    const auto paid = world.pay(order.reference, amount);
    BOOST_TEST((paid.classified == expected));
    BOOST_TEST((world.read(order).status == after));
    BOOST_TEST((count(world, "event = 2") != reported) == (after == order_status::success));
  }
  const auto cancelled = world.make_order();
  world.close(cancelled, order_trigger::cancel);
  BOOST_TEST((world.pay(cancelled.reference, 100'000).classified == classification::late));
  BOOST_TEST((world.read(cancelled).status == order_status::cancelled));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(an_entry_reported_again_settles_nothing_again, Backend, backends) {
  order_world world{Backend::where};
  world.add_webhook();
  const auto order = world.make_order();
  auto entry = world.credit(order.reference, 100'000, {.reference = "FT1"});
  const auto first = world.done<recorded_entry>(entry);
  entry.new_transaction = world.new_id<transaction_id>();
  const auto again = world.done<recorded_entry>(entry);
  BOOST_TEST((again.result == entry_result::duplicate && again.transaction == first.transaction));
  BOOST_TEST((again.classified == classification::matched && !again.has_deliveries()));
  BOOST_TEST(count(world, "TRUE") == "2");
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM usage") == "1");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(credits_of_one_batch_settle_an_order_once, Backend, backends) {
  order_world world{Backend::where};
  world.add_webhook();
  const auto one = world.make_order(), two = world.make_order();
  const auto link = world.make_link();
  const auto unknown = reference::make(reference_kind::order, world.random);
  const auto replies = world.done_together<recorded_entry>(
      {world.credit(one.reference, 100'000), world.credit(one.reference, 100'000), world.credit(two.reference, 5'000),
       world.credit(two.reference, 100'000), world.credit(link.reference, 100'000), world.credit(unknown, 100'000)});
  const std::optional<classification> expected[] = {classification::matched,   classification::duplicate,
                                                    classification::underpaid, classification::matched,
                                                    classification::matched,   std::nullopt};
  for (std::size_t i = 0; i < 6; ++i) BOOST_TEST((replies[i].classified == expected[i]), "entry " << i);
  BOOST_TEST((world.read(one).transaction == replies[0].transaction));
  BOOST_TEST((world.read(two).transaction == replies[3].transaction));
  BOOST_TEST(count(world, "event = 2") == "2");
  BOOST_TEST(count(world, "event = 0") == "6");
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM transactions WHERE order_row IS NULL") == "2");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_credit_never_settles_an_order_of_another_account, Backend, backends) {
  order_world world{Backend::where};
  const auto order = world.make_order();
  auto other = world.account;
  other.id = world.new_id<bank_account_id>();
  other.number = "999";
  world.apply(connect_account{other}).value();
  auto command = world.credit(order.reference, 100'000);
  command.account_row = std::stoll(world.ask("SELECT row FROM bank_accounts WHERE number = '999'"));
  const auto recorded = world.done<recorded_entry>(command);
  BOOST_TEST((recorded.result == entry_result::recorded && !recorded.classified));
  BOOST_TEST((world.read(order).status == order_status::pending));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_text_that_names_a_link_and_an_order_is_ambiguous, Backend, backends) {
  order_world world{Backend::where};
  const auto order = world.make_order();
  const auto link = world.make_link();
  const auto unknown = reference::make(reference_kind::order, world.random);
  const auto row = world.account.row;
  const std::vector<credit_clue> clues{{row, {order.reference, link.reference}},
                                       {row, {order.reference, unknown}},
                                       {row, {unknown, link.reference}},
                                       {row + 1, {order.reference}},
                                       {row, {order.reference}}};
  const auto found = world.reader->ask(match_links{clues});
  BOOST_TEST((found[0].ambiguous && !found[0].link));
  BOOST_TEST((found[1].link == order.reference && !found[1].ambiguous));
  BOOST_TEST((found[2].link == link.reference && !found[2].ambiguous));
  BOOST_TEST(!found[3].link.has_value());
  BOOST_TEST((found[4].link == order.reference));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(whoever_comes_first_of_credit_and_cancel_wins, Backend, backends) {
  order_world world{Backend::where};
  world.add_webhook();
  for (const bool credit_first : {true, false}) {
    const auto order = world.make_order();
    const write_command credit = world.credit(order.reference, 100'000),
                        cancel = close_order{world.workspace, order.id, order_trigger::cancel, world.by_owner()};
    const write_command in_order[] = {credit_first ? credit : cancel, credit_first ? cancel : credit};
    const auto replies = world.writer->apply(in_order);
    const auto& credited = std::get<recorded_entry>(replies[credit_first ? 0 : 1].value());
    BOOST_TEST((credited.classified == (credit_first ? classification::matched : classification::late)));
    BOOST_TEST((error_of(replies[credit_first ? 1 : 0]) == (credit_first ? errc::conflict : errc::ok)));
    BOOST_TEST((world.read(order).status == (credit_first ? order_status::success : order_status::cancelled)));
  }
  BOOST_TEST(count(world, "event = 3") == "0");
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM audit_log WHERE action = 'order.cancelled'") == "1");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(at_its_time_expiry_beats_credit_and_cancel_in_either_order, Backend, backends) {
  order_world world{Backend::where};
  world.add_webhook();
  for (const bool sweep_first : {true, false}) {
    const auto order = world.make_order({.lifetime = 1h});
    world.pass(1h);
    const write_command sweep = expire_orders{}, credit = world.credit(order.reference, 100'000);
    const write_command in_order[] = {sweep_first ? sweep : credit, close_order{world.workspace, order.id},
                                      sweep_first ? credit : sweep};
    const auto replies = world.writer->apply(in_order);
    BOOST_TEST((std::get<recorded_entry>(replies[sweep_first ? 2 : 0].value()).classified == classification::late));
    BOOST_TEST((error_of(replies[1]) == errc::conflict));
    BOOST_TEST(std::get<expired_orders>(replies[sweep_first ? 0 : 2].value()).failed == 1);
    const auto read = world.read(order);
    BOOST_TEST((read.status == order_status::failed && read.failure == order_failure::expired));
    BOOST_TEST((read.closed_at == read.expires_at));
  }
  BOOST_TEST(count(world, "event = 3") == "2");
  BOOST_TEST(count(world, "event = 2") == "0");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(an_order_that_expires_tells_the_webhooks_what_it_expected, Backend, backends) {
  order_world world{Backend::where};
  world.add_webhook();
  const auto order = world.make_order({.lifetime = 1h, .customer_email = "lan@example.com"});
  world.make_order({.lifetime = 1h, .amount = 2'000});
  const auto later = world.make_order({.lifetime = 3h});
  world.pay(order.reference, 99'999);
  world.pass(1h);
  BOOST_TEST(world.done<expired_orders>(expire_orders{1}).more);
  const auto rest = world.done<expired_orders>(expire_orders{});
  BOOST_TEST((rest.failed == 1 && !rest.more && rest.next_due.has_value()));
  BOOST_TEST(world.done<expired_orders>(expire_orders{}).failed == 0);
  BOOST_TEST((world.read(later).status == order_status::pending));
  // Any node sends them.
  std::set<std::string> bodies;
  for (const auto& job : world.done<claimed_jobs>(claim_due{}).jobs)
    if (job.body.find("order_id") != std::string::npos) bodies.insert(job.body);
  BOOST_TEST(bodies.size() == 2u);
  auto stored = world.read(order);
  BOOST_TEST(bodies.contains(payload(stored, 100'000, "failed")));
  BOOST_TEST(count(world, "event = 3 AND transaction_row IS NULL") == "2");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(an_order_that_loses_its_account_fails_once, Backend, backends) {
  order_world world{Backend::where};
  world.add_webhook();
  const auto order = world.make_order();
  BOOST_TEST((world.close(order, order_trigger::account_removed).failure == order_failure::bank_account_removed));
  BOOST_TEST((error_of(world.apply(close_order{world.workspace, order.id, order_trigger::account_removed})) ==
              errc::conflict));
  BOOST_TEST(count(world, "event = 3") == "1");
  BOOST_TEST((world.pay(order.reference, 100'000).classified == classification::late));
  BOOST_TEST((world.read(order).status == order_status::failed));
  BOOST_TEST((error_of(world.apply(close_order{world.workspace, world.new_id<order_id>()})) == errc::not_found));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(webhooks_are_told_of_orders_as_they_have_chosen, Backend, backends) {
  order_world world{Backend::where};
  const auto successes = world.add_webhook(bit_of(webhook_event::order_success));
  world.add_webhook(bit_of(webhook_event::order_failed));
  world.add_webhook(bit_of(webhook_event::order_success), {.amount_min = money{200'000}});
  world.add_webhook(bit_of(webhook_event::order_success), {.accounts = {world.new_id<bank_account_id>()}});
  // What is about transfers does not hold orders back.
  const auto texts = world.add_webhook(bit_of(webhook_event::order_success), {.text = "nothing"});
  std::set<webhook_id> reported;
  for (const auto& job : world.pay(world.make_order().reference, 100'000).jobs) reported.insert(job.webhook->id);
  BOOST_TEST((reported == std::set{successes.id, texts.id}));
  const auto off = world.make_order();
  world.done<webhook>(change_webhook{world.workspace, successes.id, {.is_enabled = false}, world.by_owner()});
  const auto missed = world.pay(off.reference, 100'000);
  BOOST_TEST((missed.jobs.size() == 1u && missed.queues.size() == 1u));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_disabled_webhook_misses_an_order_that_fails, Backend, backends) {
  order_world world{Backend::where};
  const auto hook = world.add_webhook();
  world.done<webhook>(change_webhook{world.workspace, hook.id, {.is_enabled = false}, world.by_owner()});
  world.make_order({.lifetime = 1h});
  world.pass(1h);
  BOOST_TEST(world.done<expired_orders>(expire_orders{}).failed == 1);
  BOOST_TEST(world.done<claimed_jobs>(claim_due{}).jobs.empty());
  BOOST_TEST(count(world, "event = 3 AND is_skipped = 1") == "1");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_new_order_is_refused_for_its_reasons, Backend, backends) {
  order_world world{Backend::where};
  const auto first = world.make_order({.own_id = "DH-1"});
  const auto refused = [&](payment_order order) { return error_of(world.apply(create_order{std::move(order)})); };
  BOOST_TEST((refused(world.new_order({.own_id = "DH-1"})) == errc::conflict));
  auto order = world.new_order();
  order.reference = first.reference;
  BOOST_TEST((refused(order) == errc::conflict));
  order = world.new_order();
  order.account = world.new_id<bank_account_id>();
  BOOST_TEST((refused(order) == errc::not_found));
  order = world.new_order();
  run_sql(world.url, "UPDATE bank_accounts SET state = 'disconnected'");
  BOOST_TEST((refused(order) == errc::bank_account_not_connected));
  run_sql(world.url, "UPDATE bank_accounts SET state = 'connected'");
  world.apply(suspend_workspace{world.workspace}).value();
  BOOST_TEST((refused(order) == errc::workspace_suspended));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(an_order_is_made_once_for_its_idempotency_key, Backend, backends) {
  order_world world{Backend::where};
  const idempotency_key key{"usr_1", "key-1", "print-1"};
  const auto first = world.done<made_order>(create_order{world.new_order(), key});
  const auto again = world.done<made_order>(create_order{world.new_order(), key});
  BOOST_TEST((!first.is_replay && again.is_replay && again.order.id == first.order.id));
  BOOST_TEST((error_of(world.apply(create_order{world.new_order(), {"usr_1", "key-1", "print-2"}})) ==
              errc::idempotency_key_reused));
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM orders") == "1");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(orders_are_found_and_listed_by_each_filter, Backend, backends) {
  order_world world{Backend::where};
  // Ids sort by the time of their creation.
  const auto one = world.make_order({.own_id = "DH 1/2"});
  world.pass(1s);
  const auto two = world.make_order({.lifetime = 1h});
  world.pass(1s);
  const auto three = world.make_order();
  world.pay(three.reference, 100'000);
  world.pass(1h);
  auto& rows = *world.reader;
  BOOST_TEST((rows.ask(find_order{world.workspace, "DH 1/2"})->id == one.id));
  BOOST_TEST((rows.ask(find_order{world.workspace, one.id.view()})->id == one.id));
  BOOST_TEST((rows.ask(find_order{world.workspace, two.id.view()})->own_id == two.id.text()));
  BOOST_TEST((to_errc(rows.ask(find_order{world.workspace, "dh 1/2"}).error()) == errc::not_found));
  const auto other = world.open_workspace();
  BOOST_TEST((to_errc(rows.ask(find_order{other, "DH 1/2"}).error()) == errc::not_found));
  const auto ids = [&](order_filter filter) {
    std::vector<order_id> found;
    for (const auto& order : rows.ask(list_orders{world.workspace, filter, world.now()}).rows)
      found.push_back(order.id);
    return found;
  };
  using list = std::vector<order_id>;
  BOOST_TEST((ids({}) == list{three.id, two.id, one.id}));
  BOOST_TEST((ids({.ascending = true}) == list{one.id, two.id, three.id}));
  // Its time has come, whether or not the sweep has.
  BOOST_TEST((ids({.status = order_status::failed}) == list{two.id}));
  BOOST_TEST((ids({.status = order_status::success}) == list{three.id}));
  BOOST_TEST((ids({.status = order_status::pending}) == list{one.id}));
  BOOST_TEST((ids({.own_id = "DH 1/2"}) == list{one.id}));
  BOOST_TEST(ids({.status = order_status::success, .own_id = "DH 1/2"}).empty());
  BOOST_TEST((ids({.ref = two.reference}) == list{two.id}));
  BOOST_TEST(ids({.own_id = "DH 1/2", .ref = two.reference}).empty());
  BOOST_TEST((ids({.account = world.account.id}).size() == 3u));
  BOOST_TEST(ids({.account = world.new_id<bank_account_id>()}).empty());
  BOOST_TEST(ids({.from = world.now() + 1h}).empty());
  BOOST_TEST(ids({.to = world.now() - 30h}).empty());
  const auto page = rows.ask(list_orders{world.workspace, {.limit = 2}, world.now()});
  BOOST_TEST((page.has_more && page.rows.size() == 2u));
  BOOST_TEST((ids({.limit = 2, .after = page.rows.back().id}) == list{one.id}));
}

BOOST_AUTO_TEST_SUITE_END()
