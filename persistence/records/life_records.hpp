#pragma once
#include "persistence/records/verb.hpp"

#include <cstdint>

namespace paylink {

enum class life_phase : std::uint8_t { serving, draining, ended };

struct life_report {
  bool is_new = false;     ///< A life has begun; what the one before had claimed is its no more.
  bool is_shared = false;  ///< Other nodes can be at the database, and judge.
  std::int64_t living = 1; ///< Nodes, this one among them.
};

/// Shows that this node's life goes on: every two seconds. The first begins it, and gives back what lives of this node
/// that are over had claimed; a life that others have declared dead is followed by a new one. Takes back what lives
/// have claimed that have not shown themselves for 15 seconds, once this one has for as long. An attempt without
/// outcome counts as made: it is due at once; the second in a row waits as after a network error; after the last number
/// the delivery has failed. `ended` is the last sign of life.
struct keep_alive {
  using reply = life_report;
  life_phase phase = life_phase::serving;
};

using life_verbs = verbs<keep_alive>;

} // namespace paylink
