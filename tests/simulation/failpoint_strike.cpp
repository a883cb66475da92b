#include "tests/simulation/failpoint_strike.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <soci/postgresql/soci-postgresql.h>
#include <soci/sqlite3/soci-sqlite3.h>
#include <stdexcept>

namespace paylink::simulation {
namespace {

using failpoints::place;

constexpr std::array<std::string_view, 5> blow_names{"kill", "full", "locked", "conflict", "lost"};

constexpr std::array<blow, 1> only_kill{blow::kill};
constexpr std::array<blow, 2> kill_or_full{blow::kill, blow::full};
constexpr std::array<blow, 2> kill_or_locked{blow::kill, blow::locked};
constexpr std::array<blow, 2> kill_or_lost{blow::kill, blow::lost};
constexpr std::array<blow, 3> kill_conflict_or_lost{blow::kill, blow::conflict, blow::lost};

// What one of the two databases alone comes to. On PostgreSQL a statement settles all outcomes of a batch, so that what
// is left for the verb has been stored before.
constexpr std::array of_sqlite_alone{place::before_checkpoint, place::after_checkpoint, place::between_counts,
                                     place::after_outcome_settled, place::after_attempt_row};
constexpr std::array of_postgresql_alone{
    place::before_reading_mark,  place::after_reading_mark, place::before_bulk_look_up, place::after_bulk_look_up,
    place::before_bulk_credits,  place::after_bulk_credits, place::after_bulk_pairs,    place::after_bulk_held,
    place::before_bulk_outcomes, place::after_bulk_outcomes};

// What the course does not come to: no bank has a connector in it.
constexpr std::array<std::string_view, 14> apart_from_course{
    "after_account_connected", "after_fetch_claimed",   "before_finish_connection", "after_finish_connection",
    "before_prove_account",    "after_prove_account",   "before_claim_fetch",       "after_claim_fetch",
    "before_note_fetch",       "after_note_fetch",      "before_fetch_soon",        "after_fetch_soon",
    "before_lapse_connection", "after_lapse_connection"};

// A file is opened and locked first, and is full when it is written to. Behind the commit it refuses nothing.
std::span<const blow> blows_on_file(place where) {
  switch (where) {
  case place::before_connect:
  case place::after_connect:
  case place::before_begin:
    return kill_or_locked;
  case place::after_commit:
    return only_kill;
  default:
    return kill_or_full;
  }
}

// Outside a transaction nothing is in its way.
std::span<const blow> blows_on_server(place where) {
  switch (where) {
  case place::before_connect:
  case place::after_connect:
  case place::before_begin:
  case place::after_commit:
  case place::before_rollback:
  case place::after_rollback:
  case place::before_reading_mark:
  case place::after_reading_mark:
    return kill_or_lost;
  default:
    return kill_conflict_or_lost;
  }
}

} // namespace

std::string_view name_of(blow kind) { return blow_names[static_cast<std::size_t>(kind)]; }

std::string strike::text() const {
  return std::string{place_name(where)} + ":" + std::string{name_of(how)} + ":" + std::to_string(hit);
}

strike strike_of(std::string_view text) {
  const auto refuse = [&] { return std::invalid_argument{"no place:action:hit: " + std::string{text}}; };
  const auto first = text.find(':'), second = text.rfind(':');
  if (first == second) throw refuse();
  strike read;
  const auto name = text.substr(0, first), action = text.substr(first + 1, second - first - 1),
             times = text.substr(second + 1);
  std::size_t number = 0;
  while (number < place_count && place_name(static_cast<place>(number)) != name) ++number;
  const auto how = std::ranges::find(blow_names, action);
  const auto [end, error] = std::from_chars(times.data(), times.data() + times.size(), read.hit);
  if (number == place_count || how == blow_names.end() || error != std::errc{} || end != times.data() + times.size() ||
      read.hit == 0)
    throw refuse();
  read.where = static_cast<place>(number);
  read.how = static_cast<blow>(how - blow_names.begin());
  return read;
}

std::span<const blow> blows_at(place where, dialect on) {
  const bool is_file = on == dialect::sqlite;
  if (std::ranges::count(apart_from_course, place_name(where)) > 0) return {};
  if (is_file ? std::ranges::count(of_postgresql_alone, where) > 0 : std::ranges::count(of_sqlite_alone, where) > 0)
    return {};
  if (!failpoints::is_of_store(where)) return only_kill;
  return is_file ? blows_on_file(where) : blows_on_server(where);
}

bool loses_answer(const strike& one) {
  return one.how == blow::lost && (one.where == place::before_commit || one.where == place::after_commit);
}

void throw_error(blow kind) {
  switch (kind) {
  case blow::full:
    throw soci::sqlite3_soci_error{"the simulated disk is full", SQLITE_FULL};
  case blow::locked:
    throw soci::sqlite3_soci_error{"the simulated file is locked", SQLITE_BUSY};
  case blow::conflict:
    throw soci::postgresql_soci_error{"the simulated transaction was in another's way", "40001"};
  case blow::lost:
    throw soci::postgresql_soci_error{"the simulated link is lost", "08006"};
  case blow::kill:
    break;
  }
  throw std::logic_error{"a kill is no error of the database"};
}

} // namespace paylink::simulation
