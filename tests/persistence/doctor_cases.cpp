#include "tests/persistence/examined_shop.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>

using namespace paylink;
using namespace paylink::test;

BOOST_AUTO_TEST_SUITE(doctors)

namespace {

/// What is done to the rows, and the one check that must tell of it. `@` stands for the row of the link that was paid
/// and acknowledged, `#` for the Workspace without money, `$` for the link that was resent.
struct damage {
  const char* check;
  const char* sql;
};

const std::string hours_check = "hourly_counts", days_check = "daily_counts";

constexpr damage all_damages[] = {
    {"link_success", "UPDATE transactions SET link_row = NULL, classification = NULL WHERE row = (SELECT "
                     "transaction_row FROM payment_links WHERE row = @)"},
    {"link_event", "DELETE FROM attempts WHERE delivery_row = (SELECT row FROM deliveries WHERE link_row = @); DELETE "
                   "FROM deliveries WHERE link_row = @"},
    {"link_amount", "UPDATE payment_links SET received_amount = received_amount + 1 WHERE row = @"},
    {"link_closing", "UPDATE payment_links SET closed_at = expires_at WHERE row = @"},
    {"link_closing", "UPDATE payment_links SET closed_at = expires_at - 1 WHERE status = 3"},
    {"link_failure_reason", "UPDATE payment_links SET failure_reason = 0 WHERE status = 2"},
    {"link_failure_reason", "UPDATE payment_links SET failure_reason = 1 WHERE status = 4"},
    {"link_expiry", "DELETE FROM link_expiries WHERE link_row = (SELECT MIN(row) FROM payment_links WHERE status = 0)"},
    {"expiry_row", "UPDATE link_expiries SET link_row = 9999 WHERE link_row = (SELECT row FROM payment_links WHERE "
                   "status = 4)"},
    {"expiry_row", "INSERT INTO link_expiries (expires_at, link_row) VALUES (1, @)"},
    {"credit_classification",
     "UPDATE transactions SET classification = 5 WHERE classification = 2 AND link_row IS NOT NULL"},
    {"credit_classification",
     "UPDATE transactions SET classification = 2 WHERE classification = 5 AND link_row IS NOT NULL"},
    {"credit_classification",
     "UPDATE transactions SET classification = 3 WHERE classification = 2 AND link_row IS NOT NULL"},
    {"credit_classification",
     "UPDATE transactions SET classification = 0 WHERE classification = 1 AND link_row IS NOT NULL"},
    {"credit_classification", "UPDATE transactions SET type = 1 WHERE classification = 3 AND link_row IS NOT NULL"},
    {"credit_completion",
     "UPDATE transactions SET classification = 0 WHERE classification = 3 AND link_row IS NOT NULL"},
    {"order_success", "UPDATE transactions SET order_row = NULL, classification = NULL WHERE row = (SELECT MIN("
                      "transaction_row) FROM orders)"},
    {"order_amount", "UPDATE orders SET received_amount = received_amount + 1 WHERE status = 1"},
    {"order_closing", "UPDATE orders SET closed_at = expires_at WHERE status = 3"},
    {"order_closing", "UPDATE orders SET closed_at = expires_at - 1 WHERE failure_reason = 1"},
    {"order_failure_reason", "UPDATE orders SET failure_reason = 2 WHERE status = 3"},
    {"order_failure_reason", "UPDATE orders SET failure_reason = 0 WHERE failure_reason = 2"},
    {"order_expiry", "DELETE FROM order_expiries WHERE order_row = (SELECT MIN(row) FROM orders WHERE status = 0)"},
    {"order_expiry_row", "UPDATE order_expiries SET order_row = 9999 WHERE order_row = (SELECT row FROM orders WHERE "
                         "status = 3)"},
    {"order_event", "UPDATE deliveries SET event = 3 WHERE event = 2"},
    {"order_event", "UPDATE deliveries SET subject_id = 'DH-gone' || row WHERE event = 3 AND transaction_row IS NULL"},
    {"order_credit_classification", "UPDATE transactions SET classification = 5 WHERE classification = 2 AND order_row "
                                    "IS NOT NULL"},
    {"order_credit_classification", "UPDATE transactions SET classification = 0 WHERE classification = 1 AND order_row "
                                    "IS NOT NULL"},
    {"order_credit_classification", "UPDATE transactions SET type = 1 WHERE classification = 4 AND order_row IS NOT "
                                    "NULL"},
    {"order_credit_completion", "UPDATE transactions SET classification = 0 WHERE classification = 3 AND order_row IS "
                                "NOT NULL"},
    {"statement_match", "UPDATE transactions SET assigned_by = 'usr_1' WHERE feed = 'STATEMENT'"},
    {"statement_proof", "UPDATE transactions SET unproved = 1 WHERE row = (SELECT MIN(row) FROM transactions)"},
    {"transaction_usage", "DELETE FROM usage WHERE transaction_row = (SELECT MIN(row) FROM transactions)"},
    {"usage_row", "INSERT INTO usage (owner_id, month, transaction_row) SELECT owner_id, '2001-01', transaction_row "
                  "FROM usage WHERE transaction_row = 1"},
    {"usage_row", "INSERT INTO usage (owner_id, month, transaction_row) SELECT owner_id, month, 9999 FROM usage WHERE "
                  "transaction_row = 1"},
    {"usage_row", "INSERT INTO usage (owner_id, month, transaction_row) SELECT 'usr_gone', month, 1 FROM usage WHERE "
                  "transaction_row = 1"},
    {"statement_usage", "UPDATE statements SET transactions = 3"},
    {"statement_amount", "UPDATE statements SET total = total + 1"},
    {"statement_amount", "UPDATE statements SET overage_amount = 400, total = total + 400"},
    {"statement_amount", "UPDATE statements SET ended_at = ended_at + 1"},
    {"statement_plan", "UPDATE statements SET plan = 'Free'"},
    {"statement_plan", "INSERT INTO plan_periods (user_id, from_at, plan) SELECT owner_id, began_at + 1, 'P2' FROM "
                       "statements; INSERT INTO plan_periods (user_id, from_at, plan) SELECT owner_id, ended_at, 'P1' "
                       "FROM statements"},
    {"statement_owner", "UPDATE statements SET owner_id = 'usr_gone'"},
    {"held_plan", "UPDATE users SET plan = 'P3'"},
    {"held_plan", "DELETE FROM plan_periods"},
    {"plan_period", "UPDATE plan_periods SET from_at = 1"},
    {"plan_period", "INSERT INTO plan_periods (user_id, from_at, plan) VALUES ('usr_gone', 1, 'Free')"},
    {"plan_change", "INSERT INTO plan_changes (user_id, plan, at, audit_id) SELECT id, plan, 1, '' FROM users"},
    {"plan_change", "INSERT INTO plan_changes (user_id, plan, at, audit_id) VALUES ('usr_gone', 'Free', 1, '')"},
    {"transaction_time", "UPDATE transactions SET made_at = made_at + 1 WHERE type = 1"},
    {"held_entry", "UPDATE kept_entries SET reason = 'held' WHERE workspace_id IS NOT NULL"},
    {"held_entry", "UPDATE kept_entries SET reason = 'held' WHERE workspace_id IS NULL"},
    {"delivery_state", "UPDATE deliveries SET finished_at = 1 WHERE in_queue = 1"},
    {"delivery_state", "UPDATE deliveries SET next_at = NULL WHERE in_queue = 1"},
    {"delivery_state", "UPDATE deliveries SET lease_until = NULL WHERE owner IS NOT NULL"},
    {"delivery_queue", "UPDATE deliveries SET in_queue = 1 WHERE link_row = @"},
    {"delivery_attempts", "DELETE FROM attempts WHERE number = 1 AND delivery_row = (SELECT row FROM deliveries WHERE "
                          "link_row = $)"},
    {"delivery_attempts", "UPDATE deliveries SET attempt = 1 WHERE in_queue = 1"},
    {"delivery_outcome", "UPDATE attempts SET failed_by = 9 WHERE delivery_row = (SELECT row FROM deliveries WHERE "
                         "link_row = @)"},
    {"delivery_outcome", "UPDATE deliveries SET state = 2 WHERE link_row = @"},
    {"delivery_rounds", "UPDATE deliveries SET round_start = 0 WHERE link_row = $"},
    {"attempt_after_success", "UPDATE attempts SET failed_by = 0 WHERE number = 1 AND delivery_row = (SELECT row FROM "
                              "deliveries WHERE attempt = 2 AND round_start = 0)"},
    {"round_order", "UPDATE callback_rounds SET repeats = 0"},
    {"orphaned_workspaces", "UPDATE workspaces SET owner_id = 'usr_gone' WHERE id = '#'"},
    {"orphaned_memberships", "UPDATE memberships SET user_id = 'usr_gone' WHERE workspace_id = '#'"},
    {"orphaned_memberships", "UPDATE memberships SET workspace_id = 'ws_gone' WHERE workspace_id = '#'"},
    {"orphaned_api_tokens", "UPDATE api_tokens SET user_id = 'usr_gone'"},
    {"orphaned_signing_keys", "INSERT INTO signing_keys (workspace_id, id, sealed, created_at) VALUES ('ws_gone', "
                              "'key', 'a.key', 1)"},
    {"orphaned_bank_accounts", "INSERT INTO bank_accounts (id, workspace_id, feed, bank, bin, number, holder_name, "
                               "state, created_at) VALUES ('ba_x', 'ws_gone', 'MB', 'MB', '1', '1', '', 'connected', "
                               "1)"},
    {"orphaned_virtual_accounts", "INSERT INTO virtual_accounts (id, account_row, number, name, status, created_at) "
                                  "VALUES ('va_x', 9999, '1', '', 'active', 1)"},
    {"orphaned_payment_links", "UPDATE payment_links SET virtual_account_row = 9999 WHERE status = 4"},
    {"orphaned_payment_links", "UPDATE payment_links SET workspace_id = '#' WHERE status = 4"},
    {"orphaned_orders", "UPDATE orders SET workspace_id = '#' WHERE status = 3"},
    {"orphaned_transactions", "UPDATE transactions SET order_row = 9999 WHERE classification = 2 AND order_row IS NOT "
                              "NULL"},
    {"orphaned_transactions", "UPDATE transactions SET likely_link_row = 9999 WHERE type = 1"},
    {"orphaned_transactions", "UPDATE transactions SET virtual_account_row = 9999 WHERE type = 1"},
    {"orphaned_transactions",
     "UPDATE transactions SET link_row = 9999 WHERE classification = 2 AND link_row IS NOT NULL"},
    {"orphaned_kept_entries", "UPDATE kept_entries SET link_row = 9999 WHERE link_row IS NOT NULL"},
    {"orphaned_kept_entries", "UPDATE kept_entries SET account_row = 9999 WHERE account_row IS NOT NULL"},
    {"orphaned_kept_entries", "UPDATE kept_entries SET workspace_id = 'ws_gone'"},
    {"orphaned_deliveries", "UPDATE deliveries SET workspace_id = '#', key_id = 'gone' WHERE link_row = @"},
    {"orphaned_attempts", "INSERT INTO attempts SELECT 9999, number, epoch, started_at, duration_ms, url, address, "
                          "hops, status_code, failed_by, final, error, response_headers, response_body, tls FROM "
                          "attempts WHERE delivery_row = 1"},
    {"orphaned_callback_rounds", "INSERT INTO callback_rounds SELECT 9999, first_attempt, repeats, asked_at, "
                                 "asked_by_type, asked_by_id, renewed, signed_at FROM callback_rounds"},
    {"orphaned_failing_endpoints", "UPDATE failing_endpoints SET workspace_id = 'ws_gone'"},
    {"orphaned_notices", "UPDATE notices SET workspace_id = 'ws_gone'"},
    {"orphaned_notified_users", "UPDATE notified_users SET user_id = 'usr_gone'"},
    {"orphaned_notified_users",
     "UPDATE notified_users SET notice_row = 9999 WHERE notice_row = (SELECT MIN(row) FROM notices)"},
    {"signing_key_count", "DELETE FROM signing_keys WHERE workspace_id = '#'"},
    {"delivery_skipped", "UPDATE deliveries SET is_skipped = 1 WHERE link_row = @"},
    {"delivery_webhook", "UPDATE deliveries SET subject_id = 'txn_gone' WHERE is_skipped = 1"},
    {"delivery_webhook", "UPDATE deliveries SET webhook_row = 9999 WHERE is_skipped = 1"},
    {"delivery_webhook", "UPDATE deliveries SET event = 0 WHERE is_skipped = 1"},
    {"delivery_repeated", "UPDATE deliveries SET resend_of = row WHERE resend_of IS NOT NULL"},
    {"delivery_payload", "UPDATE deliveries SET payload_row = 9999, body = '' WHERE is_skipped = 1"},
    {"unused_payload", "INSERT INTO delivery_payloads (subject_id, body) VALUES ('txn_gone', 'x')"},
    {"delivery_purged", "UPDATE deliveries SET body = '', key_id = 'gone' WHERE is_skipped = 1"},
    {"delivery_purged", "UPDATE deliveries SET purged = 1 WHERE link_row = @"},
    {"delivery_purged", "UPDATE deliveries SET purged = 2, body = '' WHERE link_row = $"},
    {"webhook_keys", "DELETE FROM webhook_keys WHERE webhook_row = (SELECT MIN(row) FROM webhooks)"},
    {"orphaned_webhooks",
     "UPDATE webhooks SET workspace_id = 'ws_gone', deleted_at = 1 WHERE row = (SELECT MAX(row) FROM "
     "webhooks); DELETE FROM deliveries WHERE webhook_row = (SELECT MAX(row) FROM webhooks)"},
    {"orphaned_webhook_keys", "INSERT INTO webhook_keys (webhook_row, id, workspace_id, sealed_api_key, sealed_secret, "
                              "created_at, active_from) VALUES (9999, 'wh_gone.1', 'ws_gone', 'a.k', 'a.s', 1, 1)"},
    {"sealed_value", "UPDATE webhook_keys SET sealed_secret = 'a.closed' WHERE webhook_row = (SELECT MIN(row) FROM "
                     "webhooks)"},
    {"event_place", "DELETE FROM event_positions WHERE position = 2"},
    {"event_place", "UPDATE event_positions SET subject_row = 9999 WHERE position = 2"},
    {"event_place", "UPDATE event_feeds SET last_position = last_position - 1"},
    {"signing_key_count", "UPDATE signing_keys SET valid_until = 1 WHERE workspace_id = '#'"},
    {"sealed_value", "UPDATE signing_keys SET sealed = 'a.closed' WHERE workspace_id = '#'"},
    {"sealed_value", "UPDATE master_key_canary SET sealed = 'a.closed'"},
    {"callback_body", "UPDATE deliveries SET body = replace(body, '\"100000\"', '\"100001\"'), key_id = 'gone' WHERE "
                      "link_row = @"},
    {"callback_body", "UPDATE deliveries SET body = substr(body, 2), key_id = 'gone' WHERE link_row = @"},
    {"callback_signature", "UPDATE deliveries SET signature = 'other' WHERE link_row = @"},
    {"callback_signature", "UPDATE deliveries SET signed_at = signed_at + 1 WHERE link_row = @"},
    {"delivery_destination", "UPDATE deliveries SET destination = 'elsewhere.example:443' WHERE link_row = @"},
    {"delivery_kind", "UPDATE deliveries SET kind = 77 WHERE link_row = @"},
    {"hourly_counts", "UPDATE hourly_counts SET count = count + 1 WHERE what = 1"},
    {"hourly_counts", "UPDATE hourly_counts SET dong = dong - 1 WHERE what = 0 AND detail = 1"},
    {"hourly_counts", "UPDATE hourly_counts SET hour = hour - 1 WHERE what = 2 AND detail = 4"},
    {"hourly_counts", "DELETE FROM hourly_counts WHERE what = 3 AND detail = 0"},
    {"hourly_counts", "DELETE FROM hourly_counts WHERE what = 4"},
    {"hourly_counts", "UPDATE hourly_counts SET detail = detail + 1 WHERE what = 6"},
    {"hourly_counts", "INSERT INTO hourly_counts (workspace_id, hour, what, detail, lane, count) VALUES ('#', 1, 5, 0, "
                      "0, 1)"},
    {"daily_counts", "UPDATE daily_counts SET count = count + 1 WHERE what = 1"},
    {"daily_counts", "UPDATE daily_counts SET millions = millions - 1 WHERE what = 0 AND detail = 1"},
    {"daily_counts", "UPDATE daily_counts SET day = day - 1 WHERE what = 2 AND detail = 4"},
    {"daily_counts", "DELETE FROM daily_counts WHERE what = 6"},
    {"daily_counts", "INSERT INTO daily_counts (workspace_id, day, what, detail, lane, count) VALUES ('#', 1, 5, 0, 0, "
                     "1)"},
    {"audit_row", "UPDATE audit_log SET actor_id = 'usr_other' WHERE scope = '#' AND number = 3"},
    {"audit_row", "UPDATE audit_log SET address = '' WHERE scope = '#' AND number = 1"},
    {"audit_row", "UPDATE audit_log SET at = at - 1 WHERE scope = '#' AND number = 5"},
    {"audit_gap", "DELETE FROM audit_log WHERE scope = '#' AND number = 2"},
    {"audit_gap", "DELETE FROM audit_log WHERE scope = '#' AND number < 4"},
    {"audit_gap",
     "INSERT INTO audit_log (id, scope, number, at, actor_type, actor_id, address, action, target, was, "
     "became, hash) SELECT 'aud_put_in', scope, 0, at, actor_type, actor_id, address, action, target, was, "
     "became, hash FROM audit_log WHERE scope = '#' AND number = 3"},
    {"audit_end", "DELETE FROM audit_log WHERE scope = '#' AND number = 5"},
    {"audit_end", "DELETE FROM audit_log WHERE scope = '#'"},
    {"audit_end", "DELETE FROM audit_chains WHERE scope = '#'"},
    {"audit_end", "UPDATE audit_chains SET length = 4 WHERE scope = '#'"},
    {"audit_end", "UPDATE audit_chains SET hash = (SELECT hash FROM audit_log WHERE scope = '#' AND number = 4) WHERE "
                  "scope = '#'"},
};

void put_in(std::string& text, char sign, const std::string& by) {
  for (auto at = text.find(sign); at != text.npos; at = text.find(sign, at + by.size())) text.replace(at, 1, by);
}

std::string sql_of(const damage& done, const examined_shop& shop) {
  std::string sql = done.sql;
  put_in(sql, '@', std::to_string(shop.matched.row));
  put_in(sql, '$', std::to_string(shop.resent.row));
  put_in(sql, '#', shop.other.text());
  return sql;
}

} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(a_sound_store_with_every_kind_of_row_has_no_findings, Backend, backends) {
  examined_shop shop{Backend::where};
  for (const char* table :
       {"kept_entries", "attempts", "callback_rounds", "usage", "notices", "notified_users", "failing_endpoints",
        "link_expiries", "order_expiries", "api_tokens", "master_key_canary", "audit_log"})
    BOOST_TEST(shop.world.ask(std::string{"SELECT COUNT(*) FROM "} + table) != "0", table);
  BOOST_TEST(shop.world.ask("SELECT COUNT(DISTINCT status) FROM payment_links") == "5");
  BOOST_TEST(shop.world.ask("SELECT COUNT(DISTINCT status) FROM orders") == "4");
  for (const char* of : {"link_row", "order_row"})
    BOOST_TEST(shop.world.ask("SELECT COUNT(DISTINCT classification) FROM transactions WHERE " + std::string{of} +
                              " IS NOT NULL") == "6");
  BOOST_TEST(shop.world.ask("SELECT COUNT(DISTINCT state) FROM deliveries") == "3");
  auto context = shop.context();
  context.deep = true;
  for (const int portion : {1, 2, 1'000}) {
    context.portion = portion;
    const auto made = shop.examine(context);
    for (const auto& one : made.findings) BOOST_ERROR(one.check << ": " << one.where << ": " << one.problem);
    BOOST_TEST(made.checks >= 43);
    BOOST_TEST(made.rows > 90);
  }
}

BOOST_TEST_DECORATOR(*boost::unit_test::label("in_depth"))
BOOST_AUTO_TEST_CASE_TEMPLATE(each_damage_is_found_by_its_check_and_by_no_other, Backend, backends) {
  examined_shop shop{Backend::where};
  for (const auto& one : all_damages) {
    const auto sql = sql_of(one, shop);
    shop.damage(sql);
    auto found = shop.findings();
    // Rows that were changed are no longer those that were counted, nor are changed hours those of their day.
    if (one.check != hours_check) found.erase(hours_check);
    if (one.check != days_check) found.erase(days_check);
    BOOST_TEST((found == std::set<std::string>{one.check}), one.check << ": " << sql);
    shop.undo();
  }
  BOOST_TEST(shop.findings().empty());
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_finding_names_its_row_and_what_to_do, Backend, backends) {
  examined_shop shop{Backend::where};
  shop.damage("UPDATE payment_links SET closed_at = expires_at WHERE row = " + std::to_string(shop.matched.row));
  auto made = shop.examine();
  std::erase_if(made.findings, [](const auto& one) { return one.check == hours_check; });
  BOOST_TEST_REQUIRE(made.findings.size() == 1u);
  BOOST_TEST(made.findings[0].where ==
             "payment_links row " + std::to_string(shop.matched.row) + " (" + shop.matched.id.text() + ")");
  BOOST_TEST(!made.findings[0].problem.empty());
  BOOST_TEST(!made.findings[0].advice.empty());
  BOOST_TEST(made.cut_short.empty());
}

BOOST_AUTO_TEST_CASE_TEMPLATE(of_many_equal_findings_the_first_hundred_are_listed, Backend, backends) {
  examined_shop shop{Backend::where};
  for (int i = 0; i < 250; ++i) shop.world.pay(std::nullopt, 3'000 + i, {.type = transfer_type::debit});
  shop.damage("DELETE FROM usage");
  auto context = shop.context();
  context.portion = 1'000;
  const auto made = shop.examine(context);
  BOOST_TEST(made.findings.size() == findings_per_check_max);
  BOOST_TEST((made.cut_short == std::vector<std::string>{"transaction_usage"}));
}

// As if another connection had changed the row between the two looks.
BOOST_AUTO_TEST_CASE_TEMPLATE(what_a_second_look_does_not_find_again_is_no_finding, Backend, backends) {
  examined_shop shop{Backend::where};
  auto context = shop.context();
  std::set<std::int64_t> seen;
  context.opens = [&](const sealed_value& value) { return !seen.insert(value.row).second; };
  BOOST_TEST(shop.examine(context).findings.empty());
  BOOST_TEST(seen.size() > 2u);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(what_is_written_during_an_examination_is_no_finding, Backend, backends) {
  examined_shop shop{Backend::where};
  auto& world = shop.world;
  auto context = shop.context();
  context.portion = 1;
  int looks = 0;
  context.should_stop = [&] {
    if (++looks % 8 != 0 || looks > 400) return false; // each new row may be a portion more
    const auto link = world.make_link();
    const auto job = world.pay(link.reference, 100'000).jobs.at(0);
    world.apply(outcome_of(job, world.made(1, looks % 16 == 0 ? 200 : 503))).value();
    world.pay(shop.pending.reference, 3'000);
    world.apply(close_link{world.workspace, world.make_link().id, link_trigger::cancel, world.by_owner()}).value();
    world.apply(rotate_signing_key{shop.other, "key-" + std::to_string(100 + looks), "a.key", world.by_owner()})
        .value();
    return false;
  };
  for (const auto& one : shop.examine(context).findings) BOOST_ERROR(one.check << ": " << one.where);
  BOOST_TEST(looks > 200);
}

// A snapshot that is kept open would hold back the log from then on.
BOOST_AUTO_TEST_CASE(between_portions_no_snapshot_holds_back_a_checkpoint) {
  examined_shop shop{kind::sqlite};
  auto context = shop.context();
  int held_back = 0;
  context.should_stop = [&] {
    shop.world.make_link({.lifetime = std::chrono::hours{1}});
    held_back += shop.world.ask("PRAGMA wal_checkpoint(TRUNCATE)") == "0" ? 0 : 1;
    return false;
  };
  context.portion = 1'000;
  shop.examine(context);
  BOOST_TEST(held_back == 0);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(an_examination_ends_when_it_is_asked_to, Backend, backends) {
  examined_shop shop{Backend::where};
  auto context = shop.context();
  int asked = 0;
  context.should_stop = [&asked] { return ++asked == 5; };
  BOOST_CHECK_THROW(shop.examine(context), database_error);
  BOOST_TEST(asked == 5);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_schema_of_another_version_is_not_examined, Backend, backends) {
  examined_shop shop{Backend::where};
  const std::pair<std::string, std::string_view> changes[] = {
      {"INSERT INTO schema_migrations (number, name, checksum, applied_at) VALUES (9999, '9999_later', 'x', 0)",
       "created by a newer version of paylinkd"},
      {"UPDATE schema_migrations SET checksum = 'x'",
       "0001_baseline was applied to this database with different content"},
      {"DELETE FROM schema_migrations", "of an earlier version: start the service"}};
  for (const auto& [change, problem] : changes) {
    run_sql(shop.world.url, change);
    BOOST_CHECK_EXCEPTION(shop.examine(), database_error, [&](const database_error& error) {
      return std::string_view{error.what()}.find(problem) != std::string_view::npos;
    });
  }
}

BOOST_AUTO_TEST_CASE(an_index_of_texts_of_another_state_of_the_file_is_found) {
  examined_shop shop{kind::sqlite};
  while (shop.world.opened->open_text_indexer()->step()) {
  }
  BOOST_TEST(shop.findings().empty());
  for (const char* change : {"correction = 7", "correction = 0, id = 'txn_other'"}) {
    run_sql(shop.world.url + ".search", std::string{"UPDATE progress SET "} + change);
    BOOST_TEST((shop.findings() == std::set<std::string>{"search_index"}), change);
  }
}

BOOST_AUTO_TEST_CASE(damage_inside_a_file_is_found_by_the_deep_examination_alone) {
  examined_shop shop{kind::sqlite};
  run_sql(shop.world.url, "PRAGMA writable_schema = ON; UPDATE sqlite_master SET sql = replace(sql, 'made_at >= 0', "
                          "'made_at < 0') WHERE name = 'transactions_made'");
  BOOST_TEST(shop.findings().empty());
  auto context = shop.context();
  context.deep = true;
  const auto made = shop.examine(context);
  BOOST_TEST(!made.findings.empty());
  BOOST_TEST(std::ranges::all_of(made.findings, [](const finding& one) { return one.check == "file_integrity"; }));
}

BOOST_AUTO_TEST_SUITE_END()
