#pragma once
#include "domain/errors/errc.hpp"
#include "persistence/records/verb.hpp"

#include <optional>
#include <string>

/// The stores' records about chores: work that one node at a time does.
namespace paylink {

/// How far a chore has come.
struct chore_portion {
  bool is_done = true;    ///< For now; if false, the next portion follows at once.
  timestamp next_at{};    ///< Once done: when it is due again.
  std::string progress{}; ///< Given to the next portion.
};

struct claimed_chore {
  std::string name;                    ///< Empty: none is due that no other node does.
  std::optional<timestamp> next_due{}; ///< Then: when the next one is.
};

/// Takes a chore that is due. What a life has begun and left, any other can take a minute later.
struct claim_chore {
  using reply = claimed_chore;
};
result<claimed_chore> carry_out(writing& at, const claim_chore& command);

struct worked_on_chore {
  bool is_done = true; ///< For now: it is due again later.
};

/// Does a portion of a claimed chore. `conflict`: another life has it; `service_unavailable`.
struct work_on_chore {
  using reply = worked_on_chore;
  static constexpr bool needs_sound_clock = true;
  std::string name;
};
result<worked_on_chore> carry_out(writing& at, const work_on_chore& command);

using chore_verbs = verbs<claim_chore, work_on_chore>;

} // namespace paylink
