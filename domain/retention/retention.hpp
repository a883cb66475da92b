#pragma once
#include "domain/values/time.hpp"

#include <algorithm>
#include <array>

namespace paylink {

/// How long something is kept.
enum class retention_age {
  bodies,     ///< As long as the setting `retention.bodies` says.
  deliveries, ///< As long as the setting `retention.deliveries` says.
  ever,
};

/// What is stored and may grow old.
enum class kept_thing {
  delivery_body,
  response_headers,
  response_body,
  attempt,
  callback_round,
  webhook_delivery,
  link_callback, ///< The row that says how the callback of a link has ended.
  payment_link,
  order,
  transaction,
  bank_entry, ///< What a bank has told; its id is what a repetition is known by.
  usage,
  statement,
  audit_log,
};

struct retention_row {
  kept_thing what;
  retention_age age;
};

/// What is kept how long, in the order of `kept_thing`. A link's callback stays as a row without its body: that there
/// is one row for each paid link is what keeps the link from raising a second event.
inline constexpr std::array retention_table{
    retention_row{kept_thing::delivery_body, retention_age::bodies},
    retention_row{kept_thing::response_headers, retention_age::bodies},
    retention_row{kept_thing::response_body, retention_age::bodies},
    retention_row{kept_thing::attempt, retention_age::deliveries},
    retention_row{kept_thing::callback_round, retention_age::deliveries},
    retention_row{kept_thing::webhook_delivery, retention_age::deliveries},
    retention_row{kept_thing::link_callback, retention_age::ever},
    retention_row{kept_thing::payment_link, retention_age::ever},
    retention_row{kept_thing::order, retention_age::ever},
    retention_row{kept_thing::transaction, retention_age::ever},
    retention_row{kept_thing::bank_entry, retention_age::ever},
    retention_row{kept_thing::usage, retention_age::ever},
    retention_row{kept_thing::statement, retention_age::ever},
    retention_row{kept_thing::audit_log, retention_age::ever},
};

constexpr retention_age age_of(kept_thing what) { return retention_table[static_cast<std::size_t>(what)].age; }

static_assert([] {
  for (std::size_t place = 0; place < retention_table.size(); ++place)
    if (static_cast<std::size_t>(retention_table[place].what) != place) return false;
  return retention_table.back().what == kept_thing::audit_log;
}());

/// The settings of a purge.
struct retention_policy {
  std::chrono::milliseconds bodies = std::chrono::days{90};
  std::chrono::milliseconds deliveries = std::chrono::days{400};
  bool report_only = false; ///< Counts what it would purge, and changes nothing.

  /// How often it is looked for what has grown old.
  std::chrono::milliseconds between_passes() const {
    return std::min<std::chrono::milliseconds>(std::chrono::days{1}, bodies / 10);
  }
  /// What had ended by then is old at `now`. Not for what is kept for ever.
  timestamp end_of(retention_age age, timestamp now) const {
    return now - (age == retention_age::bodies ? bodies : deliveries);
  }
};

/// What purges have left of a delivery; the numbers are those on disk.
enum class delivery_remains {
  all,
  no_bodies,
  no_attempts,         ///< Of a link's callback that was never acknowledged.
  acknowledged_before, ///< The same, but one of the attempts that are gone was acknowledged.
};

/// A delivery, as a purge looks at it.
struct aging_delivery {
  timestamp created_at;
  std::optional<timestamp> finished_at{}; ///< None: it is still being sent.
  delivery_remains remains = delivery_remains::all;
};

/// What a purge does with a delivery that it comes to in the order of their rows.
enum class purge_step {
  take,  ///< It is old.
  pass,  ///< It is done with.
  later, ///< It was recorded long ago, but has not ended, or ended later: it is noted, for its own time.
  stop,  ///< It is young, and so are those behind it.
};

/// Judges a delivery by what is purged: `bodies`, or `deliveries` with all that belongs to them.
purge_step judge_age(const aging_delivery& one, retention_age purged, const retention_policy& policy, timestamp now);

} // namespace paylink
