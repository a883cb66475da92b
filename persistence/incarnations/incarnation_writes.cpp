#include "failpoints/failpoint.hpp"
#include "logging/log.hpp"
#include "persistence/context/writing.hpp"
#include "persistence/deliveries/lost_claims.hpp"
#include "persistence/incarnations/own_incarnation.hpp"
#include "persistence/incarnations/settings_watch.hpp"
#include "persistence/sql/invariant.hpp"
#include "persistence/sql/storable_text.hpp"

#include <algorithm>

namespace paylink {
namespace {

/// How long the row of an incarnation that has ended is kept, for people to look at.
constexpr std::chrono::hours ended_kept{24};
/// How long a node that has stopped is expected back: it may find in order what this one finds wrong.
constexpr std::chrono::minutes company_kept{10};

const sql_statement<void(sql_text, sql_text, sql_text, sql_text, sql_number, sql_number, sql_number, sql_text)>
    begin_incarnation_sql{"INSERT INTO nodes (incarnation, name, address, version, state, started_at, seen_at, "
                          "settings) VALUES (:incarnation, :name, "
                          ":address, :version, :state, :started_at, :seen_at, :settings) ON CONFLICT (incarnation) DO "
                          "UPDATE SET seen_at = "
                          "excluded.seen_at WHERE nodes.state < 2"};

const sql_statement<void(sql_number, sql_number, sql_text)> beat_sql{
    "UPDATE nodes SET seen_at = :now, state = :state WHERE incarnation = :incarnation AND state < 2"};

const sql_statement<void(sql_text)> end_incarnations_sql{[](dialect spoken) {
  return "UPDATE nodes SET state = 2 WHERE incarnation" + std::string{is_among_texts(spoken)};
}};

const sql_statement<void(sql_text)> end_other_incarnations_sql{
    "UPDATE nodes SET state = 2 WHERE state < 2 AND incarnation <> :incarnation"};

// If the row is locked, its incarnation is writing a heartbeat right now.
const sql_statement<sql_row<sql_text>(sql_number)> end_silent_incarnations_sql{[](dialect spoken) {
  const std::string silent = "SELECT incarnation FROM nodes WHERE state < 2 AND seen_at < :limit ORDER BY incarnation" +
                             std::string{pick_rows(spoken)};
  return "UPDATE nodes SET state = 2 WHERE incarnation " +
         choose(spoken, "IN (" + silent + ")", "= ANY (ARRAY(" + silent + "))") + " RETURNING incarnation";
}};

const sql_statement<void(sql_number)> forget_incarnations_sql{"DELETE FROM nodes WHERE state = 2 AND seen_at < :limit"};

const sql_statement<sql_row<sql_number, sql_number>(sql_number)> count_incarnations_sql{
    "SELECT COUNT(*), COUNT(DISTINCT settings) FROM nodes WHERE state < 2 AND seen_at >= :limit"};

const sql_statement<sql_row<sql_text>(sql_text, sql_number)> find_other_incarnation_sql{
    "SELECT incarnation FROM nodes WHERE name <> :name AND seen_at >= :since LIMIT 1"};

const sql_statement<sql_row<sql_text>(sql_number, sql_text)> listened_elsewhere_sql{
    "SELECT DISTINCT workspace_id FROM change_listeners WHERE expires_at >= :now AND incarnation <> :incarnation"};

const sql_statement<sql_row<sql_number, sql_number, sql_number>()> find_epoch_of_events_sql{
    "SELECT e.epoch, e.is_copy, COALESCE((SELECT MAX(p.row) FROM event_positions p WHERE p.row > e.cleared_to), "
    "e.cleared_to) FROM event_epoch e WHERE e.row = 1"};

const sql_statement<void(sql_number, sql_number)> begin_epoch_of_events_sql{
    "UPDATE event_epoch SET epoch = :next, is_copy = 0 WHERE row = 1 AND epoch = :seen"};

const sql_statement<void()> mark_copy_sql{"UPDATE event_epoch SET is_copy = 1 WHERE row = 1"};

bool write_incarnation(writing& at, const keep_alive& command) {
  return at.db[begin_incarnation_sql].run(at.incarnation.id(), at.context.node, at.context.address, at.context.version,
                                          static_cast<std::int64_t>(command.phase), to_millis(at.when.now),
                                          to_millis(at.when.now), to_json(at.context.settings)) == 1;
}

/// How many nodes live, including this one.
std::int64_t look_around(writing& at) {
  const auto limit = at.when.now - silence_max;
  auto& count = at.db[count_incarnations_sql];
  if (!count.first(to_millis(limit))) return 1;
  const auto living = count.column<0>().value;
  const bool differ = count.column<1>().value > 1;
  at.incarnation.note_company(living > 1, living > 1 || at.db[find_other_incarnation_sql].first(
                                                            at.context.node, to_millis(at.when.now - company_kept)));
  at.settings.look(differ, limit);
  return living;
}

void forget_ended(writing& at) { at.db[forget_incarnations_sql].run(to_millis(at.when.now - ended_kept)); }

// Claims of earlier incarnations are released before this one claims anything.
void begin_incarnation(writing& at, const keep_alive& command) {
  if (!write_incarnation(at, command)) {
    // Its row was written by a transaction with an unknown outcome, and others have ended it since.
    at.incarnation.renew();
    write_incarnation(at, command);
  }
  PAYLINK_FAILPOINT(after_incarnation_row);
  if (at.is_shared) {
    const auto over = at.incarnation.over();
    if (!over.empty()) {
      at.db[end_incarnations_sql].run(to_json(over));
      at.lost.take_back(over, at.when.now);
    }
  } else {
    at.db[end_other_incarnations_sql].run(at.incarnation.id());
    at.lost.take_back_all_but(at.incarnation.id(), at.when.now);
  }
  forget_ended(at);
}

void end_incarnation(writing& at) {
  const std::vector<std::string> own{at.incarnation.id()};
  at.lost.take_back(own, at.when.now);
  at.db[end_incarnations_sql].run(to_json(own));
}

/// Declares the silent incarnations dead.
void judge_incarnations(writing& at) {
  std::vector<std::string> silent;
  at.db[end_silent_incarnations_sql].each([&](const auto& columns) { silent.push_back(column_at<0>(columns).value); },
                                          to_millis(at.when.now - silence_max));
  if (silent.empty()) return;
  for (const auto& incarnation : silent) log::warning("cluster.node_silent", {{"incarnation", incarnation}});
  at.lost.take_back(silent, at.when.now);
  forget_ended(at);
}

/// How far the order of events has come; begins a new epoch on a database that was restored.
/// Positions that were given may be given again, to other events.
event_mark check_epoch(writing& at, const event_mark& known) {
  auto& stored = at.db[find_epoch_of_events_sql];
  ensure(stored.first(), "the order of events has an epoch");
  const auto [epoch, copied, last_row] = stored.out().fields;
  const event_mark found{epoch.value, last_row.value};
  const bool is_copy = copied.value != 0;
  // Of an older epoch than the database's, the folder knows nothing: another node has begun it, or a person.
  const bool is_older = known.epoch > found.epoch || (known.epoch == found.epoch && known.last_row > found.last_row);
  if (!is_copy && !is_older) return found;
  const auto next = std::max({found.epoch + 1, known.epoch + 1, to_millis(at.when.now)});
  // Otherwise another node has begun one.
  if (at.db[begin_epoch_of_events_sql].run(next, found.epoch) != 1) throw write_conflict{};
  log::warning("events.epoch_begun", {{"epoch", next}, {"reason", is_copy ? "restored" : "older database"}});
  return {next, found.last_row};
}

} // namespace

result<incarnation_report> carry_out(writing& at, const keep_alive& command) {
  incarnation_report report{.is_shared = at.is_shared};
  if (command.phase == incarnation_phase::ended) {
    end_incarnation(at);
    return report;
  }
  const bool has_begun = at.incarnation.has_begun();
  report.events = check_epoch(at, at.context.incarnations ? at.context.incarnations->known_events() : event_mark{});
  // Alone at its database, an incarnation needs no heartbeat, and an idle service does not use the disk.
  if (has_begun && !at.is_shared && command.phase == incarnation_phase::serving) return report;
  if (!has_begun) {
    begin_incarnation(at, command);
    report.is_new = true;
  } else if (at.db[beat_sql].run(to_millis(at.when.now), static_cast<std::int64_t>(command.phase),
                                 at.incarnation.id()) == 0) {
    log::warning("cluster.declared_dead", {{"incarnation", at.incarnation.id()}, {"node", at.context.node}});
    at.incarnation.renew();
    begin_incarnation(at, command);
    report.is_new = true;
  }
  at.incarnation.show(at.when.now, at.context.clock.uptime());
  if (at.is_shared && at.incarnation.may_judge()) judge_incarnations(at);
  if (at.is_shared) report.living = look_around(at);
  if (report.living > 1)
    at.db[listened_elsewhere_sql].each(
        [&](const auto& columns) { report.listened.push_back(workspace_id::from_store(column_at<0>(columns).view())); },
        to_millis(at.when.now), at.incarnation.id());
  return report;
}

result<no_reply> carry_out(writing& at, const check_events& command) {
  check_epoch(at, command.known);
  return no_reply{};
}

result<no_reply> carry_out(writing& at, const mark_restored&) {
  at.db[mark_copy_sql].run();
  return no_reply{};
}

} // namespace paylink
