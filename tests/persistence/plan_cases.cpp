#include "persistence/doctor.hpp"
#include "persistence/sql/connection.hpp"
#include "persistence/sql/list_plan.hpp"
#include "tests/persistence/grown_tables.hpp"
#include "tests/persistence/statement_plans.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <fstream>
#include <map>
#include <soci/soci.h>
#include <span>

using namespace paylink;
using namespace paylink::test;

BOOST_AUTO_TEST_SUITE(plans)

namespace {

/// How much the planner knows of the tables, and how much is in them.
enum class state { never_analysed, analysed_empty, grown, analysed_grown };
constexpr const char* state_names[] = {"never analysed", "analysed while empty", "grown", "grown and analysed"};

using plans_of = std::map<state, row_access>;

/// The sides on which a constant is executed, by what the source includes in which it stands.
struct sides {
  bool writes = false, reads = false;
};
sides sides_of(std::string_view file) {
  const auto inside = file.substr(file.rfind("persistence/"));
  std::ifstream source{std::string{PAYLINK_SOURCE_DIR "/"}.append(inside)};
  const std::string text{std::istreambuf_iterator<char>{source}, {}};
  BOOST_TEST_REQUIRE(!text.empty(), inside);
  const bool writes = text.find("context/writing.hpp") != text.npos,
             reads = text.find("context/reading.hpp") != text.npos;
  // One that includes neither is used by others, which write as a rule.
  return {.writes = writes || !reads, .reads = reads};
}

std::string setting_of(soci::session& session, const std::string& name) {
  std::string value;
  session << "SHOW " + name, soci::into(value);
  return value;
}

/// Writers, readers and the doctor plan differently on PostgreSQL: leaves each constant on the sessions of its sides.
void leave_where_executed(std::vector<test::prepared_statement>& seen) {
  std::map<std::string, sides> by_text;
  for (const auto* one : sql_text_of_statement::all()) {
    const auto found = sides_of(one->file());
    auto& known = by_text[one->text(dialect::postgresql)];
    known = {known.writes || found.writes, known.reads || found.reads};
  }
  std::map<soci::session*, sides> by_session;
  for (const auto& one : seen) {
    if (by_session.contains(one.session)) continue;
    const bool writes = setting_of(*one.session, "enable_hashjoin") == "on";
    by_session[one.session] = {.writes = writes, .reads = !writes && setting_of(*one.session, "enable_sort") == "on"};
  }
  std::erase_if(seen, [&](const auto& one) {
    const auto known = by_text.find(one.sql);
    const auto at = by_session.at(one.session);
    return known != by_text.end() && !(at.writes && known->second.writes) && !(at.reads && known->second.reads);
  });
}

/// Plans every statement of the writer, of both kinds of readers, of the index of texts and of the doctor in each state
/// of the database.
std::map<std::string, plans_of> plan_all(store_world& world) {
  std::map<std::string, plans_of> found;
  const auto look = [&](state at) {
    const statement_watch watch;
    world.restart();
    const auto lists = world.opened->open_list_reader(std::chrono::minutes{1});
    const auto index = world.opened->open_text_indexer();
    if (world.where == kind::sqlite) index->step(); // connects
    const auto doctor = world.opened->open_doctor({.signer = world.signer, .opens = {}});
    const plan_reader plans{world.where, world.url};
    // The sessions of the start have ended; those of the writer and the readers know the links, or the index of texts.
    std::set<const soci::session*> living;
    for (const auto& one : watch.seen())
      if (one.sql.find("payment_links") != std::string::npos || one.sql.find("transfer_texts") != std::string::npos)
        living.insert(one.session);
    auto seen = watch.seen();
    std::erase_if(seen, [&](const auto& one) { return !living.contains(one.session); });
    if (world.where == kind::postgresql) leave_where_executed(seen);
    for (auto& [sql, by] : plans.read(seen)) found[sql][at] = std::move(by);
  };
  look(state::never_analysed);
  run_sql(world.url, "ANALYZE");
  look(state::analysed_empty);
  grow_tables(world);
  look(state::grown);
  run_sql(world.url, "ANALYZE");
  look(state::analysed_grown);
  return found;
}

/// A statement that money waits for, by a part of its text, and the indexes through which it finds its rows; of two
/// with a stroke between them either, since their keys are as good.
struct meant {
  std::string_view statement;
  std::vector<std::string_view> indexes;
  bool on_postgresql_alone = false;
};

const meant money[] = {
    {"FROM payment_links l LEFT JOIN ",
     {"payment_links_reference_key", "signing_keys_current|signing_keys_workspace_id_id_key"}},
    {"SELECT row FROM payment_links WHERE reference = :reference AND", {"payment_links_reference_key"}, true},
    {"FROM bank_accounts a WHERE a.row = :account",
     {"bank_accounts_pkey", "workspaces_id_key", "bank_accounts_connected|bank_accounts_number", "webhooks_workspace"}},
    {"FROM transactions WHERE account_row = :account AND source_id = :source AND feed = :feed",
     {"transactions_account_row_source_id_feed_key"}},
    {"content, id, classification, statement_id FROM transactions WHERE account_row + 0 = :account AND "
     "paired_source_id",
     {"transactions_paired"}},
    {"AND feed <> :feed UNION ALL SELECT", {"transactions_paired", "transactions_transfer"}},
    {"UPDATE transactions SET paired_source_id", {"transactions_pkey"}},
    {":paired_source_id, (SELECT", {"transactions_transfer"}},
    {"AND statement_id = :id", {"transactions_stated"}},
    {"AND statement_ref = :ref", {"transactions_stated_ref"}},
    {"AND (statement_ref IS NULL OR", {"transactions_stated"}},
    {"ORDER BY statement_id DESC LIMIT 1", {"transactions_stated"}},
    {"m.print AND t.statement_id IS NULL", {"transactions_transfer"}},
    {"m.print AND t.claimed_id IS NULL", {"transactions_transfer"}},
    {":print AND t.statement_id IS NULL ORDER", {"transactions_transfer"}},
    {":print AND t.claimed_id IS NULL ORDER", {"transactions_transfer"}},
    {"transfer_print = :print AND feed = 'STATEMENT'", {"transactions_transfer"}},
    {"SET statement_id = :id, statement_ref", {"transactions_pkey"}},
    {"AND claimed_id = :id", {"transactions_claimed"}},
    {"AND claimed_ref = :ref", {"transactions_claimed_ref"}},
    {"AND (claimed_ref IS NULL OR", {"transactions_claimed"}},
    {"ORDER BY claimed_id DESC LIMIT 1", {"transactions_claimed"}},
    {"SET claimed_id = :id, claimed_ref", {"transactions_pkey"}},
    {"UPDATE transactions SET transfer_print = :print", {"transactions_pkey", "transactions_transfer"}},
    {"UPDATE transactions SET feed = :feed", {"transactions_pkey", "transactions_transfer"}},
    {"UPDATE payment_links SET status = 1", {"payment_links_pkey"}},
    {"UPDATE payment_links SET status = 3", {"payment_links_pkey"}},
    {"UPDATE payment_links SET status = :status", {"payment_links_workspace_id_id_key"}},
    {"SELECT amount, type, content FROM kept_entries",
     {"kept_entries_feed_account_number_source_id_status_reason_fingerprint_key"}},
    {"SELECT status, suspensions FROM workspaces", {"workspaces_id_key"}},
    {"SELECT k.row, k.feed, k.raw, k.account_row", {"kept_entries_held", "bank_accounts_pkey"}},
    {"SELECT k.row, k.raw, k.received_at", {"kept_entries_held", "bank_accounts_pkey"}},
    {"SELECT k.row FROM kept_entries k WHERE k.workspace_id", {"kept_entries_held"}},
    {"SELECT k.row, k.feed, k.raw FROM kept_entries k WHERE k.account_number", {"kept_entries_unknown"}},
    {"raw, received_at FROM kept_entries WHERE (reason = 'unknown_account'", {"kept_entries_quarantine"}},
    {"SELECT row FROM kept_entries WHERE (reason = 'unknown_account'", {"kept_entries_quarantine"}},
    {"UPDATE kept_entries SET processed_at = :now WHERE", {"kept_entries_pkey"}},
    {"UPDATE kept_entries SET processed_at = :now, workspace_id", {"kept_entries_pkey"}},
    {"SELECT row FROM bank_accounts WHERE number = (SELECT n.number", {"bank_accounts_pkey", "bank_accounts_number"}},
    {"SELECT status FROM workspaces WHERE id = :workspace FOR SHARE", {"workspaces_id_key"}, true},
    {"SELECT id, status FROM workspaces", {"workspaces_id_key"}, true},
    {"UPDATE transactions SET likely_link_row", {"payment_links_reference_key", "transactions_pkey"}},
    {"SELECT reference, account_row FROM payment_links", {"payment_links_reference_key"}},
    {"FROM payment_links WHERE virtual_account_row = :virtual_account", {"payment_links_virtual"}},
    {"own_id, customer_email, created_at FROM orders WHERE reference = :reference", {"orders_reference_key"}},
    {"own_id, customer_email, created_at FROM orders WHERE reference = ANY", {"orders_reference_key"}, true},
    {"SELECT row FROM orders WHERE reference = :reference AND", {"orders_reference_key"}, true},
    {"SELECT reference, account_row FROM orders", {"orders_reference_key"}},
    {"UPDATE orders SET status = 1, received_amount = :amount", {"orders_pkey"}},
    {"json_to_recordset(CAST(:orders AS json))", {"orders_pkey"}, true},
    {"UPDATE orders SET status = 2, failure_reason = 1", {"orders_pkey"}},
    {"UPDATE orders SET status = :status", {"orders_workspace_id_id_key"}},
    {"UPDATE deliveries SET state = :state", {"deliveries_pkey"}},
    {"UPDATE deliveries SET lease_until = :lease WHERE row",
     {"deliveries_pkey", "webhooks_pkey", "webhook_keys_webhook"}},
    {"UPDATE deliveries SET lease_until = :lease WHERE state", {"deliveries_leased"}},
    {"FROM idempotency_keys WHERE caller_id", {"idempotency_keys_caller_id_workspace_id_key_key"}},
    {"holders (held_account, owner_id",
     {"payment_links_reference_key", "bank_accounts_pkey", "workspaces_id_key", "transactions_paired",
      "transactions_account_row_source_id_feed_key", "transactions_transfer",
      "bank_accounts_connected|bank_accounts_number", "signing_keys_current|signing_keys_workspace_id_id_key",
      "webhooks_workspace"},
     true},
    {"WITH times AS", {"payment_links_pkey", "open_month_pkey"}, true},
    {"json_to_recordset(CAST(:pairs AS json))", {"transactions_pkey"}, true},
    {"settled AS (UPDATE deliveries", {"deliveries_pkey"}, true},
};

bool is_as_meant(row_access found, const meant& wanted) {
  std::erase_if(found, [](const std::string& read) { return read.starts_with("LOOP"); }); // looked at for all
  const auto has = [&](std::string_view index) { return found.contains(std::string{index}); };
  return found.size() == wanted.indexes.size() && std::ranges::all_of(wanted.indexes, [&](std::string_view index) {
           const auto stroke = index.find('|');
           return stroke == index.npos ? has(index) : has(index.substr(0, stroke)) || has(index.substr(stroke + 1));
         });
}

/// What may be read whole, or from its end, and why it does no harm.
struct harmless {
  std::string_view statement;
  std::string_view read;
};
constexpr harmless allowed[] = {
    // One row, or one a migration.
    {"", "SCAN master_key_canary"},
    {"", "SCAN schema_migrations"},
    {"", "SCAN clock_marks"},
    {"", "SCAN transactions_row_seq"},
    // A row a bank whose status an operator has set.
    {"", "SCAN bank_statuses"},
    {"", "bank_statuses_pkey*"},
    // Connections in progress: ten a Workspace at most, and gone after a day.
    {"", "account_connections_account_row_key*"},
    {"", "account_connections_expiry*"},
    // The five plans.
    {"", "SCAN plans"},
    {"", "plans_pkey*"},
    // The first account: its month is the first to be closed.
    {"SELECT created_at FROM users ORDER BY row LIMIT 1", "SCAN users"},
    {"SELECT created_at FROM users ORDER BY row LIMIT 1", "users_pkey*"},
    // A row an incarnation, and one a connection; what has ended goes after a day.
    {"", "SCAN nodes"},
    {"UPDATE nodes SET state = 2", "nodes_pkey*"},
    {"SELECT incarnation, name, started_at, settings FROM nodes", "nodes_pkey*"},
    {"DELETE FROM store_writers", "SCAN store_writers"},
    // What nodes tell each other, for a few seconds.
    {"", "SCAN change_listeners"},
    {"", "change_listeners_workspace_id_incarnation_key*"},
    {"", "SCAN change_hints"},
    {"", "change_listeners_end*"},
    {"", "change_listeners_workspace_id_incarnation_key*"},
    {"", "change_hints_end*"},
    {"", "change_hints_pkey*"},
    // What is not finished, which is little: indexes that hold nothing else.
    {"", "deliveries_due*"},
    {"", "deliveries_in_queue*"},
    {"", "deliveries_leased*"},
    // The last of its key, by LIMIT.
    {"SELECT row, event_id FROM deliveries ORDER BY row DESC LIMIT 1", "deliveries_pkey*"},
    {"SELECT row, event_id FROM deliveries ORDER BY row DESC LIMIT 1", "SCAN deliveries"},
    // The first of an index, by MIN or LIMIT.
    {"SELECT MIN(", "notices_due*"},
    {"SELECT MIN(", "link_expiries_pkey*"},
    {"SELECT MIN(", "order_expiries_pkey*"},
    {"SELECT MIN(", "mails_due*"},
    {"SELECT MIN(", "bank_accounts_fetch*"},
    {"SELECT MIN(", "bank_accounts_upkeep*"},
    {"SELECT row FROM users LIMIT 1", "users_pkey*"},
    {"SELECT MAX(number) FROM schema_migrations", "schema_migrations_pkey*"},
    {"SELECT row FROM users LIMIT 1", "users_email*"},
    {"DELETE FROM idempotency_keys", "idempotency_keys_pkey*"},
    // A start reads who is failing; a change of the master key goes through all values, portion by portion.
    {"FROM failing_endpoints WHERE is_failing = 1", "SCAN failing_endpoints"},
    {"FROM signing_keys UNION ALL", "SCAN signing_keys"},
    {"FROM signing_keys UNION ALL", "SCAN mails"},
    {"FROM signing_keys UNION ALL", "SCAN totp_secrets"},
    {"FROM signing_keys UNION ALL", "SCAN webhook_keys"},
    // Endpoints that have failed, as long as there are not many more than a batch has.
    {"failing_endpoints", "failing_endpoints_pkey*"},
    {"failing_endpoints", "failing_endpoints_workspace_id_endpoint_key*"},
    // What is unfinished, for each of a Workspace's webhooks, which are few.
    {"SELECT COUNT(*), COUNT(DISTINCT sent)", "LOOP deliveries_pkey"},
    // The lines of a table that holds next to nothing; a plan is not kept for long.
    {"WITH RECURSIVE queues", "deliveries_pkey*"},
};

bool is_harmless(const std::string& sql, const std::string& read) {
  return std::ranges::any_of(
      allowed, [&](const harmless& one) { return read == one.read && sql.find(one.statement) != std::string::npos; });
}

} // namespace

