#include "persistence/bulk_writes.hpp"

#include "failpoints/failpoint.hpp"
#include "persistence/delivery_writes.hpp"
#include "persistence/invariant.hpp"
#include "persistence/storable_text.hpp"

#include <boost/json.hpp>
#include <set>

namespace paylink {

namespace json = boost::json;

namespace {

// Rows of tables are named by lists of their keys, and other conditions are put so that no index answers them: planned
// once, with tables still empty, a statement must not settle on reading half of one.

// The links are locked in the order of their rows, so that two nodes whose batches meet wait for each other in turn.
std::string look_up_sql() {
  return "WITH wanted AS (SELECT * FROM json_to_recordset(CAST(:credits AS json)) AS w (place INT, account BIGINT, "
         "source TEXT COLLATE \"C\", feed TEXT COLLATE \"C\", reference BIGINT)), "
         "locked AS (SELECT * FROM payment_links WHERE reference = ANY (ARRAY(SELECT reference FROM wanted WHERE "
         "reference IS NOT NULL)) "
         "ORDER BY row FOR UPDATE) "
         "SELECT w.place, COALESCE(recorded.row, paired.row), " +
         std::string{link_truth::columns} +
         " FROM wanted w LEFT JOIN LATERAL (SELECT t.row FROM transactions t WHERE t.account_row = w.account AND "
         "t.source_id = w.source AND t.feed = w.feed LIMIT 1) recorded ON TRUE LEFT JOIN LATERAL (SELECT t.row FROM "
         "transactions t WHERE t.account_row + 0 = w.account AND t.paired_source_id = w.source AND t.feed <> w.feed "
         "LIMIT 1) paired ON TRUE LEFT JOIN locked l ON l.reference = w.reference" +
         std::string{link_truth::key_of_link} + "ORDER BY w.place";
}

constexpr const char* record_sql =
    "WITH times AS (SELECT CAST(:now AS BIGINT) AS now, CAST(:lease AS BIGINT) AS lease, CAST(:node AS TEXT) COLLATE "
    "\"C\" AS node, CAST(:month AS TEXT) COLLATE \"C\" AS month), wanted AS (SELECT * FROM "
    "json_to_recordset(CAST(:credits AS json)) AS w (place INT, id TEXT COLLATE \"C\", workspace TEXT COLLATE \"C\", "
    "owner TEXT COLLATE \"C\", account BIGINT, virtual_account BIGINT, feed TEXT COLLATE \"C\", source TEXT COLLATE "
    "\"C\", amount BIGINT, type SMALLINT, content TEXT, occurred_at BIGINT, classification SMALLINT, link BIGINT, "
    "ambiguous SMALLINT, made_at BIGINT, event TEXT COLLATE \"C\", destination TEXT COLLATE \"C\", body TEXT, "
    "signed_at BIGINT, "
    "signature TEXT COLLATE \"C\", key_id TEXT COLLATE \"C\", agent TEXT COLLATE \"C\", brand TEXT COLLATE \"C\", "
    "claim SMALLINT)), recorded AS (INSERT INTO transactions (id, workspace_id, account_row, virtual_account_row, "
    "feed, source_id, amount, type, content, occurred_at, received_at, classification, link_row, ambiguous, made_at) "
    "SELECT "
    "id, workspace, account, virtual_account, feed, source, amount, type, content, occurred_at, t.now, "
    "classification, link, ambiguous, made_at FROM wanted, times t ON CONFLICT DO NOTHING RETURNING row, id), "
    "completed AS "
    "(UPDATE payment_links l SET status = 1, received_amount = w.amount, transaction_row = r.row, closed_at = t.now "
    "FROM times t, wanted w JOIN recorded r ON r.id = w.id WHERE w.event IS NOT NULL AND l.row = w.link AND l.row = "
    "ANY (ARRAY(SELECT link FROM wanted WHERE event IS NOT NULL)) AND (l.status = 0 AND l.expires_at > t.now) IS "
    "TRUE RETURNING l.row), sent AS (INSERT INTO deliveries (workspace_id, event_id, link_row, transaction_row, "
    "destination, body, signed_at, signature, key_id, agent, brand, attempt, unanswered, next_at, in_line, "
    "owner, lease_until, epoch, created_at, kind) SELECT w.workspace, w.event, w.link, r.row, w.destination, w.body, "
    "w.signed_at, w.signature, w.key_id, w.agent, w.brand, w.claim, w.claim, t.now, 1 - w.claim, CASE WHEN w.claim = 1 "
    "THEN "
    "t.node END, CASE WHEN w.claim = 1 THEN t.lease END, w.claim, t.now, 0 FROM times t, wanted w JOIN recorded r ON "
    "r.id = w.id WHERE w.event IS NOT NULL RETURNING row, link_row), counted AS (INSERT INTO usage (owner_id, month, "
    "transaction_row) SELECT w.owner, t.month, r.row FROM times t, wanted w JOIN recorded r ON r.id = w.id) SELECT "
    "w.place, r.row, c.row, s.row FROM wanted w LEFT JOIN recorded r ON r.id = w.id LEFT JOIN completed c ON w.event "
    "IS NOT NULL AND c.row = w.link LEFT JOIN sent s ON w.event IS NOT NULL AND s.link_row = w.link";

constexpr const char* settle_sql =
    "WITH wanted AS (SELECT * FROM json_to_recordset(CAST(:outcomes AS json)) AS w (place INT, row BIGINT, epoch "
    "BIGINT, number INT, state SMALLINT, next_at BIGINT, finished_at BIGINT, started_at BIGINT, duration BIGINT, url "
    "TEXT, address TEXT, hops TEXT, status_code INT, failed_by SMALLINT, final SMALLINT, error TEXT, headers TEXT, "
    "body TEXT, tls TEXT)), settled AS (UPDATE deliveries d SET state = w.state, next_at = w.next_at, finished_at = "
    "w.finished_at, owner = NULL, lease_until = NULL, unanswered = 0 FROM wanted w WHERE d.row = w.row AND d.row = "
    "ANY (ARRAY(SELECT row FROM wanted)) AND (d.epoch = w.epoch AND d.owner = :node AND d.attempt = w.number) IS "
    "TRUE RETURNING w.place), noted AS (INSERT INTO attempts (delivery_row, number, epoch, started_at, duration_ms, "
    "url, address, hops, status_code, failed_by, final, error, response_headers, response_body, tls) SELECT w.row, "
    "w.number, w.epoch, w.started_at, w.duration, w.url, w.address, w.hops, w.status_code, w.failed_by, w.final, "
    "w.error, w.headers, w.body, w.tls FROM wanted w JOIN settled s ON s.place = w.place) SELECT place FROM settled";

json::value row_or_null(std::int64_t row) { return row == 0 ? json::value(nullptr) : json::value(row); }

/// Two entries of one batch that are the same must be settled one after the other.
using entry_key = std::tuple<std::int64_t, std::string_view, std::string_view>;

bool is_ordinary(const record_entry& command, bool clock_is_sound) {
  return command.entry.status == entry_status::booked && !command.other_feed_possible &&
         !command.goes_by_virtual_account() && (!command.link || clock_is_sound);
}

bool names_link(const record_entry& command) { return command.link && command.entry.type == transfer_type::credit; }

json::object outcome_row(std::size_t place, const record_attempt& command, const delivery::life& life, timestamp now) {
  const auto& made = command.made;
  const auto next_at = delivery::next_attempt_at(life);
  return {{"place", place},
          {"row", command.row},
          {"epoch", command.epoch},
          {"number", made.number},
          {"state", stored_state(life)},
          {"next_at", next_at ? json::value(to_millis(*next_at)) : json::value(nullptr)},
          {"finished_at", delivery::has_ended(life) ? json::value(to_millis(now)) : json::value(nullptr)},
          {"started_at", to_millis(made.started_at)},
          {"duration", made.duration.count()},
          {"url", storable_text(made.url)},
          {"address", storable_text(made.address)},
          {"hops", to_json(made.hops)},
          {"status_code", made.status_code},
          {"failed_by", static_cast<int>(made.failed_by)},
          {"final", static_cast<int>(made.final)},
          {"error", storable_text(made.error, attempt_error_bytes_max)},
          {"headers", to_json(made.response_headers)},
          {"body", storable_text(made.response_body, response_body_bytes_max)},
          {"tls", storable_text(made.tls)}};
}

} // namespace

bulk_writes::bulk_writes(soci::session& session, const store_context& context, batch_claims& claims,
                         transaction_writes& notes, endpoint_watch& endpoints)
    : context_{context}, claims_{claims}, notes_{notes}, endpoints_{endpoints}, look_up_{session, look_up_sql()},
      record_{session, record_sql}, settle_{session, settle_sql} {}

void bulk_writes::run(std::span<const write_command> batch, timestamp now, bool clock_is_sound, replies& given) {
  std::vector<credit> credits;
  std::vector<outcome> outcomes;
  std::set<entry_key> seen_entries;
  std::set<std::pair<std::int64_t, std::int64_t>> seen_claims;
  for (std::size_t place = 0; place < batch.size(); ++place) {
    if (const auto* entry = std::get_if<record_entry>(&batch[place])) {
      if (is_ordinary(*entry, clock_is_sound) &&
          seen_entries.emplace(entry->account_row, entry->feed, entry->entry.bank_reference).second)
        credits.push_back({.place = place, .command = entry});
    } else if (const auto* attempt = std::get_if<record_attempt>(&batch[place])) {
      if (seen_claims.emplace(attempt->row, attempt->epoch).second)
        outcomes.push_back({.place = place, .command = attempt});
    }
  }
  if (!credits.empty()) record_credits(std::move(credits), now, given);
  if (!outcomes.empty()) record_attempts(std::move(outcomes), now, given);
}

void bulk_writes::record_credits(std::vector<credit> credits, timestamp now, replies& given) {
  classify(credits, now);
  if (!credits.empty()) store(credits, now, given);
}

void bulk_writes::classify(std::vector<credit>& credits, timestamp now) {
  json::array wanted;
  for (std::size_t i = 0; i < credits.size(); ++i) {
    const auto& command = *credits[i].command;
    hold(!command.ambiguous || !command.link, "an ambiguous credit names no link");
    wanted.push_back(json::object{
        {"place", i},
        {"account", command.account_row},
        {"source", command.entry.bank_reference},
        {"feed", command.feed},
        {"reference", names_link(command) ? json::value(stored_reference(*command.link)) : json::value(nullptr)}});
  }
  std::vector<bool> is_known(credits.size());
  std::unordered_map<std::int64_t, bool> completed;
  PAYLINK_FAILPOINT(before_bulk_look_up);
  look_up_.each(
      [&](const looked_up& found) {
        const auto place = static_cast<std::size_t>(found.place.value);
        is_known[place] = !found.known.is_null();
        if (!is_known[place] && names_link(*credits[place].command))
          decide(credits[place], found.truth, now, completed);
      },
      json::serialize(wanted));
  PAYLINK_FAILPOINT(after_bulk_look_up);
  std::size_t place = 0;
  std::erase_if(credits, [&](const credit&) { return is_known[place++]; });
}

void bulk_writes::decide(credit& one, const link_truth& truth, timestamp now,
                         std::unordered_map<std::int64_t, bool>& completed) {
  const auto& command = *one.command;
  if (!truth.is_of(command)) return;
  one.link_row = truth.row.value;
  auto& is_completed = completed[one.link_row];
  one.classified = is_completed ? classification::duplicate : truth.classify(command.entry, now);
  if (is_news_for_payers(*one.classified)) one.public_id = truth.public_id.value;
  if (!completes(*one.classified)) return;
  is_completed = true;
  one.event = truth.make_event(command, context_, claims_, now);
  one.key_id = truth.key_id.value;
}

void bulk_writes::store(std::vector<credit>& credits, timestamp now, replies& given) {
  json::array wanted;
  timestamp lease_until = now;
  for (std::size_t i = 0; i < credits.size(); ++i) {
    const auto& one = credits[i];
    const auto& command = *one.command;
    const auto& entry = command.entry;
    json::object row{{"place", i},
                     {"id", command.new_transaction.text()},
                     {"workspace", command.workspace.text()},
                     {"owner", command.owner.text()},
                     {"account", command.account_row},
                     {"virtual_account", row_or_null(command.virtual_account_row)},
                     {"feed", command.feed},
                     {"source", entry.bank_reference},
                     {"amount", entry.amount.dong},
                     {"type", static_cast<int>(entry.type)},
                     {"content", entry.content},
                     {"occurred_at", to_millis(entry.occurred_at)},
                     {"ambiguous", static_cast<int>(command.ambiguous)},
                     {"made_at", to_millis(command.new_transaction.made_at())}};
    if (one.classified) {
      row["classification"] = static_cast<int>(*one.classified);
      row["link"] = one.link_row;
    }
    if (one.event) {
      const auto& event = *one.event;
      lease_until = event.lease_until;
      row["event"] = event.event_id;
      row["destination"] = destination_of(event.url);
      row["body"] = event.body;
      row["signed_at"] = event.signed_at;
      row["signature"] = event.signature;
      row["key_id"] = one.key_id;
      row["agent"] = event.agent;
      row["brand"] = event.brand;
      row["claim"] = event.attempt;
    }
    wanted.push_back(std::move(row));
  }
  std::vector<std::pair<const record_entry*, std::int64_t>> without_link;
  PAYLINK_FAILPOINT(before_bulk_credits);
  record_.each(
      [&](const auto& columns) {
        const auto& [place, transaction_row, completed_link, delivery_row] = columns.fields;
        auto& one = credits[static_cast<std::size_t>(place.value)];
        // Another node has recorded the entry since it was looked up: the whole batch sees it the next time.
        if (transaction_row.is_null()) throw write_conflict{};
        if (one.link_row == 0) without_link.emplace_back(one.command, transaction_row.value);
        recorded_entry reply;
        reply.transaction = one.command->new_transaction;
        reply.classified = one.classified;
        reply.public_id = std::move(one.public_id);
        if (one.event) {
          hold(!completed_link.is_null(), "a completing credit finds its link pending");
          hold(!delivery_row.is_null(), "an event is stored with its link's completion");
          reply.event_recorded = true;
          one.event->row = delivery_row.value;
          if (one.event->attempt != 0)
            reply.job = std::move(one.event);
          else
            reply.in_line = line_of(*one.event);
        }
        given[one.place] = write_reply{std::move(reply)};
      },
      to_millis(now), to_millis(lease_until), context_.node, vietnam_month(now), json::serialize(wanted));
  PAYLINK_FAILPOINT(after_bulk_credits);
  // Few texts look like a reference and name none: only these cost a statement each.
  for (const auto& [command, transaction_row] : without_link) notes_.note_near_miss(*command, transaction_row);
}

void bulk_writes::record_attempts(std::vector<outcome> outcomes, timestamp now, replies& given) {
  json::array wanted;
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    auto& one = outcomes[i];
    one.life = life_after(*one.command, context_.retries, now);
    wanted.push_back(outcome_row(i, *one.command, one.life, now));
  }
  PAYLINK_FAILPOINT(before_bulk_outcomes);
  settle_.each(
      [&](const auto& columns) {
        const auto& one = outcomes[static_cast<std::size_t>(at<0>(columns).value)];
        given[one.place] = write_reply{recorded_attempt{.life = one.life, .decided_at = now}};
        endpoints_.observe(*one.command, one.life);
      },
      json::serialize(wanted), context_.node);
  PAYLINK_FAILPOINT(after_bulk_outcomes);
}

} // namespace paylink
