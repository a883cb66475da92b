#pragma once
#include "domain/errors/errc.hpp"
#include "persistence/records/verb.hpp"

#include <optional>
#include <string>

/// The stores' records about scheduled jobs: work that one node at a time does.
namespace paylink {

/// How far a scheduled job has come.
struct scheduled_job_portion {
  bool is_done = true;    ///< For now; if false, the next portion follows at once.
  timestamp next_at{};    ///< Once done: when it is due again.
  std::string progress{}; ///< Given to the next portion.
};

struct claimed_scheduled_job {
  std::string name;                    ///< Empty: none is due that no other node does.
  std::optional<timestamp> next_due{}; ///< Then: when the next one is.
};

/// Takes a scheduled job that is due. What an incarnation has begun and left, any other can take a minute later.
struct claim_scheduled_job {
  using reply = claimed_scheduled_job;
};
result<claimed_scheduled_job> carry_out(writing& at, const claim_scheduled_job& command);

struct worked_on_scheduled_job {
  bool is_done = true; ///< For now: it is due again later.
};

/// Does a portion of a claimed scheduled job. `conflict`: another incarnation has it; `service_unavailable`.
struct work_on_scheduled_job {
  using reply = worked_on_scheduled_job;
  static constexpr bool needs_sound_clock = true;
  std::string name;
};
result<worked_on_scheduled_job> carry_out(writing& at, const work_on_scheduled_job& command);

using scheduled_job_verbs = verbs<claim_scheduled_job, work_on_scheduled_job>;

} // namespace paylink