BOOST_TEST_DECORATOR(*boost::unit_test::label("in_depth"))
BOOST_AUTO_TEST_CASE_TEMPLATE(every_statement_finds_its_rows_by_keys_whatever_is_known_of_the_tables, Backend,
                              backends) {
  store_world world{Backend::where};
  const auto found = plan_all(world);
  BOOST_TEST(found.size() > 100u);
  for (const auto& [sql, plans] : found)
    for (const auto& [at, by] : plans)
      for (const auto& read : by) {
        // A plan over empty tables may read them whole, and expects one row of each: it is made again when they have
        // grown.
        if (at == state::analysed_empty) continue;
        if (read.ends_with('*') || read.starts_with("SCAN") || read.starts_with("LOOP"))
          BOOST_TEST(is_harmless(sql, read), state_names[static_cast<int>(at)] << ": " << read << " by " << sql);
      }
  // Every text is like '%': a list that names none would read the whole index of texts.
  for (const auto& [sql, plans] : found)
    for (const auto& [at, by] : plans)
      BOOST_TEST((!by.contains("transactions_content") || sql.find("x.content ILIKE") != std::string::npos),
                 state_names[static_cast<int>(at)] << ": an index of texts by " << sql);
  // What the planner makes of single values in tables that it does not know was a walk through all links.
  int lists = 0;
  for (const auto& [sql, plans] : found) {
    if (Backend::where != kind::sqlite || sql.find("x.settled = 0") == sql.npos) continue;
    ++lists;
    for (const auto& [at, by] : plans) BOOST_TEST(by.contains("transactions_attention"), to_text(by));
  }
  BOOST_TEST((lists > 0) == (Backend::where == kind::sqlite));
  for (const auto& wanted : money) {
    if (wanted.on_postgresql_alone && Backend::where == kind::sqlite) continue;
    int met = 0;
    for (const auto& [sql, plans] : found) {
      if (sql.find(wanted.statement) == std::string::npos) continue;
      ++met;
      for (const auto& [at, by] : plans)
        BOOST_TEST(is_as_meant(by, wanted), state_names[static_cast<int>(at)] << ": " << to_text(by) << " by " << sql);
    }
    BOOST_TEST(met == 1, wanted.statement << " is the text of " << met << " statements");
  }
}

