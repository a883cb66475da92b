#pragma once
#include "persistence/deliveries/new_attempt.hpp"

namespace paylink {

/// An attempt of a batch, and what has become of its delivery.
struct new_outcome {
  std::size_t place = 0; ///< In the batch.
  new_attempt attempt;
  std::string_view event_id; ///< Of the delivery.
  std::int64_t state = 0;
  std::optional<std::int64_t> next_at{}, finished_at{}; ///< Milliseconds.
  const early_verdict* verdict = nullptr;               ///< What the next attempt is compared with.

  operator const new_attempt&() const { return attempt; }
};

inline constexpr auto outcome_columns = attempt_columns.within<new_outcome>(
    new_column{"place", [](const new_outcome& one) { return static_cast<std::int64_t>(one.place); }},
    new_column{"event_id", [](const new_outcome& one) { return one.event_id; }},
    new_column{"state", [](const new_outcome& one) { return one.state; }},
    new_column{"next_at", [](const new_outcome& one) { return one.next_at; }},
    new_column{"finished_at", [](const new_outcome& one) { return one.finished_at; }},
    new_column{"verdict_class",
               [](const new_outcome& one) {
                 return one.verdict ? std::optional{static_cast<std::int64_t>(one.verdict->found)} : null_number;
               }},
    new_column{"verdict_life",
               [](const new_outcome& one) {
                 return one.verdict ? std::optional<std::string_view>{one.verdict->node} : std::nullopt;
               }},
    new_column{"verdict_at", [](const new_outcome& one) {
                 return one.verdict ? std::optional{to_millis(one.verdict->at)} : null_number;
               }});
static_assert(outcome_columns.has_each_once());

} // namespace paylink
