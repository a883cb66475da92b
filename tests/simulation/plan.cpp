#include "tests/simulation/plan.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <stdexcept>

namespace paylink::simulation {
namespace {

using namespace std::chrono_literals;

constexpr std::array<std::string_view, fault_count> names{
    "crash",         "power",    "stop",        "freeze",    "clock",    "conflict",   "lost_answer",
    "lost_link",     "full",     "locked",      "disk",      "read",     "receiver",   "repeats",
    "other_content", "rotation", "same_moment", "namesakes", "failover", "suspension", "wrong_start"};

template <class Use>
void each_word(std::string_view text, char separator, Use use) {
  while (!text.empty()) {
    const auto end = std::min(text.find(separator), text.size());
    if (end > 0) use(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

int number_of(std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value < 0)
    throw std::invalid_argument{"no number: " + std::string{text}};
  return value;
}

/// Short and long, steep and flat: what holds for the defaults alone holds by chance.
retry_policy draw_retries(chance& dice) {
  static const std::vector<double> factors{1, 1.5, 2, 3};
  retry_policy drawn;
  drawn.max_attempts = dice.between(1, 12);
  drawn.initial_delay = dice.within(1s, 60s);
  drawn.backoff_multiplier = dice.pick(factors);
  // Below what receivers ask for, and above.
  drawn.max_delay = dice.half() ? dice.within(5s, 2min) : dice.within(2min, 10min);
  return drawn;
}

fault fault_of(std::string_view name) {
  const auto found = std::ranges::find(names, name);
  if (found == names.end()) throw std::invalid_argument{"no fault of the simulation: " + std::string{name}};
  return static_cast<fault>(found - names.begin());
}

} // namespace

std::string_view name_of(fault kind) { return names[static_cast<std::size_t>(kind)]; }

bool plan::is_prompt() const {
  using enum fault;
  static const std::set<fault> elsewhere{receiver,    repeats,   other_content, rotation,
                                         same_moment, namesakes, suspension};
  return std::ranges::includes(elsewhere, faults);
}

plan plan::draw(chance& dice) {
  plan drawn;
  drawn.own_disk = dice.half();
  drawn.nodes = drawn.own_disk ? 1 : dice.between(1, 3);
  drawn.links = dice.between(1, 12);
  drawn.transfers = dice.between(1, 16);
  drawn.hosts = dice.between(1, 4);
  drawn.chaos = dice.one_in_thousand(100) ? dice.within(10min, 40min) : dice.within(20s, 4min);
  // Some runs are quiet but for one kind of fault, others have many: both find what the other hides.
  const auto likely = dice.between(50u, 700u);
  for (std::size_t i = 0; i < fault_count; ++i)
    if (dice.one_in_thousand(likely)) drawn.faults.insert(static_cast<fault>(i));
  // Little can be asked of a run that has lost acknowledged rows: few do.
  if (drawn.own_disk || !dice.one_in_thousand(150)) drawn.faults.erase(fault::failover);
  if (dice.half()) drawn.retries = draw_retries(dice);
  drawn.has_visitors = dice.one_in_thousand(250);
  drawn.is_restored = dice.one_in_thousand(150);
  drawn.named_by = static_cast<naming>(dice.below(3));
  // By a clock that is ahead, what is young is old.
  if (!drawn.has_wrong_clocks() && !drawn.is_restored && dice.one_in_thousand(400)) drawn.kept = dice.within(30s, 4min);
  drawn.readers = dice.one_in_thousand(125) ? 2 : 1; // two is what the service has unless it is told otherwise
  return drawn;
}

std::string plan::text() const {
  std::string text =
      "nodes=" + std::to_string(nodes) + " disk=" + std::to_string(own_disk) + " links=" + std::to_string(links) +
      " transfers=" + std::to_string(transfers) + " hosts=" + std::to_string(hosts) +
      " readers=" + std::to_string(readers) + " kept=" + std::to_string(kept.count()) +
      " chaos=" + std::to_string(chaos.count()) + " visitors=" + std::to_string(has_visitors) +
      " restored=" + std::to_string(is_restored) + " named=" + std::to_string(static_cast<int>(named_by)) +
      " attempts=" + std::to_string(retries.max_attempts) + " first=" + std::to_string(retries.initial_delay.count()) +
      " factor=" + std::to_string(std::lround(10 * retries.backoff_multiplier)) +
      " longest=" + std::to_string(retries.max_delay.count()) + " faults=";
  std::string_view comma;
  for (const auto kind : faults) {
    text.append(comma).append(name_of(kind));
    comma = ",";
  }
  return text;
}

void plan::change(std::string_view text) {
  each_word(text, ' ', [this](std::string_view member) {
    const auto equals = std::min(member.find('='), member.size());
    const auto name = member.substr(0, equals);
    const auto value = member.substr(std::min(equals + 1, member.size()));
    if (name == "nodes")
      nodes = std::clamp(number_of(value), 1, 3);
    else if (name == "disk")
      own_disk = number_of(value) != 0;
    else if (name == "links")
      links = std::max(number_of(value), 1);
    else if (name == "transfers")
      transfers = number_of(value);
    else if (name == "hosts")
      hosts = std::max(number_of(value), 1);
    else if (name == "readers")
      readers = std::clamp(number_of(value), 1, 8);
    else if (name == "kept")
      kept = std::chrono::milliseconds{number_of(value)};
    else if (name == "chaos")
      chaos = std::chrono::milliseconds{number_of(value)};
    else if (name == "visitors")
      has_visitors = number_of(value) != 0;
    else if (name == "restored")
      is_restored = number_of(value) != 0;
    else if (name == "named")
      named_by = static_cast<naming>(std::min(number_of(value), 2));
    else if (name == "attempts")
      retries.max_attempts = std::max(number_of(value), 1);
    else if (name == "first")
      retries.initial_delay = std::chrono::milliseconds{number_of(value)};
    else if (name == "factor")
      retries.backoff_multiplier = number_of(value) / 10.0;
    else if (name == "longest")
      retries.max_delay = std::chrono::milliseconds{number_of(value)};
    else if (name == "faults") {
      faults.clear();
      each_word(value, ',', [this](std::string_view one) { faults.insert(fault_of(one)); });
    } else
      throw std::invalid_argument{"a plan has no '" + std::string{name} + "'"};
  });
  if (own_disk) nodes = 1;
}

} // namespace paylink::simulation
