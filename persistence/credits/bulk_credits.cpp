#include "persistence/credits/bulk_credits.hpp"

#include "domain/banks/recorded_text.hpp"
#include "failpoints/failpoint.hpp"
#include "persistence/context/writing.hpp"
#include "persistence/credits/account_holders.hpp"
#include "persistence/credits/feed_pairing.hpp"
#include "persistence/credits/locked_link.hpp"
#include "persistence/credits/order_settling.hpp"
#include "persistence/deliveries/webhook_events.hpp"
#include "persistence/links/link_row.hpp"
#include "persistence/sql/column_arrays.hpp"
#include "persistence/sql/invariant.hpp"

#include <map>
#include <set>

namespace paylink {
namespace {

/// What is looked up for an entry of a batch.
struct wanted_entry {
  std::size_t place = 0;    ///< In the batch.
  std::int64_t account = 0; ///< Its row.
  std::string_view source, feed;
  std::optional<std::int64_t> link{}; ///< The reference of the one that it names.
  std::int64_t print = 0;
};

constexpr auto wanted_entry_columns = columns_of<wanted_entry>(
    new_column{"place", [](const wanted_entry& one) { return static_cast<std::int64_t>(one.place); }},
    new_column{"account", [](const wanted_entry& one) { return one.account; }},
    new_column{"source", [](const wanted_entry& one) { return one.source; }},
    new_column{"feed", [](const wanted_entry& one) { return one.feed; }},
    new_column{"link", [](const wanted_entry& one) { return one.link; }},
    new_column{"print", [](const wanted_entry& one) { return one.print; }});
static_assert(wanted_entry_columns.has_each_once());

/// A row of the look-up; an entry has several if it may match several transactions.
struct looked_up {
  number_column<"l.place"> place;                            ///< The transaction of an entry recorded before.
  number_column<"COALESCE(recorded.row, paired.row)"> known; ///< The transaction of an entry recorded before.
  account_holder::found holder;
  sql_number turn; ///< Of the next equal transfer; null for the first.
  number_column<"twin.row"> twin;
  number_column<"twin.amount"> twin_amount;
  number_column<"twin.type"> twin_type;
  text_column<"twin.content"> twin_content;
  number_column<"twin.virtual_account_row"> twin_virtual_account;
  text_column<"twin.id"> twin_id;
  number_column<"twin.classification"> twin_classification;
  number_column<"held.row"> link_of_account; ///< Set if the locked row of the link was skipped.
  locked_link truth;
};

// For each look-up of money there is one index that can answer it: see the indexes of `transactions` in the baseline of
// migrations. The order by a sum keeps the planner from walking through all links in it. The table `l` is an entry with
// its account's holder and its link: OFFSET 0 and LIMIT 1 make the planner join these first, by hashing once there are
// links, and then look up each entry by itself. The links are locked in the order of their rows; one that another
// transaction has locked is skipped, and looked up again without a lock, which distinguishes it from a missing one.
std::string look_up_text() {
  return "WITH wanted AS " + unnested<wanted_entry_columns>() +
         ", holders (held_account, owner_id, workspace_status, moved, webhook, stated_to, same_number, bank) AS "
         "MATERIALIZED (SELECT a.row, " +
         account_holder::columns() + std::string{account_holder::tables} +
         "WHERE a.row = ANY (ARRAY(SELECT account FROM wanted))" +
         std::string{account_holder::kept(dialect::postgresql)} +
         "), "
         "locked AS (SELECT * FROM payment_links WHERE reference = "
         "ANY (ARRAY(SELECT link FROM wanted WHERE link IS NOT NULL)) ORDER BY row + 0 FOR UPDATE SKIP LOCKED) "
         "SELECT " +
         sql_columns<looked_up>({"l.owner_id", "l.workspace_status", "l.moved", "l.webhook", "l.stated_to",
                                 "l.same_number", "l.bank",
                                 "(SELECT MAX(t.transfer_turn) + 1 FROM transactions t WHERE t.account_row + 0 = "
                                 "l.account AND t.transfer_print = l.print)"}) +
         " FROM (SELECT * FROM wanted w JOIN holders h ON h.held_account = w.account LEFT JOIN locked k ON k.reference "
         "= w.link OFFSET 0) l "
         "LEFT JOIN LATERAL (SELECT t.row FROM transactions t WHERE t.account_row = l.account AND t.source_id = "
         "l.source AND t.feed = l.feed LIMIT 1) recorded ON TRUE "
         "LEFT JOIN LATERAL (SELECT t.row FROM transactions t WHERE t.account_row + 0 = l.account AND "
         "t.paired_source_id = l.source AND t.feed <> l.feed LIMIT 1) paired ON TRUE "
         "LEFT JOIN LATERAL (SELECT t.row, t.amount, t.type, t.content, t.virtual_account_row, t.id, t.classification "
         "FROM transactions t WHERE t.account_row + 0 = l.account AND t.transfer_print = l.print AND "
         "t.paired_source_id IS NULL AND t.feed <> l.feed OFFSET 0) twin ON TRUE "
         "LEFT JOIN LATERAL (SELECT p.row FROM payment_links p WHERE p.reference = l.link AND p.account_row = "
         "l.account AND l.row IS NULL LIMIT 1) held ON TRUE" +
         std::string{locked_link::key_of_link(dialect::postgresql)} + "ORDER BY l.place, twin.row";
}

const sql_statement<looked_up(column_arrays<wanted_entry_columns>::parameters)> look_up_entries_sql{
    [](dialect spoken) { return on_server(spoken, look_up_text()); }};

/// State shared by the entries of one batch.
struct bulk_batch {
  order_settling::batch orders; ///< Those that are named.
  std::set<std::int64_t> completed_links, completed_orders;
  std::set<std::int64_t> paired;                                                     ///< Transactions.
  std::map<std::pair<std::int64_t, std::int64_t>, std::vector<bulk_credit*>> equals; ///< New ones by account and print.
};

bool names_link(const record_entry& command) {
  return command.link && command.link->kind == reference_kind::payment_link &&
         command.entry.type == transfer_type::credit;
}

bool pair_with_stored(bulk_credit& one, std::span<const looked_up> rows, bulk_batch& batch, likeness how) {
  for (const auto& row : rows) {
    if (row.twin.is_null() || batch.paired.contains(row.twin.value) ||
        feed_pairing::compare(row.twin_amount.value, row.twin_type.value, row.twin_content.view(),
                              row.twin_virtual_account.or_zero(), *one.asked.command) != how)
      continue;
    batch.paired.insert(row.twin.value);
    one.first_row = row.twin.value;
    one.first = transaction_id::from_store(row.twin_id.view());
    if (!row.twin_classification.is_null()) one.classified = static_cast<classification>(row.twin_classification.value);
    return true;
  }
  return false;
}

bool pair_with_new(bulk_credit& one, bulk_batch& batch, likeness how) {
  const auto& command = *one.asked.command;
  const auto equals = batch.equals.find({command.account_row, one.print});
  if (equals == batch.equals.end()) return false;
  for (auto* first : equals->second) {
    const auto& reported = *first->asked.command;
    if (first->repeated_by || reported.feed == command.feed ||
        feed_pairing::compare(reported.entry.amount.dong, static_cast<std::int64_t>(reported.entry.type),
                              reported.entry.content, reported.virtual_account_row, command) != how)
      continue;
    first->repeated_by = &command;
    one.first = reported.new_transaction;
    one.classified = first->classified;
    return true;
  }
  return false;
}

// The oldest transfer without a pair, preferring one on the same virtual account: stored ones come before those of this
// batch.
bool pair_transfer(bulk_credit& one, std::span<const looked_up> rows, bulk_batch& batch) {
  using enum likeness;
  for (const auto how : {same_account, same})
    if (pair_with_stored(one, rows, batch, how) || pair_with_new(one, batch, how)) return true;
  return false;
}

// What it names may settle the transfer, as its verb does.
bool has_unsettled_twin(const bulk_credit& one, std::span<const looked_up> rows, const bulk_batch& batch) {
  const auto& command = *one.asked.command;
  const auto is_it = [&](std::int64_t amount, std::int64_t type, std::string_view content, std::int64_t account) {
    return feed_pairing::compare(amount, type, content, account, command) != likeness::other;
  };
  const bool is_stored = std::ranges::any_of(rows, [&](const looked_up& row) {
    return !row.twin.is_null() && row.twin_classification.is_null() &&
           is_it(row.twin_amount.value, row.twin_type.value, row.twin_content.view(),
                 row.twin_virtual_account.or_zero());
  });
  const auto equals = batch.equals.find({command.account_row, one.print});
  if (is_stored || equals == batch.equals.end()) return is_stored;
  return std::ranges::any_of(equals->second, [&](const bulk_credit* first) {
    const auto& reported = *first->asked.command;
    return !first->classified && reported.feed != command.feed &&
           is_it(reported.entry.amount.dong, static_cast<std::int64_t>(reported.entry.type), reported.entry.content,
                 reported.virtual_account_row);
  });
}

/// The link or order of its account that a credit names. A credit before it in the batch may have completed it.
std::optional<named_target> find_target(bulk_credit& one, const locked_link& truth, const bulk_batch& batch) {
  const auto& command = *one.asked.command;
  std::optional<named_target> target;
  if (names_link(command) && truth.is_of(command)) {
    one.link_row = truth.row.value;
    one.link = payment_link_id::from_store(truth.id.view());
    target = truth.target();
    if (batch.completed_links.contains(one.link_row)) target->status = link_status::succeeded;
  } else if (order_settling::names_order(command)) {
    one.order = batch.orders.find(command);
    if (one.order) target = target_of(*one.order);
    if (one.order && batch.completed_orders.contains(one.order->row)) target->status = link_status::succeeded;
  }
  return target;
}

/// Raises what a new credit is to notify of, and remembers what it completes.
void raise_events(writing& at, bulk_credit& one, const looked_up& found, const account_holder& holder,
                  bulk_batch& batch) {
  const auto& command = *one.asked.command;
  const bool is_completed = one.classified && completes(*one.classified);
  if (one.link_row != 0 && one.classified && is_news_for_payers(*one.classified))
    one.public_id = found.truth.public_id.value;
  if (one.link_row != 0 && is_completed) {
    batch.completed_links.insert(one.link_row);
    one.raised.push_back(found.truth.make_event(command, at.context, at.claims, at.when.now));
  }
  if (one.order && is_completed) batch.completed_orders.insert(one.order->row);
  if (!holder.has_webhooks) return;
  at.events.raise(command, holder.bank, at.when.now, one.raised);
  if (one.order && is_completed) at.events.raise_success(*one.order, command.entry.amount, at.when.now, one.raised);
}

std::optional<entry_fate> judge_entry(writing& at, bulk_credit& one, std::span<const looked_up> rows,
                                      bulk_batch& batch) {
  const auto& found = rows.front();
  const auto& command = *one.asked.command;
  const auto holder = found.holder.read();
  if (!found.known.is_null() || holder.refuses(command) || holder.shares_number ||
      holder.has_statement_of(command.entry))
    return std::nullopt;
  if (!holder.is_suspended && command.link && has_unsettled_twin(one, rows, batch)) return std::nullopt;
  entry_facts facts{.is_suspended = holder.is_suspended};
  facts.has_partner = !holder.is_suspended && pair_transfer(one, rows, batch);
  if (!facts.has_partner && !facts.is_suspended) {
    facts.is_target_locked = (names_link(command) && found.truth.row.is_null() && !found.link_of_account.is_null()) ||
                             batch.orders.is_held_up(command);
    facts.target = find_target(one, found.truth, batch);
  }
  const auto decided = decide(command.entry, facts, false, at.when.clock_is_sound, at.when.now);
  if (decided.fate != entry_fate::recorded) return decided.fate;
  one.classified = decided.classified;
  auto& equals = batch.equals[{command.account_row, one.print}];
  one.owner = holder.owner;
  one.turn = found.turn.or_zero() + std::ssize(equals);
  equals.push_back(&one);
  raise_events(at, one, found, holder, batch);
  return decided.fate;
}

/// Locks the links, and decides about each entry in the batch's order.
std::vector<bulk_credit> decide_entries(writing& at, std::span<const bulk_entry> entries) {
  std::vector<bulk_credit> credits;
  credits.reserve(entries.size());
  column_arrays<wanted_entry_columns> asked;
  std::vector<reference> named_orders;
  for (const auto& entry : entries) {
    const auto& command = *entry.command;
    if (order_settling::names_order(command)) named_orders.push_back(*command.link);
    ensure(!command.ambiguous || !command.link, "an ambiguous credit names no link");
    const auto print = feed_pairing::print_of(command.entry);
    asked.add({.place = credits.size(),
               .account = command.account_row,
               .source = command.entry.bank_reference,
               .feed = command.feed,
               .link = names_link(command) ? std::optional{stored_reference(*command.link)} : null_number,
               .print = print});
    credits.push_back({.asked = entry, .print = print});
  }
  std::vector<looked_up> rows;
  PAYLINK_FAILPOINT(before_bulk_look_up);
  const auto keep = [&](looked_up& found) { rows.push_back(std::move(found)); };
  asked.with_parameters([&](const auto&... arrays) { at.db[look_up_entries_sql].each(keep, arrays...); });
  PAYLINK_FAILPOINT(after_bulk_look_up);
  bulk_batch batch;
  batch.orders = order_settling::find_all(at.db, named_orders);
  for (std::span<const looked_up> rest{rows}; !rest.empty();) {
    const auto place = rest.front().place.value;
    const auto next = std::ranges::find_if(rest, [&](const looked_up& row) { return row.place.value != place; });
    const auto count = static_cast<std::size_t>(next - rest.begin());
    auto& one = credits[static_cast<std::size_t>(place)];
    one.becomes = judge_entry(at, one, rest.first(count), batch);
    rest = rest.subspan(count);
  }
  return credits;
}

} // namespace

void settle_entries(writing& at, std::span<const bulk_entry> entries, bulk_replies& given) {
  auto credits = decide_entries(at, entries);
  std::map<entry_fate, std::vector<bulk_credit*>> by_fate;
  for (auto& one : credits) {
    const bool is_left = one.becomes == entry_fate::paired && hides_verification_text({}, one.asked.command->entry);
    if (one.becomes && !is_left) by_fate[*one.becomes].push_back(&one);
  }
  for (const auto* one : by_fate[entry_fate::held_up]) given[one->asked.place] = write_reply{held_up{}};
  if (const auto& held = by_fate[entry_fate::held]; !held.empty()) {
    std::vector<bulk_entry> suspended;
    for (const auto* one : held) suspended.push_back(one->asked);
    hold_back_entries(at, suspended, given);
  }
  if (const auto& made = by_fate[entry_fate::recorded]; !made.empty()) record_credits(at, made, given);
  if (const auto& paired = by_fate[entry_fate::paired]; !paired.empty()) store_pairs(at, paired, given);
}

} // namespace paylink
