#pragma once
#include "actors/interfaces.hpp"
#include "domain/health/readiness.hpp"

#include <functional>
#include <memory>

namespace paylink {

/// Turns a call into its answer or a command; runs on the reader's thread. Must not throw.
using call_preparer = std::function<handled(http_call&, read_store&)>;

/// Where a reader reports that it is busy, so that others notice if it stalls.
struct reader_place {
  const wall_clock& clock;
  readiness* state = nullptr; ///< Null: not reported.
  std::size_t number = 0;
  std::chrono::milliseconds time_max = readiness::read_time_max;
};

/// One reading connection.
/// Owns:       a read-only connection.
/// Receives:   serve_call, locate_account, match_credits, prepare_portion, check_watchers, load_workspace.
/// Sends to:   HTTP FRONTEND (what checked calls need); otherwise only the requester.
/// Guarantees: a failing query answers its caller and leaves the actor alive.
struct reader_state {
  reader_state(reader_actor::pointer owner) : self{owner} {}
  static inline const char* name = "reader";

  located_account locate(const locate_account& wanted);
  matched_credits match(const match_credits& wanted);
  portion_prepared prepare(const prepare_portion& wanted, timestamp now);
  watchers_checked check(const check_watchers& wanted, timestamp now);
  loaded_workspace load(workspace_id id);
  void serve(const serve_call& wanted, const call_preparer& prepare, const wall_clock& clock);

  reader_actor::pointer self;
  std::unique_ptr<read_store> rows;
};

reader_actor::behavior_type reader_behavior(reader_actor::stateful_pointer<reader_state> self,
                                            const std::function<std::unique_ptr<read_store>()>& open,
                                            const call_preparer& prepare, reader_place place);

} // namespace paylink
