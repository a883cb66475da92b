#pragma once
#include "persistence/sql/dialect.hpp"
#include "tests/simulation/places.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace paylink::simulation {

/// What happens at a place.
enum class blow : std::uint8_t {
  kill,     ///< The process ends.
  full,     ///< The disk has no room (SQLite).
  locked,   ///< Somebody else holds the file (SQLite).
  conflict, ///< Another transaction was in the way (PostgreSQL).
  lost      ///< The link to the server breaks, and with it the answer to what was done (PostgreSQL).
};
std::string_view name_of(blow kind);

/// A blow at a place, the first time that a run comes there, the second, …
struct strike {
  failpoints::place where{};
  blow how{};
  std::uint64_t hit = 1;

  /// `after_commit:kill:3`.
  std::string text() const;
};

/// Reads what `text` writes. Throws std::invalid_argument with what it does not know.
strike strike_of(std::string_view text);

/// What can happen there on this database; nothing at a place that belongs to the other one.
std::span<const blow> blows_at(failpoints::place where, dialect on);

/// Whether the blow takes an answer with it of which nobody knows whether its work was done.
bool loses_answer(const strike& one);

/// Throws what the database would: anything but `kill`.
[[noreturn]] void throw_error(blow kind);

} // namespace paylink::simulation
