#include "persistence/credits/bulk_credits.hpp"

#include "failpoints/failpoint.hpp"
#include "persistence/plans/open_month.hpp"
#include "persistence/sql/invariant.hpp"
#include "persistence/sql/storable_text.hpp"

#include <boost/json.hpp>

namespace paylink {

namespace json = boost::json;

namespace {

// For each look-up of money there is one index that can answer it: see the indexes of `transactions` in the baseline of
// migrations. The order by a sum keeps the planner from walking through all links in it. The table `l` is an entry with
// its account's holder and its link: OFFSET 0 and LIMIT 1 make the planner join these first, by hashing once there are
// links, and then look up each entry by itself. The links are locked in the order of their rows; one that another
// transaction has locked is skipped, and looked up again without a lock, which distinguishes it from a missing one.
std::string look_up_sql() {
  return "WITH wanted AS " + unnested<wanted_entry_columns>() +
         ", holders (held_account, owner_id, workspace_status, moved, webhook, stated_to, namesake, bank) AS "
         "MATERIALIZED (SELECT a.row, " +
         account_holder::columns() + std::string{account_holder::tables} +
         "WHERE a.row = ANY (ARRAY(SELECT account FROM wanted))" +
         std::string{account_holder::kept(dialect::postgresql)} +
         "), "
         "locked AS (SELECT * FROM payment_links WHERE reference = "
         "ANY (ARRAY(SELECT link FROM wanted WHERE link IS NOT NULL)) ORDER BY row + 0 FOR UPDATE SKIP LOCKED) "
         "SELECT l.place, COALESCE(recorded.row, paired.row), l.owner_id, l.workspace_status, l.moved, l.webhook, "
         "l.stated_to, l.namesake, l.bank, "
         "(SELECT MAX(t.transfer_turn) + 1 FROM transactions t WHERE t.account_row + 0 = l.account AND "
         "t.transfer_print = l.print), twin.row, twin.amount, twin.type, twin.content, twin.virtual_account_row, "
         "twin.id, twin.classification, held.row, " +
         std::string{link_truth::columns} +
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
         std::string{link_truth::key_of_link(dialect::postgresql)} + "ORDER BY l.place, twin.row";
}

// The number of a delivery is drawn first, so that each of a credit's deliveries knows which row is its own.
std::string record_sql() {
  const auto transaction = transaction_columns.names(), delivery = delivery_columns.names();
  return "WITH times AS (SELECT CAST(:now AS BIGINT) AS now, " + metered_month(dialect::postgresql) +
         " AS month), wanted AS " + unnested<bulk_transaction_columns>() +
         ", sends AS (SELECT nextval('deliveries_row_seq') AS row, d.* FROM " +
         unnested<bulk_delivery_columns>("sent_") + " AS d), recorded AS (INSERT INTO transactions (" + transaction +
         ", transfer_turn) SELECT " + transaction +
         ", transfer_turn FROM wanted ON CONFLICT DO NOTHING RETURNING row, id), completed AS (UPDATE payment_links l "
         "SET status = 1, received_amount = w.amount, transaction_row = w.recorded, closed_at = (SELECT now FROM "
         "times) FROM (SELECT w.link_row, w.amount, r.row AS recorded FROM wanted w JOIN recorded r ON r.id = w.id "
         "WHERE w.completes <> 0 OFFSET 0) w WHERE l.row = w.link_row AND l.row = ANY (ARRAY(SELECT link_row FROM "
         "wanted WHERE completes <> 0)) AND (l.status = 0 AND l.expires_at > (SELECT now FROM times)) IS TRUE "
         "RETURNING l.row), sent AS (INSERT INTO deliveries (row, transaction_row, " +
         delivery + ") OVERRIDING SYSTEM VALUE SELECT d.row, r.row, " + delivery_columns.names("d.") +
         " FROM sends d JOIN wanted w ON w.place = d.credit JOIN recorded r ON r.id = w.id RETURNING row), counted "
         "AS (INSERT INTO usage (owner_id, month, transaction_row) SELECT w.owner_id, (SELECT month FROM times), r.row "
         "FROM wanted w JOIN recorded r ON r.id = w.id) SELECT w.place, r.row, c.row, d.place, s.row FROM wanted w "
         "LEFT JOIN recorded r ON r.id = w.id "
         "LEFT JOIN completed c ON w.completes <> 0 AND c.row = w.link_row "
         "LEFT JOIN sends d ON d.credit = w.place LEFT JOIN sent s ON s.row = d.row";
}

constexpr const char* balances_sql = "INSERT INTO transaction_balances (transaction_row, dong) SELECT row, dong FROM "
                                     "json_to_recordset(CAST(:balances AS "
                                     "json)) AS w (row BIGINT, dong BIGINT)";

constexpr const char* texts_sql = "INSERT INTO transaction_texts (transaction_row, content) SELECT row, content FROM "
                                  "json_to_recordset(CAST(:texts AS json)) AS w (row BIGINT, content TEXT)";

constexpr const char* pair_sql =
    "WITH wanted AS (SELECT * FROM json_to_recordset(CAST(:pairs AS json)) AS w (place INT, row BIGINT, source TEXT "
    "COLLATE \"C\")) UPDATE transactions t SET paired_source_id = w.source FROM wanted w WHERE t.row = w.row AND t.row "
    "= "
    "ANY (ARRAY(SELECT row FROM wanted)) AND (t.paired_source_id IS NULL) IS TRUE RETURNING w.place";

bool names_link(const record_entry& command) {
  return command.link && command.link->kind == reference_kind::payment_link &&
         command.entry.type == transfer_type::credit;
}

recorded_entry duplicate_of(transaction_id first, std::optional<classification> classified) {
  recorded_entry reply;
  reply.result = entry_result::duplicate;
  reply.transaction = first;
  reply.classified = classified;
  return reply;
}

} // namespace

bulk_credits::bulk_credits(soci::session& session, const store_context& context, batch_claims& claims,
                           transaction_writes& notes, webhook_events& events, count_tally& tally)
    : context_{context}, claims_{claims}, notes_{notes}, events_{events}, orders_{session, dialect::postgresql},
      look_up_{session, look_up_sql()}, record_{session, record_sql()}, pair_{session, pair_sql},
      balances_{session, balances_sql}, texts_{session, texts_sql}, holding_{session}, tally_{tally} {}

void bulk_credits::run(std::span<const bulk_entry> entries, timestamp now, bulk_replies& given) {
  auto credits = decide(entries, now);
  for (auto& one : credits)
    if (one.becomes == fate::is_paired && hides_verification_text({}, one.asked.command->entry))
      one.becomes = fate::is_left;
  std::map<fate, std::vector<credit*>> by_fate;
  for (auto& one : credits) by_fate[one.becomes].push_back(&one);
  for (const auto* one : by_fate[fate::is_held_up]) given[one->asked.place] = write_reply{held_up{}};
  if (const auto& held = by_fate[fate::is_held]; !held.empty()) {
    std::vector<bulk_entry> suspended;
    for (const auto* one : held) suspended.push_back(one->asked);
    holding_.hold_back(suspended, now, given);
  }
  if (const auto& made = by_fate[fate::is_new]; !made.empty()) record(made, now, given);
  if (const auto& paired = by_fate[fate::is_paired]; !paired.empty()) store_pairs(paired, given);
}

std::vector<bulk_credits::credit> bulk_credits::decide(std::span<const bulk_entry> entries, timestamp now) {
  std::vector<credit> credits;
  credits.reserve(entries.size());
  column_arrays<wanted_entry_columns> asked;
  std::vector<reference> named_orders;
  for (const auto& entry : entries) {
    const auto& command = *entry.command;
    if (names_order(command)) named_orders.push_back(*command.link);
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
  asked.with_parameters([&](const auto&... arrays) { look_up_.each(keep, arrays...); });
  PAYLINK_FAILPOINT(after_bulk_look_up);
  together batch;
  batch.orders = orders_.find_all(named_orders);
  for (std::span<const looked_up> rest{rows}; !rest.empty();) {
    const auto place = rest.front().place.value;
    const auto next = std::ranges::find_if(rest, [&](const looked_up& row) { return row.place.value != place; });
    const auto count = static_cast<std::size_t>(next - rest.begin());
    auto& one = credits[static_cast<std::size_t>(place)];
    one.becomes = judge(one, rest.first(count), batch, now);
    rest = rest.subspan(count);
  }
  return credits;
}

bulk_credits::fate bulk_credits::judge(credit& one, std::span<const looked_up> rows, together& batch, timestamp now) {
  const auto& found = rows.front();
  const auto& command = *one.asked.command;
  const auto holder = found.holder.read();
  if (!found.known.is_null() || holder.refuses(command) || holder.shares_number ||
      holder.has_statement_of(command.entry))
    return fate::is_left;
  if (holder.is_suspended) return fate::is_held;
  if (command.link && has_unsettled_twin(one, rows, batch)) return fate::is_left;
  if (pair(one, rows, batch)) return fate::is_paired;
  if (names_link(command) && found.truth.row.is_null() && !found.link_of_account.is_null()) return fate::is_held_up;
  if (batch.orders.is_held_up(command)) return fate::is_held_up;
  auto& equals = batch.equals[{command.account_row, one.print}];
  one.owner = holder.owner;
  one.turn = found.turn.or_zero() + std::ssize(equals);
  equals.push_back(&one);
  if (names_link(command)) classify(one, found.truth, batch, now);
  if (names_order(command)) classify_order(one, batch, now);
  if (!holder.has_webhooks) return fate::is_new;
  events_.raise(command, holder.bank, now, one.raised);
  if (one.order && completes(*one.classified)) events_.raise_success(*one.order, command.entry.amount, now, one.raised);
  return fate::is_new;
}

// The oldest transfer without a pair, preferring one on the same virtual account: stored ones come before those of this
// batch.
bool bulk_credits::pair(credit& one, std::span<const looked_up> rows, together& batch) {
  using enum feed_pairing::likeness;
  for (const auto how : {same_account, same})
    if (pair_with_stored(one, rows, batch, how) || pair_with_new(one, batch, how)) return true;
  return false;
}

// What it names may settle the transfer, as its verb does.
bool bulk_credits::has_unsettled_twin(const credit& one, std::span<const looked_up> rows, const together& batch) {
  const auto& command = *one.asked.command;
  const auto is_it = [&](std::int64_t amount, std::int64_t type, std::string_view content, std::int64_t account) {
    return feed_pairing::compare(amount, type, content, account, command) != feed_pairing::likeness::other;
  };
  const bool is_stored = std::ranges::any_of(rows, [&](const looked_up& row) {
    return !row.twin.is_null() && row.twin_classification.is_null() &&
           is_it(row.twin_amount.value, row.twin_type.value, row.twin_content.view(),
                 row.twin_virtual_account.or_zero());
  });
  const auto equals = batch.equals.find({command.account_row, one.print});
  if (is_stored || equals == batch.equals.end()) return is_stored;
  return std::ranges::any_of(equals->second, [&](const credit* first) {
    const auto& told = *first->asked.command;
    return !first->classified && told.feed != command.feed &&
           is_it(told.entry.amount.dong, static_cast<std::int64_t>(told.entry.type), told.entry.content,
                 told.virtual_account_row);
  });
}

bool bulk_credits::pair_with_stored(credit& one, std::span<const looked_up> rows, together& batch,
                                    feed_pairing::likeness how) {
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

bool bulk_credits::pair_with_new(credit& one, together& batch, feed_pairing::likeness how) {
  const auto& command = *one.asked.command;
  const auto equals = batch.equals.find({command.account_row, one.print});
  if (equals == batch.equals.end()) return false;
  for (auto* first : equals->second) {
    const auto& told = *first->asked.command;
    if (first->heard_again || told.feed == command.feed ||
        feed_pairing::compare(told.entry.amount.dong, static_cast<std::int64_t>(told.entry.type), told.entry.content,
                              told.virtual_account_row, command) != how)
      continue;
    first->heard_again = &command;
    one.first = told.new_transaction;
    one.classified = first->classified;
    return true;
  }
  return false;
}

void bulk_credits::classify(credit& one, const link_truth& truth, together& batch, timestamp now) {
  const auto& command = *one.asked.command;
  if (!truth.is_of(command)) return;
  one.link_row = truth.row.value;
  one.link = payment_link_id::from_store(truth.id.view());
  auto& is_completed = batch.completed[one.link_row];
  one.classified = is_completed ? classification::duplicate : truth.classify(command.entry, now);
  if (is_news_for_payers(*one.classified)) one.public_id = truth.public_id.value;
  if (!completes(*one.classified)) return;
  is_completed = true;
  one.raised.push_back(truth.make_event(command, context_, claims_, now));
}

void bulk_credits::classify_order(credit& one, together& batch, timestamp now) {
  const auto& entry = one.asked.command->entry;
  one.order = batch.orders.find(*one.asked.command);
  if (!one.order) return;
  const auto& order = *one.order;
  one.classified =
      batch.completed_orders.contains(order.row)
          ? classification::duplicate
          : paylink::classify(order.status, order.amount, order.expires_at, entry.status, entry.amount, now);
  if (completes(*one.classified)) batch.completed_orders.insert(order.row);
}

bulk_transaction bulk_credits::row_of(const credit& one, std::size_t place, timestamp now) {
  return {.place = place,
          .made = {.command = *one.asked.command,
                   .classified = one.classified,
                   .link_row = one.link_row,
                   .order_row = one.order ? one.order->row : 0,
                   .print = one.print,
                   .received_at = now,
                   .heard_again = one.heard_again},
          .owner_id = one.owner.view(),
          .completes_link = one.completes_link(),
          .turn = one.turn};
}

void bulk_credits::record(std::span<credit* const> credits, timestamp now, bulk_replies& given) {
  column_arrays<bulk_transaction_columns> rows;
  column_arrays<bulk_delivery_columns> deliveries;
  std::vector<new_delivery*> raised;
  store_payloads(credits);
  for (std::size_t i = 0; i < credits.size(); ++i) {
    rows.add(row_of(*credits[i], i, now));
    for (auto& delivery : credits[i]->raised) {
      deliveries.add({.place = raised.size(), .credit = i, .made = delivery});
      raised.push_back(&delivery);
    }
  }
  PAYLINK_FAILPOINT(before_bulk_credits);
  // A row for each delivery of a credit, and one for a credit without any.
  const auto note = [&](const auto& columns) {
    const auto& [place, transaction_row, completed_link, delivery, delivery_row] = columns.fields;
    auto& one = *credits[static_cast<std::size_t>(place.value)];
    // Another node has recorded the entry since it was looked up, or an equal transfer: the whole batch sees it the
    // next time.
    if (transaction_row.is_null()) throw write_conflict{};
    ensure(!one.completes_link() || !completed_link.is_null(), "a completing credit finds its link pending");
    one.row = transaction_row.value;
    if (!delivery_row.is_null()) raised[static_cast<std::size_t>(delivery.value)]->job.row = delivery_row.value;
  };
  rows.with_parameters([&](const auto&... recorded) {
    deliveries.with_parameters(
        [&](const auto&... sent) { record_.each(note, to_millis(now), vietnam_month(now), recorded..., sent...); });
  });
  PAYLINK_FAILPOINT(after_bulk_credits);
  complete_orders(credits, now);
  store_balances(credits);
  store_whole_texts(credits);
  for (auto* one : credits) {
    count(*one, now);
    answer_recorded(*one, given);
  }
  // Few texts look like a reference but match none: only these cost a statement each.
  for (const auto* one : credits)
    if (one->link_row == 0 && !one->order) notes_.note_near_miss(*one->asked.command, one->row);
}

void bulk_credits::store_payloads(std::span<credit* const> credits) {
  std::vector<shared_payload> shared;
  for (auto* one : credits)
    if (one->raised.size() > 1) delivery_payloads::find_shared(one->raised, shared);
  events_.payloads().store(shared);
}

void bulk_credits::count(const credit& one, timestamp now) {
  const auto& command = *one.asked.command;
  tally_.count_transaction(command.workspace, command.entry, one.classified, now);
  if (one.completes_link()) tally_.count_links(command.workspace, link_status::succeeded, now);
}

void bulk_credits::complete_orders(std::span<credit* const> credits, timestamp now) {
  std::vector<completed_order> completed;
  for (const auto* one : credits)
    if (one->completes_order()) completed.push_back({one->order->row, one->asked.command->entry.amount, one->row});
  orders_.complete_all(completed, now);
}

void bulk_credits::store_balances(std::span<credit* const> credits) {
  json::array rows;
  for (const auto* one : credits) {
    const auto& balance = one->asked.command->entry.balance_after;
    if (balance) rows.push_back(json::object{{"row", one->row}, {"dong", *balance}});
  }
  if (!rows.empty()) balances_.run(json::serialize(rows));
}

void bulk_credits::store_whole_texts(std::span<credit* const> credits) {
  json::array rows;
  for (const auto* one : credits) {
    const auto text = text_beside(one->asked.command->entry);
    if (!text.empty()) rows.push_back(json::object{{"row", one->row}, {"content", text}});
  }
  if (!rows.empty()) texts_.run(json::serialize(rows));
}

void bulk_credits::answer_recorded(credit& one, bulk_replies& given) {
  recorded_entry reply;
  reply.transaction = one.asked.command->new_transaction;
  reply.classified = one.classified;
  reply.public_id = std::move(one.public_id);
  reply.link = one.link;
  if (one.order) reply.order = one.order->id;
  for (auto& delivery : one.raised) {
    ensure(delivery.job.row != 0, "a delivery is stored with the credit that raises it");
    reply.add(std::move(delivery.job), delivery.is_due);
  }
  given[one.asked.place] = write_reply{std::move(reply)};
}

void bulk_credits::store_pairs(std::span<credit* const> credits, bulk_replies& given) {
  json::array rows;
  for (const auto* one : credits) {
    given[one->asked.place] = write_reply{duplicate_of(one->first, one->classified)};
    // Transactions of this batch already contain their pair.
    if (one->first_row != 0)
      rows.push_back(json::object{
          {"place", one->asked.place}, {"row", one->first_row}, {"source", one->asked.command->entry.bank_reference}});
  }
  if (rows.empty()) return;
  std::size_t stored = 0;
  pair_.each([&](const auto&) { ++stored; }, json::serialize(rows));
  // Another node has paired one of them meanwhile.
  if (stored != rows.size()) throw write_conflict{};
  PAYLINK_FAILPOINT(after_bulk_pairs);
}

} // namespace paylink