BOOST_AUTO_TEST_CASE(lists_are_planned_once_and_searches_for_their_text) {
  store_world world{kind::postgresql};
  const statement_watch watch;
  const auto lists = world.opened->open_list_reader(std::chrono::minutes{1});
  const auto seen = watch.seen();
  const auto reads =
      std::ranges::find_if(seen, [](const auto& one) { return one.sql.find("content ILIKE") != std::string::npos; });
  BOOST_REQUIRE((reads != seen.end()));
  const auto mode = [&] {
    std::string name, bitmaps, sorts;
    *reads->session << "SHOW plan_cache_mode", soci::into(name);
    *reads->session << "SHOW enable_bitmapscan", soci::into(bitmaps);
    *reads->session << "SHOW enable_sort", soci::into(sorts);
    return name + " " + bitmaps + " " + sorts;
  };
  BOOST_TEST(mode() == "force_generic_plan on on");
  {
    const planned_list planned{*reads->session, list_plan::for_values};
    BOOST_TEST(mode() == "force_custom_plan on on");
  }
  {
    const planned_list planned{*reads->session, list_plan::in_order};
    BOOST_TEST(mode() == "force_generic_plan off off");
  }
  for (const std::string content : {"", "hello"}) {
    lists->ask(list_transactions{{.workspaces = {world.workspace}, .content = content}});
    BOOST_TEST(mode() == "force_generic_plan on on");
  }
  lists->ask(list_links{world.workspace, {}, world.clock.now()});
  BOOST_TEST(mode() == "force_generic_plan on on");
}

