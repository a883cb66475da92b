#include "tests/simulation/failpoint_sweep.hpp"

#include "tests/simulation/full_course.hpp"
#include "tests/simulation/processes.hpp"
#include "tests/simulation/server_database.hpp"

#include <iomanip>
#include <sstream>
#include <unistd.h>

namespace paylink::simulation {
namespace {

using failpoints::place;
using hits_of_places = std::array<std::uint64_t, place_count>;

/// One chance for all: only the strike differs.
constexpr std::uint64_t seed_of_course = 1;
/// Up to here each hit is visited, then each that is twice the one before.
constexpr std::uint64_t each_hit_up_to = 8;
/// So few that a course of some hundred transactions has checkpoints.
constexpr int checkpoint_pages = 40;
constexpr const char* nothing_violated = "-";

struct course_result {
  run_result run;
  hits_of_places reached{};
};

course_result follow(const base_server* server, const std::optional<strike>& armed, bool keeps_trace) {
  const auto open = [server](world& in) -> std::unique_ptr<shared_database> {
    if (!server) return std::make_unique<memory_database>(in, sqlite_options{.checkpoint_pages = checkpoint_pages});
    return std::make_unique<server_database>(in, server->begin_anew("run_" + std::to_string(::getpid())));
  };
  full_course course{server ? dialect::postgresql : dialect::sqlite, open, armed};
  course_result made{.run = run({.seed = seed_of_course, .keeps_trace = keeps_trace}, &course),
                     .reached = course.reached()};
  if (armed && !course.has_struck() && !made.run.violation)
    made.run.violation = "the course does not come to the place so often";
  return made;
}

/// The course alone, in a process of its own: a later fork has no other thread.
hits_of_places count_hits(const sweep_request& request, sweep_tally& all) {
  hits_of_places reached{};
  share_out({.count = 1,
             .work =
                 [&](std::uint64_t) {
                   const auto made = follow(request.server, std::nullopt, false);
                   std::string line;
                   for (const auto hits : made.reached) line += std::to_string(hits) + " ";
                   return line + made.run.violation.value_or(nothing_violated);
                 },
             .hear =
                 [&](std::uint64_t, const std::string& line) {
                   std::istringstream in{line};
                   for (auto& hits : reached) in >> hits;
                   std::string violation = line;
                   if (in) std::getline(in >> std::ws, violation);
                   if (violation != nothing_violated) all.violations.emplace_back("none", violation);
                 }});
  return reached;
}

std::vector<strike> strikes_on(const sweep_request& request, const hits_of_places& reached, sweep_tally& all) {
  const auto on = request.server ? dialect::postgresql : dialect::sqlite;
  std::vector<strike> strikes;
  for (std::size_t number = 0; number < place_count; ++number) {
    const auto where = static_cast<place>(number);
    const auto blows = blows_at(where, on);
    const auto hits = reached[number];
    // A place of the other database that is reached all the same stands in the wrong list.
    if ((hits == 0) != blows.empty()) all.misplaced.emplace_back(place_name(where));
    if (hits > 0) ++all.places;
    for (const auto how : blows) {
      if (hits > 0) ++all.actions;
      for (std::uint64_t hit = 1; hit <= hits; hit = request.all_hits || hit < each_hit_up_to ? hit + 1 : hit * 2)
        strikes.push_back({where, how, hit});
    }
  }
  return strikes;
}

void count(sweep_tally& all, const strike& one, const std::string& found) {
  ++all.runs;
  if (one.how == blow::kill)
    ++all.kills;
  else if (loses_answer(one))
    ++all.lost_answers;
  else
    ++all.errors;
  if (found != nothing_violated) all.violations.emplace_back(one.text(), found);
}

} // namespace

std::string sweep_tally::line(double seconds) const {
  std::ostringstream out;
  out << places << " places, " << actions << " actions, " << runs << " runs: " << kills << " kills, " << errors
      << " errors, " << lost_answers << " lost answers, " << violations.size() << " violated, " << std::fixed
      << std::setprecision(1) << seconds << " seconds";
  return out.str();
}

sweep_tally sweep(const sweep_request& request) {
  sweep_tally all;
  const auto reached = count_hits(request, all);
  if (!all.is_clean()) return all;
  const auto strikes = strikes_on(request, reached, all);
  if (!all.is_clean()) return all;
  const auto count_of_runs = (strikes.size() + request.share - 1) / request.share;
  const auto strike_at = [&](std::uint64_t run) { return strikes[run * request.share]; };
  share_out({.count = count_of_runs,
             .processes = request.processes,
             .work =
                 [&](std::uint64_t run) {
                   return follow(request.server, strike_at(run), false).run.violation.value_or(nothing_violated);
                 },
             .hear =
                 [&](std::uint64_t run, const std::string& found) {
                   count(all, strike_at(run), found);
                   if (request.on_progress) request.on_progress(all, count_of_runs);
                 },
             .is_enough = [&] { return all.violations.size() >= request.violations_max; }});
  return all;
}

run_result replay(const base_server* server, const std::optional<strike>& armed) {
  return follow(server, armed, true).run;
}

} // namespace paylink::simulation
