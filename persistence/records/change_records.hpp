#pragma once
#include "domain/changes/change.hpp"
#include "persistence/records/verb.hpp"

#include <cstdint>
#include <vector>

/// The stores' records about what nodes tell each other of changes, for people who look at a Workspace.
namespace paylink {

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
  std::vector<change> told;
};

using change_verbs = verbs<trade_hints>;

} // namespace paylink
