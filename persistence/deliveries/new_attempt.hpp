#pragma once
#include "domain/deliveries/delivery.hpp"
#include "persistence/sql/column_table.hpp"
#include "persistence/sql/storable_text.hpp"

namespace paylink {

inline constexpr std::size_t response_body_bytes_max = 4096;
inline constexpr std::size_t attempt_error_bytes_max = 1024;

/// An attempt whose outcome is to be recorded.
struct new_attempt {
  std::int64_t delivery_row = 0;
  std::int64_t epoch = 0; ///< Of the claim that tells the outcome; 0: the store notes that it was lost.
  const attempt& made;
  bool is_unconfirmed = false; ///< Its verdict needs a second look.
};

/// As in the column `final`.
enum class stored_finality : std::int64_t { none, final, unconfirmed };
inline stored_finality finality_of(const new_attempt& one) {
  if (one.is_unconfirmed) return stored_finality::unconfirmed;
  return one.made.final ? stored_finality::final : stored_finality::none;
}

inline constexpr auto attempt_columns = columns_of<new_attempt>(
    new_column{"delivery_row", [](const new_attempt& one) { return one.delivery_row; }},
    new_column{"number", [](const new_attempt& one) { return std::int64_t{one.made.number}; }},
    new_column{"epoch", [](const new_attempt& one) { return one.epoch; }},
    new_column{"started_at", [](const new_attempt& one) { return to_millis(one.made.started_at); }},
    new_column{"duration_ms", [](const new_attempt& one) { return std::int64_t{one.made.duration.count()}; }},
    new_column{"url", [](const new_attempt& one) { return storable_text(one.made.url); }},
    new_column{"address", [](const new_attempt& one) { return storable_text(one.made.address); }},
    new_column{"hops", [](const new_attempt& one) { return to_json(one.made.hops); }},
    new_column{"status_code", [](const new_attempt& one) { return std::int64_t{one.made.status_code}; }},
    new_column{"failed_by", [](const new_attempt& one) { return static_cast<std::int64_t>(one.made.failed_by); }},
    new_column{"final", [](const new_attempt& one) { return static_cast<std::int64_t>(finality_of(one)); }},
    new_column{"error", [](const new_attempt& one) { return storable_text(one.made.error, attempt_error_bytes_max); }},
    new_column{"response_headers", [](const new_attempt& one) { return to_json(one.made.response_headers); }},
    new_column{"response_body",
               [](const new_attempt& one) { return storable_text(one.made.response_body, response_body_bytes_max); }},
    new_column{"tls", [](const new_attempt& one) { return storable_text(one.made.tls); }});
static_assert(attempt_columns.has_each_once());

} // namespace paylink
