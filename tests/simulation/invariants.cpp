#include "tests/simulation/invariants.hpp"

#include "secrets/hmac.hpp"
#include "secrets/sealed_event_signer.hpp"
#include "tests/simulation/promises.hpp"

#include <tuple>

namespace paylink::simulation {
namespace {

std::string sealed_at(const sealed_value& value) {
  switch (value.column) {
  case sealed_column::canary:
    return std::string{canary_place};
  case sealed_column::webhook_api_key:
    return webhook_api_key_place(value.workspace_id, value.id);
  case sealed_column::webhook_secret:
    return webhook_secret_place(value.workspace_id, value.id);
  default:
    return signing_key_place(value.workspace_id, value.id);
  }
}

constexpr std::int64_t least_amount = 2'000; ///< Of a payment that can complete a link, as the specification says.

/// By how much a clock may be wrong that could not be known to be: the most that `fault::clock` moves one by.
constexpr std::chrono::minutes clock_error_max{11};

} // namespace

void invariants::expect_none(const char* what, const std::string& count_sql) {
  if (const auto broken = database_.rows().count(count_sql); broken != 0)
    world_.violate(std::string{what} + " (" + std::to_string(broken) + " rows)");
}

void invariants::check_moves() {
  check_ends();
  auto& rows = database_.rows();
  virtual_money_.look();
  rows.each<sql_number, sql_number>("SELECT row, status FROM payment_links", [this](const auto& columns) {
    const auto& [row, status] = columns.fields;
    const auto known = link_states_.emplace(row.value, status.value).first;
    if (known->second != status.value && known->second != 0)
      world_.violate("I7 a closed link has changed from " + std::to_string(known->second) + " to " +
                     std::to_string(status.value));
    known->second = status.value;
  });
  // What was skipped has no round when it is sent after all.
  rows.each<sql_number, sql_number, sql_number, sql_number>(
      "SELECT d.row, d.state, d.is_skipped, (SELECT COUNT(*) FROM callback_rounds r WHERE r.delivery_row = d.row) FROM "
      "deliveries d",
      [this](const auto& columns) {
        const auto& [row, state, skipped, rounds] = columns.fields;
        auto& before = delivery_states_[row.value];
        if (before.state != 0 && !before.was_skipped && state.value != before.state && rounds.value == before.rounds)
          world_.violate("I8 a delivery that had ended goes on by itself");
        before = {state.value, rounds.value, skipped.value != 0};
      });
  check_suspended();
}

void invariants::check_suspended() {
  // While it is being reactivated, the entries that were held become what they are.
  const std::string not_held =
      " AND NOT EXISTS (SELECT 1 FROM kept_entries k WHERE k.reason = 'held' AND k.processed_at IS NOT NULL AND "
      "k.account_row = t.account_row AND ((k.feed = t.feed AND k.source_id = t.source_id) OR k.source_id = "
      "t.paired_source_id OR k.raw LIKE '%\"statement_id\":\"' || SUBSTR(t.statement_id, 1, LENGTH(t.statement_id) - "
      "7) || '%' OR "
      "k.raw LIKE '%\"statement_id\":\"' || SUBSTR(t.claimed_id, 1, LENGTH(t.claimed_id) - 7) || '%'))";
  const auto seen = std::exchange(money_of_suspended_, {});
  // Between two looks it may have been active for a moment: that is another suspension.
  database_.rows().each<sql_number, sql_number, sql_number>(
      "SELECT w.row, (SELECT COUNT(*) FROM audit_log g WHERE g.target = w.id AND g.action = 'workspace.reactivated'), "
      "(SELECT COUNT(*) FROM transactions t WHERE t.workspace_id = w.id" +
          not_held +
          ") + (SELECT COUNT(*) FROM deliveries d JOIN transactions t ON t.row = d.transaction_row WHERE "
          "d.workspace_id = w.id" +
          not_held + ") FROM workspaces w WHERE w.status = 'suspended'",
      [&](const auto& columns) {
        const auto& [workspace, reactivations, money] = columns.fields;
        const suspension this_one{workspace.value, reactivations.value};
        const auto before = seen.find(this_one);
        if (before != seen.end() && before->second < money.value)
          world_.violate("a suspended Workspace has got " + std::to_string(money.value - before->second) +
                         " transactions or events");
        money_of_suspended_[this_one] = money.value;
      });
}

void invariants::begin_anew() {
  link_states_.clear();
  delivery_states_.clear();
  virtual_money_.begin_anew();
}

// No link ends before its true time, whatever the clocks tell: neither in its row nor for a credit that comes. And
// nothing is signed at a wrong time.
void invariants::check_ends() {
  auto& rows = database_.rows();
  const auto soonest = std::to_string(to_millis(world_.now() + clock_error_max));
  if (rows.count("SELECT COUNT(*) FROM payment_links WHERE status = 3 AND expires_at > " + soonest) != 0)
    world_.violate("a link has ended before its true time");
  if (rows.count("SELECT COUNT(*) FROM transactions t JOIN payment_links l ON l.row = t.link_row WHERE "
                 "t.classification = 4 AND l.status IN (0, 3) AND l.expires_at > " +
                 soonest) != 0)
    world_.violate("a credit is late before the true end of its link");
  // Each once, when it is new: a backup brings back older ones.
  rows.each<sql_text, sql_number>(
      "SELECT event_id, signed_at FROM deliveries WHERE link_row IS NOT NULL", [this](const auto& columns) {
        const auto& [event, signed_at] = columns.fields;
        const auto off = from_millis(signed_at.value * 1'000) - world_.now();
        if (signed_events_.insert(event.value).second && std::chrono::abs(off) > clock_error_max)
          world_.violate("an event is signed with a time that is off by " + std::to_string(off.count()) + " ms");
      });
}

void invariants::note_ids() {
  database_.rows().each<sql_number, sql_text, sql_text, sql_text>(
      "SELECT account_row, feed, source_id, id FROM transactions", [this](const auto& columns) {
        const auto& [account, feed, source, id] = columns.fields;
        ids_[std::to_string(account.value) + '|' + feed.value + '|' + source.value] = id.value;
      });
}

void invariants::check_ids() {
  const auto before = std::exchange(ids_, {});
  note_ids();
  for (const auto& [source, id] : ids_)
    if (const auto had = before.find(source); had != before.end() && had->second != id)
      world_.violate("the transaction " + had->second + " (" + source + ") is " + id + " after a restore");
}

void invariants::check_rows() {
  for (const auto& [what, broken] : promises::always_and_anyway())
    if (const auto rows = database_.rows().count(broken); rows != 0)
      world_.violate_anyway(std::string{what} + " (" + std::to_string(rows) + " rows)");
  if (world_.has_lost_rows) return;
  for (const auto& all : {promises::always(), promises::of_statistics()})
    for (const auto& [what, broken] : all) expect_none(what, broken);
  check_webhooks();
  expect_none("I8 no attempt above the last number of its round",
              "SELECT COUNT(*) FROM deliveries WHERE attempt - round_start > " +
                  std::to_string(world_.planned.retries.max_attempts));
  check_classifications();
  check_signatures();
}

// Of what grew old and was purged nothing can be asked.
void invariants::check_webhooks() {
  const auto kept = world_.planned.kept;
  const auto since = [&](milliseconds time) { return kept > milliseconds{0} ? to_millis(world_.now() - time) : 0; };
  for (const auto& [what, broken] : promises::of_webhooks()) {
    const std::string sql{broken};
    std::int64_t rows = 0;
    if (sql.find(":kept_since") != std::string::npos)
      rows = database_.rows().count_of(sql, since(2 * kept));
    else if (sql.find(":bodies_since") != std::string::npos)
      rows = database_.rows().count_of(sql, since(kept));
    else
      rows = database_.rows().count(sql);
    if (rows != 0) world_.violate(std::string{what} + " (" + std::to_string(rows) + " rows)");
  }
}

// What each credit must have been taken for, by the order of the rows and the times that stand in them. What an import
// has found may be decided long after its row.
void invariants::check_classifications() {
  constexpr const char* credits_sql =
      "SELECT t.classification, t.amount, t.received_at, t.row, l.status, l.amount, l.expires_at, l.closed_at, "
      "l.transaction_row FROM transactions t JOIN payment_links l ON l.row = t.link_row LEFT JOIN transactions p ON "
      "p.row = l.transaction_row WHERE t.imported_by IS NULL AND p.imported_by IS NULL";
  const auto check = [this](const auto& columns) {
    const auto& [given, amount, received_at, row, status_of_link, asked_for, expires_at, closed_at, paid_by] =
        columns.fields;
    const auto status = status_of_link.value, received = received_at.value, closed = closed_at.or_zero();
    const auto asked = asked_for.maybe();
    const bool was_paid = status == 1 && paid_by.value < row.value;
    const bool was_closed = (status == 2 || status == 4) && closed < received;
    // Within the millisecond of its end, either may have come first; of a clock that went back or ran ahead the times
    // of two rows do not tell it either, but all else does.
    const bool is_moved = world_.planned.has_wrong_clocks() && world_.planned.own_disk;
    const bool may_be_closed = status > 1 && (closed == received || is_moved);
    long long expected = 0;
    if (was_paid)
      expected = 3;
    else if (was_closed || received >= expires_at.value)
      expected = 4;
    else if (amount.value < least_amount)
      expected = 5;
    else if (asked && amount.value != *asked)
      expected = amount.value < *asked ? 2 : 1;
    const bool is_open = was_closed && is_moved; // what it would have been then, the row of its end cannot tell
    // The row of a credit whose virtual account was told of later stands before what was decided before it.
    const auto& later = virtual_money_.named_later();
    const bool is_older = (status == 1 && later.contains(paid_by.value)) || (is_moved && later.contains(row.value));
    if (given.value != expected && !(may_be_closed && given.value == 4) && !is_open && !is_older)
      world_.violate("a credit is taken for " + std::to_string(given.value) + " and is " + std::to_string(expected));
  };
  database_.rows()
      .each<sql_number, sql_number, sql_number, sql_number, sql_number, sql_number, sql_number, sql_number, sql_number>(
          credits_sql, check);
}

// I6: what the merchant gets verifies, and tells of the credit as it was.
void invariants::check_signatures() {
  constexpr const char* events_sql =
      "SELECT d.workspace_id, d.key_id, d.signed_at, d.body, d.signature, d.event_id, t.amount, l.id FROM deliveries d "
      "JOIN transactions t ON t.row = d.transaction_row JOIN payment_links l ON l.row = d.link_row WHERE d.purged = 0";
  const auto check = [this](const auto& columns) {
    const auto& [workspace, key_id, signed_at, body, signature, event, amount, link] = columns.fields;
    const auto key = shops_.signing_keys().find({workspace.value, key_id.value});
    if (key == shops_.signing_keys().end()) return world_.violate("I6 an event is signed with a key that nobody made");
    if (signature.value != hmac_sha256{key->second}.hex({std::to_string(signed_at.value), ".", body.value}))
      world_.violate("I6 a signature does not verify");
    for (const auto& named : {event.value, link.value, "\"" + std::to_string(amount.value) + "\""})
      if (body.value.find(named) == std::string::npos) world_.violate("I6 the body does not tell of " + named);
  };
  database_.rows().each<sql_text, sql_text, sql_number, sql_text, sql_text, sql_text, sql_number, sql_text>(events_sql,
                                                                                                            check);
}

void invariants::check_receivers() {
  // One whose every number was lost in a crash before it was sent may never have left.
  constexpr const char* never_sent_sql = "SELECT event_id FROM deliveries d WHERE state = 2 AND EXISTS (SELECT 1 FROM "
                                         "attempts a WHERE a.delivery_row = d.row AND a.epoch <> 0)";
  std::map<std::string, int> events_of_link;
  for (const auto& [event, reported] : outside_.events())
    if (!reported.link.empty() && ++events_of_link[reported.link] > 1)
      world_.violate("I1 a merchant was told of two events of one link");
  // Every 2xx that a node has heard and stored is one that the receiver gave.
  database_.rows().each<sql_text>("SELECT event_id FROM deliveries WHERE state = 1", [this](const auto& columns) {
    const auto reported = outside_.events().find(column_at<0>(columns).value);
    if (reported == outside_.events().end() || reported->second.accepted == 0)
      world_.violate("an event counts as acknowledged that no receiver took");
  });
  database_.rows().each<sql_text>(never_sent_sql, [this](const auto& columns) {
    if (!outside_.events().contains(column_at<0>(columns).value))
      world_.violate("I4 an event has failed that was never sent");
  });
}

std::int64_t invariants::count_stored(const std::string& source) {
  return database_.rows().count_of("SELECT COUNT(*) FROM transactions WHERE source_id = :source", source);
}

// Over each feed an entry is one transaction, alone or as its pair, and the virtual number that it names is that one's.
void invariants::check_reported(const bank::transfer& one, bool over_switch) {
  const auto source = (over_switch ? "SW" : "") + one.source;
  const auto stored = database_.rows().count_of(
      "SELECT COUNT(*) FROM transactions WHERE source_id = :source OR paired_source_id = :other", source, source);
  if (stored != (one.is_rejected ? 0 : 1))
    world_.violate("I3 the transfer " + source + " is stored " + std::to_string(stored) + " times");
  if (stored != 1 || !bank_.is_named(one, over_switch)) return;
  const auto named = database_.rows().count_of(
      "SELECT COUNT(*) FROM transactions t JOIN virtual_accounts v ON v.row = t.virtual_account_row WHERE (t.source_id "
      "= :source OR t.paired_source_id = :other) AND v.number = :number",
      source, source, one.virtual_number);
  if (named != 1) world_.violate("I3 the transfer " + source + " is not stored under its virtual number");
}

void invariants::check_transfers() {
  /// Transfers that nothing but their number tells apart; each is one transaction, whichever feed has told of it first.
  struct equal_transfers {
    std::int64_t made = 0, stored = 0;
    bool was_any_reported_otherwise = false;
  };
  std::map<std::tuple<std::size_t, std::int64_t, bool, std::string, std::string>, equal_transfers> all;
  std::int64_t booked = 0;
  for (const auto& one : bank_.transfers()) {
    check_reported(one, false);
    if (one.is_reported_twice) check_reported(one, true);
    if (one.is_rejected) continue;
    ++booked;
    const auto minute = one.occurred_at.substr(0, one.occurred_at.rfind(':'));
    auto& equals = all[{one.account, one.amount, one.is_credit, one.content, minute}];
    ++equals.made;
    equals.stored += count_stored(one.source) + count_stored("SW" + one.source);
    equals.was_any_reported_otherwise |= one.was_reported_otherwise;
  }
  for (const auto& [what, equals] : all)
    if (!equals.was_any_reported_otherwise && equals.stored != equals.made)
      world_.violate("I3 of " + std::to_string(equals.made) + " equal transfers, told of over two feeds, " +
                     std::to_string(equals.stored) + " are stored");
  // The switch may have told of one in other words, and then it stands there by itself.
  // What is on the contested account is judged there. A token may tell of one transfer under several references.
  if (database_.rows().count(
          "SELECT COUNT(*) FROM transactions WHERE unproved = 0 AND source_id NOT LIKE 'NC%' AND content NOT LIKE "
          "'in XML no %' AND (source_id NOT LIKE 'SW%' OR paired_source_id NOT LIKE 'SW%')") > booked)
    world_.violate("a transaction is stored that no bank told of");
}

// With the index of texts or without: the same rows, whatever has become of it meanwhile.
void invariants::check_searches() {
  if (!world_.planned.own_disk) return;
  const auto plain = database_.open_reader(), indexed = database_.open_list_reader();
  for (const auto& shop : first_shops::get().shops)
    for (const char* text : {"meet ", "visit no 1", " no ", "PL", "nobody pays with this"}) {
      const transaction_filter filter{.workspaces = {shop.workspace}, .content = text, .limit = 100};
      const auto rows_of = [&](read_store& of) {
        std::vector<std::int64_t> rows;
        for (const auto& one : of.ask(list_transactions{filter}).rows) rows.push_back(one.row);
        return rows;
      };
      if (rows_of(*plain) != rows_of(*indexed))
        world_.violate("a search does not find what is there: " + std::string{text});
    }
}

// A row that a connection has read shows through in no other: a merchant would see another's orders.
void invariants::check_lists() {
  if (!world_.planned.own_disk) return;
  const auto reader = database_.open_list_reader();
  for (const auto& shop : first_shops::get().shops)
    for (const auto& one : reader->ask(list_transactions{{.workspaces = {shop.workspace}, .limit = 100}}).rows)
      if (database_.rows().count_of("SELECT COUNT(*) FROM transactions t LEFT JOIN orders o ON o.row = t.order_row "
                                    "WHERE t.row = :row AND COALESCE(o.own_id, '') = :order",
                                    one.row, one.order) != 1)
        world_.violate("a list shows transaction " + one.id.text() + " with another's order: " + one.order);
}

// What an operator would be told. The product's own statements find what ours do, or else they are of no use; and they
// find nothing in what is sound, whatever it has been through.
void invariants::check_by_doctor() {
  if (world_.has_lost_rows) return;
  const auto& keys = first_shops::get().keys;
  sealed_event_signer signer{keys};
  const auto opens = [&keys](const sealed_value& value) {
    return keys.open(value.sealed, sealed_at(value)).has_value();
  };
  const auto made = database_
                        .open_doctor({.signer = signer,
                                      .opens = opens,
                                      .digest = sha256_hex,
                                      .attempts_max = world_.planned.retries.max_attempts})
                        ->examine();
  for (const auto& one : made.findings) world_.violate("the doctor finds " + one.check + " at " + one.where);
}

void invariants::check_end() {
  check_rows();
  for (const auto& [what, broken] : promises::at_end()) expect_none(what, broken);
  check_receivers();
  check_transfers();
  expect_none("I14 every link whose time has come is expired",
              "SELECT COUNT(*) FROM payment_links WHERE status = 0 AND expires_at <= " +
                  std::to_string(to_millis(world_.now()) - 5'000));
  expect_none("I14 every order whose time has come has failed",
              "SELECT COUNT(*) FROM orders WHERE status = 0 AND expires_at <= " +
                  std::to_string(to_millis(world_.now()) - 5'000));
  check_searches();
  check_lists();
  check_by_doctor();
  // I13: what is sealed or kept as a digest alone stands nowhere in the files.
  const auto& disk = memory_files::disk();
  for (const auto& [key, secret] : shops_.signing_keys())
    if (disk.holds(secret)) world_.violate("I13 a signing key stands in the database");
  for (const auto& shop : first_shops::get().shops) {
    if (disk.holds(shop.token)) world_.violate("I13 a token stands in the database");
    for (const auto& webhook : shop.webhooks)
      if (disk.holds(webhook.secret) || (!webhook.api_key.empty() && disk.holds(webhook.api_key)))
        world_.violate("I13 a webhook's key or secret stands in the database");
  }
  if (disk.holds(first_shops::feed_secret)) world_.violate("I13 the secret of a feed stands in the database");
}

} // namespace paylink::simulation
