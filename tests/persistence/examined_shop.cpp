#include "tests/persistence/examined_shop.hpp"

#include <boost/test/unit_test.hpp>

namespace paylink::test {
namespace {

using namespace std::chrono_literals;

const std::string saved_tables[] = {
    "users",         "workspaces",     "memberships",       "signing_keys",    "api_tokens",     "audit_log",
    "audit_chains",  "bank_accounts",  "virtual_accounts",  "payment_links",   "link_expiries",  "transactions",
    "kept_entries",  "deliveries",     "attempts",          "callback_rounds", "usage",          "failing_endpoints",
    "notices",       "notified_users", "master_key_canary", "orders",          "order_expiries", "plan_periods",
    "plan_changes",  "statements",     "webhooks",          "webhook_keys",    "event_feeds",    "event_positions",
    "hourly_counts", "daily_counts",   "delivery_payloads"};

// On SQLite, a connection can do without them; PostgreSQL's are dropped.
constexpr const char* drop_constraints =
    "DO $$ DECLARE c RECORD; BEGIN FOR c IN SELECT CAST(conrelid AS regclass) AS t, conname FROM pg_constraint WHERE "
    "connamespace = CAST(current_schema() AS regnamespace) AND contype IN ('c', 'f') ORDER BY contype DESC LOOP "
    "EXECUTE format('ALTER TABLE %s DROP CONSTRAINT IF EXISTS %I', c.t, c.conname); END LOOP; END $$";

const creator resender{creator::kind::api_token, "tok_1"};

} // namespace

examined_shop::examined_shop(kind where) : world{where} {
  fill();
  remember();
}

doctor_context examined_shop::context() {
  return {.signer = world.signer,
          .opens = [](const sealed_value& value) { return value.sealed != closed_value; },
          .digest = sha256_hex,
          .portion = 3};
}

std::set<std::string> examined_shop::findings() {
  std::set<std::string> names;
  for (const auto& one : examine().findings) {
    BOOST_TEST_MESSAGE(one.check << ": " << one.where << ": " << one.problem);
    names.insert(one.check);
  }
  return names;
}

std::string examined_shop::unchecked(const std::string& sql) const {
  if (world.where == kind::postgresql) return sql;
  return "PRAGMA ignore_check_constraints = ON; PRAGMA foreign_keys = OFF; " + sql;
}

void examined_shop::damage(const std::string& sql) { run_sql(world.url, unchecked(sql)); }

void examined_shop::remember() {
  std::string all;
  for (const auto& table : saved_tables) all += "CREATE TABLE saved_" + table + " AS SELECT * FROM " + table + "; ";
  run_sql(world.url, all);
  if (world.where == kind::postgresql) run_sql(world.url, drop_constraints);
}

void examined_shop::undo() {
  std::string all = "BEGIN; ";
  for (const auto& table : saved_tables) {
    all += "DELETE FROM " + table + "; INSERT INTO " + table;
    if (world.where == kind::postgresql) all += " OVERRIDING SYSTEM VALUE";
    all += " SELECT * FROM saved_" + table + "; ";
  }
  damage(all + "COMMIT");
}

recorded_attempt examined_shop::record(const delivery_job& job, int status) {
  return world.done<recorded_attempt>(outcome_of(job, world.made(job.attempt, status)));
}

void examined_shop::fill() {
  const auto begun = std::to_string(to_millis(calendar_month{world.now()}.plus(-2).begin()));
  run_sql(world.url, "UPDATE users SET created_at = " + begun + "; UPDATE plan_periods SET from_at = " + begun);
  world.do_scheduled_jobs(); // closes a statement without transactions
  world.done<std::monostate>(keep_canary{"a.canary"});
  other = world.open_workspace();
  world
      .apply(create_token{.id = world.new_id<token_id>(),
                          .user = world.owner,
                          .digest = "digest",
                          .last4 = "last",
                          .name = "token",
                          .expires_at = world.now() + 24h,
                          .permissions = {{world.workspace, 1}}})
      .value();
  fill_with_links();
  fill_with_orders();
  fill_with_deliveries();
  fill_with_notices();
  world.apply(rotate_signing_key{world.workspace, "key-2", "sealed-2", world.by_owner()}).value();
  fill_audit_log();
  record(world.make_job(), 200);
  fill_with_webhooks();
}

payment_order examined_shop::make_order(std::chrono::milliseconds lifetime) {
  payment_order order{.id = world.new_id<order_id>(),
                      .workspace = world.workspace,
                      .account = world.account.id,
                      .reference = reference::make(reference_kind::order, world.random),
                      .amount = money{100'000},
                      .created_at = world.now(),
                      .expires_at = world.now() + lifetime};
  order.own_id = order.id.text();
  return world.done<made_order>(create_order{order}).order;
}

void examined_shop::fill_with_orders() {
  make_order(); // stays pending, as the next two
  world.pay(make_order().reference, 99'999);
  world.pay(make_order().reference, 1'999);
  world.pay(make_order().reference, 100'001);
  const auto paid = make_order();
  for (int i = 0; i < 2; ++i) world.pay(paid.reference, 100'000); // matched, duplicate
  const auto cancelled_order = make_order();
  world.apply(close_order{world.workspace, cancelled_order.id, order_trigger::cancel, world.by_owner()}).value();
  world.pay(cancelled_order.reference, 100'000); // late
  world.apply(close_order{world.workspace, make_order().id, order_trigger::account_removed}).value();
}

void examined_shop::fill_with_links() {
  webhook hook{.id = world.new_id<webhook_id>(),
               .workspace = world.workspace,
               .name = "Orders",
               .url = "https://shop.example/hook",
               .events = bit_of(webhook_event::order_success) | bit_of(webhook_event::order_failed)};
  world.apply(create_webhook{.record = hook, .keys = {"key", "a.key", "a.secret"}, .by = world.by_owner()}).value();
  const auto expired = world.make_link({.lifetime = 1min});
  make_order(1min);
  world.pass(2min);
  world.done<expired_links>(expire_links{100});
  world.done<expired_orders>(expire_orders{});
  world.pay(expired.reference, 100'000);
  pending = world.make_link();
  world.make_link({.amount = std::nullopt, .on_virtual_account = true});
  cancelled = world.make_link();
  world.apply(close_link{world.workspace, cancelled.id}).value();
  world.apply(close_link{world.workspace, world.make_link().id, link_trigger::account_removed}).value();
  world.pay(cancelled.reference, 100'000); // late
  world.pay(pending.reference, 99'999);
  world.pay(pending.reference, 1'999);
  world.pay(std::nullopt, 5'000);
  world.pay(std::nullopt, 5'000, {.type = transfer_type::debit});
  world.pay(std::nullopt, 5'000, {.ambiguous = true});
  world.pay(pending.reference, 100'000, {.status = entry_status::rejected});
  // An import has found a match that nobody has confirmed.
  auto stated = world.credit(pending.reference, 100'000, {.content = "stated", .feed = std::string{statement_feed}});
  stated.entry.statement_id = "2026-03-14+100000~0123456789abcdef#1";
  stated.entry.imported_by = "tok_1";
  stated.entry.is_unproved = true;
  world.done<recorded_entry>(stated);
  // Two feeds report one transfer.
  const auto when = world.now() - 5min;
  for (const char* feed : {"MB", "NAPAS"}) world.pay(std::nullopt, 7'000, {.feed = feed, .occurred_at = when});
  world.done<recorded_entry>(keep_entry{.feed = "MB",
                                        .account_number = "555",
                                        .bank_reference = "FT-unknown",
                                        .reason = entry_result::unknown_account,
                                        .detail = "",
                                        .raw = "{}"});
}

void examined_shop::fill_with_deliveries() {
  matched = world.make_link();
  record(world.pay(matched.reference, 100'000).jobs.at(0), 200);
  world.pay(matched.reference, 100'000);           // duplicate
  world.pay(world.make_link().reference, 150'000); // overpaid; its attempt is under way
  const auto any = world.make_link({.amount = std::nullopt});
  record(world.pay(any.reference, 2'000).jobs.at(0), 503); // waits for its next attempt
  const auto retried = world.make_link();
  record(world.pay(retried.reference, 100'000).jobs.at(0), 503);
  run_sql(world.url, "UPDATE deliveries SET next_at = 0 WHERE link_row = " + std::to_string(retried.row));
  for (const auto& job : world.done<claimed_jobs>(claim_due{}).jobs) record(job, 200);
  resent = world.make_link();
  record(world.pay(resent.reference, 100'000).jobs.at(0), 404);
  world.done<opened_round>(resend_callback{world.workspace, resent.row, resender, {}});
  for (const auto& job : world.done<claimed_jobs>(claim_due{}).jobs) record(job, 204);
  world.pay(world.make_link().reference, 100'000, {.claim = false}); // in its line
}

void examined_shop::fill_with_webhooks() {
  const auto make = [this](const char* url) {
    const webhook record{.id = world.new_id<webhook_id>(),
                         .workspace = world.workspace,
                         .name = "Books",
                         .url = url,
                         .events = bit_of(webhook_event::transaction_debit),
                         .filter = {},
                         .headers = {}};
    return world
        .done<made_webhook>(create_webhook{
            .record = record, .keys = {record.id.text() + ".1", "a.key", "a.secret"}, .by = world.by_owner()})
        .record;
  };
  const auto first = make("https://books.example/hook");
  const auto enable = [&](bool is_enabled) {
    world.apply(change_webhook{world.workspace, first.id, {.is_enabled = is_enabled}, world.by_owner()}).value();
  };
  auto job = world.pay(std::nullopt, 6'000, {.type = transfer_type::debit}).jobs.at(0);
  world.apply(outcome_of(job, world.made(1, 200))).value();
  enable(false);
  const auto missed = world.pay(std::nullopt, 6'100, {.type = transfer_type::debit});
  world.apply(claim_queue{missed.queues.at(0)}).value();
  enable(true);
  const auto second = make("https://later.example/hook");
  world
      .apply(resend_delivery{
          .workspace = world.workspace, .row = job.row, .to = second.id, .asked_by = resender, .by = world.by_owner()})
      .value();
  world.pay(std::nullopt, 6'200, {.type = transfer_type::debit}); // to both
  world.apply(extend_feed{world.workspace, world.reader->ask(find_feed_extension{world.workspace})}).value();
}

void examined_shop::fill_audit_log() {
  for (const auto& scope : {world.workspace, other})
    for (int number = 0; number < 5; ++number) {
      const auto transaction = world.ask("SELECT id FROM transactions ORDER BY row LIMIT 1");
      world
          .apply(scope == other ? write_command{rotate_signing_key{other, "key-" + std::to_string(number + 2), "a.key",
                                                                   world.by_owner()}}
                                : write_command{annotate_transaction{world.workspace,
                                                                     transaction_id::from_store(transaction),
                                                                     "looked at " + std::to_string(number),
                                                                     {},
                                                                     world.by_owner()}})
          .value();
    }
}

void examined_shop::fill_with_notices() {
  record(world.make_job("https://failing.example/callback"), 404);
  for (const auto& one : world.done<claimed_notices>(claim_notices{100}).notices)
    world.apply(settle_notice{.row = one.row, .tries = one.tries, .settled = {world.owner}, .is_done = false}).value();
}

} // namespace paylink::test