// Of an index with a condition on its column, SQLite takes the condition for a bound and leaves an equality to be
// looked for, from an account's first row on.
BOOST_AUTO_TEST_CASE(one_transaction_is_not_looked_for_among_those_of_its_account) {
  store_world world{kind::sqlite};
  const statement_watch watch;
  world.restart();
  int bounded = 0;
  for (const auto& one : watch.seen()) {
    BOOST_TEST(one.sql.find("made_at = :") == std::string::npos, one.sql);
    if (one.sql.find("x.made_at BETWEEN :made_from AND :made_to") == std::string::npos) continue;
    ++bounded;
    std::string plan;
    for (const auto& row : run_sql(world.url, "EXPLAIN QUERY PLAN " + one.sql)) plan += row.at(3) + "\n";
    for (const auto* bound :
         {"(account_row=? AND made_at>? AND made_at<?)", "(<expr>=? AND transfer_print>? AND transfer_print<?)",
          "(<expr>=? AND statement_id>? AND statement_id<?)"})
      BOOST_TEST(plan.find(bound) != std::string::npos, plan);
  }
  BOOST_TEST(bounded >= 3); // reading one, noting something of one, and the deliveries of one
}

BOOST_AUTO_TEST_CASE(a_plan_that_was_made_of_an_empty_table_is_made_again_when_it_has_grown,
                     *boost::unit_test::label("in_depth")) {
  store_world world{kind::postgresql};
  run_sql(world.url, "ANALYZE");
  const statement_watch watch;
  world.restart();
  const auto seen = watch.seen();
  const auto of_writer = std::ranges::find_if(
      seen, [](const auto& one) { return one.sql.find("INSERT INTO transactions") != std::string::npos; });
  BOOST_TEST_REQUIRE((of_writer != seen.end()));
  auto& session = *of_writer->session;
  session << "PREPARE probe AS SELECT row FROM payment_links WHERE public_id = $1 ORDER BY row";
  const auto plan = [&] {
    std::string text;
    session << "EXPLAIN (FORMAT JSON, COSTS OFF) EXECUTE probe('')", soci::into(text);
    return text;
  };
  BOOST_TEST(plan().find("payment_links_public_id_key") == std::string::npos);
  grow_tables(world);
  BOOST_TEST(plan().find("payment_links_public_id_key") == std::string::npos);
  for (int batch = 0; batch < 8; ++batch) {
    world.pay(std::nullopt, 5'000);
    world.writer->rest(true);
  }
  BOOST_TEST(plan().find("payment_links_public_id_key") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
