#include "tests/simulation/world.hpp"

namespace paylink::simulation {

std::optional<milliseconds> world::next_due() const {
  if (agenda_.empty()) return std::nullopt;
  return agenda_.begin()->first;
}

std::size_t world::due() const {
  std::size_t count = 0;
  for (auto next = agenda_.begin(); next != agenda_.end() && next->first <= elapsed; ++next) ++count;
  return count;
}

void world::do_due(std::size_t which) {
  auto next = agenda_.begin();
  std::advance(next, static_cast<std::ptrdiff_t>(which));
  const auto what = std::move(next->second);
  agenda_.erase(next);
  what();
}

bool world::strikes(fault kind, unsigned times_in_thousand) {
  if (calm || !planned.has(kind) || !dice.one_in_thousand(times_in_thousand)) return false;
  count(kind);
  return true;
}

void world::note(const std::string& what) {
  for (const char c : what) mix(static_cast<unsigned char>(c));
  if (keeps_trace_) trace_.push_back(std::to_string(elapsed.count()) + " ms #" + std::to_string(steps) + "  " + what);
}

void world::note_step(std::uint64_t node, std::uint64_t actor) {
  ++steps;
  mix(node << 48 ^ actor);
  mix(static_cast<std::uint64_t>(elapsed.count()));
}

void world::violate(const std::string& what) {
  if (!has_lost_rows) violate_anyway(what);
}

void world::violate_anyway(const std::string& what) {
  note("VIOLATED: " + what);
  if (!violation_) violation_ = what;
}

void world::mix(std::uint64_t value) { print_ = (print_ ^ value) * 1'099'511'628'211u; }

} // namespace paylink::simulation
