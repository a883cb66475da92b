#include "persistence/lives/life_writes.hpp"

#include "failpoints/failpoint.hpp"
#include "logging/log.hpp"
#include "persistence/sql/invariant.hpp"
#include "persistence/sql/storable_text.hpp"

#include <algorithm>

namespace paylink {
namespace {

/// How long the row of a life that has ended is kept, for people to look at.
constexpr std::chrono::hours ended_kept{24};
/// How long a node that has stopped is expected back: it may find in order what this one finds wrong.
constexpr std::chrono::minutes company_kept{10};

std::string end_lives_sql(dialect spoken) {
  return "UPDATE nodes SET state = 2 WHERE life" + std::string{is_among_texts(spoken)};
}

// If the row is locked, its life is writing a heartbeat right now.
std::string end_silent_sql(dialect spoken) {
  const std::string silent =
      "SELECT life FROM nodes WHERE state < 2 AND seen_at < :limit ORDER BY life" + std::string{pick_rows(spoken)};
  return "UPDATE nodes SET state = 2 WHERE life " +
         (spoken == dialect::postgresql ? "= ANY (ARRAY(" + silent + "))" : "IN (" + silent + ")") + " RETURNING life";
}

} // namespace

life_writes::life_writes(soci::session& session, dialect spoken, const store_context& context, own_life& life,
                         lost_claims& claims, bool is_shared)
    : context_{context}, life_{life}, claims_{claims}, is_shared_{is_shared}, settings_{session, context},
      begin_{session, "INSERT INTO nodes (life, name, address, version, state, started_at, seen_at, settings) VALUES "
                      "(:life, :name, :address, :version, :state, :started_at, :seen_at, :settings) ON CONFLICT (life) "
                      "DO UPDATE SET "
                      "seen_at = excluded.seen_at WHERE nodes.state < 2"},
      beat_{session, "UPDATE nodes SET seen_at = :now, state = :state WHERE life = :life AND state < 2"},
      end_{session, end_lives_sql(spoken)},
      end_others_{session, "UPDATE nodes SET state = 2 WHERE state < 2 AND life <> :life"},
      end_silent_{session, end_silent_sql(spoken)},
      forget_{session, "DELETE FROM nodes WHERE state = 2 AND seen_at < :limit"},
      count_{session, "SELECT COUNT(*), COUNT(DISTINCT settings) FROM nodes WHERE state < 2 AND seen_at >= :limit"},
      others_{session, "SELECT life FROM nodes WHERE name <> :name AND seen_at >= :since LIMIT 1"},
      listened_{session, "SELECT DISTINCT workspace_id FROM change_listeners WHERE expires_at >= :now AND life <> "
                         ":life"},
      find_epoch_{session,
                  "SELECT e.epoch, e.is_copy, COALESCE((SELECT MAX(p.row) FROM event_positions p WHERE p.row > "
                  "e.cleared_to), e.cleared_to) FROM event_epoch e WHERE e.row = 1"},
      begin_epoch_{session, "UPDATE event_epoch SET epoch = :next, is_copy = 0 WHERE row = 1 AND epoch = :seen"},
      mark_copy_{session, "UPDATE event_epoch SET is_copy = 1 WHERE row = 1"} {}

result<life_report> life_writes::carry_out(const keep_alive& command, const moment& when) {
  life_report report{.is_shared = is_shared_};
  if (command.phase == life_phase::ended) {
    end(when.now);
    return report;
  }
  const bool has_begun = life_.has_begun();
  report.events = check_epoch(context_.lives ? context_.lives->known_events() : event_mark{}, when.now);
  // Alone at its database, a life needs no heartbeat, and an idle service does not use the disk.
  if (has_begun && !is_shared_ && command.phase == life_phase::serving) return report;
  if (!has_begun) {
    begin(command, when.now);
    report.is_new = true;
  } else if (beat_.run(to_millis(when.now), static_cast<std::int64_t>(command.phase), life_.id()) == 0) {
    log::warning("cluster.declared_dead", {{"life", life_.id()}, {"node", context_.node}});
    life_.renew();
    begin(command, when.now);
    report.is_new = true;
  }
  life_.show(when.now, context_.clock.uptime());
  if (is_shared_ && life_.may_judge()) judge(when.now);
  if (is_shared_) report.living = look_around(when.now);
  if (report.living > 1)
    listened_.each(
        [&](const auto& columns) { report.listened.push_back(workspace_id::from_store(column_at<0>(columns).view())); },
        to_millis(when.now), life_.id());
  return report;
}

bool life_writes::write_row(const keep_alive& command, timestamp now) {
  return begin_.run(life_.id(), context_.node, context_.address, context_.version,
                    static_cast<std::int64_t>(command.phase), to_millis(now), to_millis(now),
                    to_json(context_.settings)) == 1;
}

std::int64_t life_writes::look_around(timestamp now) {
  const auto limit = now - silence_max;
  if (!count_.first(to_millis(limit))) return 1;
  const auto living = count_.column<0>().value;
  const bool differ = count_.column<1>().value > 1;
  life_.note_company(living > 1, living > 1 || others_.first(context_.node, to_millis(now - company_kept)));
  settings_.look(differ, limit);
  return living;
}

// Claims of earlier lives are released before this one claims anything.
void life_writes::begin(const keep_alive& command, timestamp now) {
  if (!write_row(command, now)) {
    // Its row was written by a transaction with an unknown outcome, and others have ended it since.
    life_.renew();
    write_row(command, now);
  }
  PAYLINK_FAILPOINT(after_life_row);
  if (is_shared_) {
    const auto over = life_.over();
    if (!over.empty()) {
      end_.run(to_json(over));
      claims_.take_back(over, now);
    }
  } else {
    end_others_.run(life_.id());
    claims_.take_back_all_but(life_.id(), now);
  }
  forget_.run(to_millis(now - ended_kept));
}

// Positions that were given may be given again, to other events.
event_mark life_writes::check_epoch(const event_mark& known, timestamp now) {
  ensure(find_epoch_.first(), "the order of events has an epoch");
  const auto [epoch, copied, last_row] = find_epoch_.out().fields;
  const event_mark found{epoch.value, last_row.value};
  const bool is_copy = copied.value != 0;
  // Of an older epoch than the database's, the folder knows nothing: another node has begun it, or a person.
  const bool is_older = known.epoch > found.epoch || (known.epoch == found.epoch && known.last_row > found.last_row);
  if (!is_copy && !is_older) return found;
  const auto next = std::max({found.epoch + 1, known.epoch + 1, to_millis(now)});
  // Otherwise another node has begun one.
  if (begin_epoch_.run(next, found.epoch) != 1) throw write_conflict{};
  log::warning("events.epoch_begun", {{"epoch", next}, {"reason", is_copy ? "restored" : "older database"}});
  return {next, found.last_row};
}

result<no_reply> life_writes::carry_out(const check_events& command, const moment& when) {
  check_epoch(command.known, when.now);
  return no_reply{};
}

result<no_reply> life_writes::carry_out(const mark_restored&, const moment&) {
  mark_copy_.run();
  return no_reply{};
}

void life_writes::end(timestamp now) {
  const std::vector<std::string> own{life_.id()};
  claims_.take_back(own, now);
  end_.run(to_json(own));
}

void life_writes::judge(timestamp now) {
  std::vector<std::string> silent;
  end_silent_.each([&](const auto& columns) { silent.push_back(column_at<0>(columns).value); },
                   to_millis(now - silence_max));
  if (silent.empty()) return;
  for (const auto& life : silent) log::warning("cluster.node_silent", {{"life", life}});
  claims_.take_back(silent, now);
  forget_.run(to_millis(now - ended_kept));
}

} // namespace paylink
