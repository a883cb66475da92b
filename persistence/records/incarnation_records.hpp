#pragma once
#include "domain/changes/change.hpp"
#include "domain/errors/errc.hpp"
#include "persistence/records/verb.hpp"

#include <cstdint>
#include <vector>

namespace paylink {

enum class incarnation_phase : std::uint8_t { serving, draining, ended };

/// How far the order of events has come.
struct event_mark {
  std::int64_t epoch = 0;    ///< 0: nothing is known.
  std::int64_t last_row = 0; ///< Of the positions that were given.
  bool operator==(const event_mark&) const = default;
};

struct incarnation_report {
  bool is_new = false;     ///< An incarnation has begun; the previous incarnation's claims are no longer valid.
  bool is_shared = false;  ///< Other nodes may use the database, and declare incarnations dead.
  std::int64_t living = 1; ///< Nodes, including this one.
  std::vector<workspace_id> listened{}; ///< Workspaces that people look at through other nodes.
  event_mark events{};                  ///< For the node's folder to keep.
};

/// The heartbeat of this node's incarnation, every two seconds. The first one begins the incarnation, and releases the
/// claims of this node's earlier incarnations; if others have declared the incarnation dead, a new one begins. Takes
/// back the claims of incarnations without a heartbeat for 15 seconds, once this one has had its own for as long. An
/// attempt without outcome counts as made: the next is due at once; the second in a row waits as after a network error;
/// after the last number the delivery has failed. `ended` is the last heartbeat.
struct keep_alive {
  using reply = incarnation_report;
  incarnation_phase phase = incarnation_phase::serving;
};
result<incarnation_report> carry_out(writing& at, const keep_alive& command);

/// A hint of another node.
struct heard_hint {
  std::int64_t row = 0;
  change about;
};

struct traded_hints {
  std::vector<heard_hint> heard; ///< All of the last seconds, so one may be in several replies.
};

/// Shows which Workspaces are looked at through this node, tells the other nodes what has changed in those that are
/// looked at through them, and hears the same from them. None of it outlives a few seconds.
struct trade_hints {
  using reply = traded_hints;
  static constexpr bool is_apart = true;
  std::vector<workspace_id> listened;
  std::vector<change> reported;
};
result<traded_hints> carry_out(writing& at, const trade_hints& command);

/// Begins a new epoch of events if the database has not come as far as the node's folder knows, or was restored: before
/// anybody is answered by it.
struct check_events {
  using reply = no_reply;
  event_mark known;
};
result<no_reply> carry_out(writing& at, const check_events& command);

/// The database was restored: the next incarnation begins a new epoch of events.
struct mark_restored {
  using reply = no_reply;
};
result<no_reply> carry_out(writing& at, const mark_restored& command);

using incarnation_verbs = verbs<keep_alive, trade_hints, check_events, mark_restored>;

} // namespace paylink
