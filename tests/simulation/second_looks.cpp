#include "tests/simulation/second_looks.hpp"

#include <algorithm>
#include <vector>

namespace paylink::simulation {
namespace {

using namespace std::chrono_literals;

constexpr milliseconds second_look_after{5'000}, left_to_others{30'000};
/// An incarnation this old is known to the others, and so it was when they last claimed.
constexpr milliseconds known_after{90'000};
constexpr milliseconds heartbeats{5'000};

constexpr const char* ended_by_verdict_sql = "SELECT d.event_id, d.row, a.number, d.round_start, a.failed_by FROM "
                                             "deliveries d JOIN attempts a ON a.delivery_row "
                                             "= d.row AND a.number = d.attempt WHERE d.state = 2 AND d.is_skipped = 0 "
                                             "AND a.epoch <> 0 AND a.status_code = 0 AND "
                                             "a.final <> 0 AND a.hops = '[]' AND a.number - d.round_start < ";

} // namespace

second_looks::second_looks(world& in, shared_database& database)
    : world_{in}, database_{database}, dice_{in.seed ^ 0x5ec0'0d10'0c50} {
  if (!world_.planned.has(fault::receiver) || dice_.half()) return;
  static const std::vector<failure_class> errors{failure_class::dns, failure_class::tls,
                                                 failure_class::blocked_destination};
  wrong_node_ = dice_.between(1, world_.planned.nodes);
  error_ = dice_.pick(errors);
  from_ = dice_.within(0ms, world_.planned.chaos / 2);
  until_ = from_ + dice_.within(1s, world_.planned.chaos);
}

failure_class second_looks::error_of(int node) {
  const bool is_wrong = node == wrong_node_ && !world_.calm && world_.elapsed >= from_ && world_.elapsed < until_;
  return is_wrong ? error_ : failure_class::none;
}

void second_looks::begin(const std::string& event, int number) {
  auto& looks = looks_[event];
  auto& now = looks[number] = look{};
  now.began = world_.elapsed;
  database_.rows().each_of<sql_text>(
      "SELECT COALESCE(owner, '') FROM deliveries WHERE event_id = :event",
      [&](const auto& columns) { now.incarnation = column_at<0>(columns).value; }, event);
  const auto before = looks.find(number - 1);
  if (before == looks.end() || before->second.found == failure_class::none ||
      before->second.incarnation != now.incarnation)
    return;
  if (database_.rows().begins_round(event, number) || world_.has_lost_rows) return;
  const auto stored = database_.rows().attempt_of(event, number - 1);
  if (!stored || stored->epoch == 0 || !has_company(now.incarnation)) return;
  const auto wait = world_.planned.retries.wait_after(static_cast<int>(stored->number_in_round));
  if (now.began - *before->second.heard < wait + left_to_others)
    world_.violate("a node takes the second look that it had to leave to the others (event " + event + ", attempt " +
                   std::to_string(number) + ")");
}

bool second_looks::has_company(const std::string& incarnation) {
  // While nobody could write, the others fell silent.
  if (world_.planned.has(fault::full) || world_.planned.has(fault::locked) || world_.planned.has(fault::lost_link))
    return false;
  const auto now = world_.now();
  const auto others = database_.rows().count_of("SELECT COUNT(*) FROM nodes WHERE state = 0 AND incarnation <> "
                                                ":incarnation AND started_at < :old AND seen_at > :recent",
                                                incarnation, to_millis(now - known_after), to_millis(now - heartbeats));
  const auto itself = database_.rows().count_of("SELECT COUNT(*) FROM nodes WHERE state = 0 AND incarnation = "
                                                ":incarnation AND started_at < :old AND seen_at > :recent",
                                                incarnation, to_millis(now - known_after), to_millis(now - heartbeats));
  return others > 0 && itself > 0;
}

void second_looks::hear(const std::string& event, const attempt& made) {
  auto& one = looks_[event][made.number];
  one.heard = world_.elapsed;
  if (made.final && made.status_code == 0) one.found = made.failed_by;
}

void second_looks::check_end() {
  // What was purged cannot be asked, and of what was lost nobody knows what was looked at.
  if (world_.has_lost_rows || world_.planned.kept > 0ms || world_.planned.is_restored) return;
  std::vector<last_look> all;
  database_.rows().each<sql_text, sql_number, sql_number, sql_number, sql_number>(
      ended_by_verdict_sql + std::to_string(world_.planned.retries.max_attempts), [&](const auto& columns) {
        const auto& [event, row, number, round_start, found] = columns.fields;
        all.push_back({event.value, row.value, number.value, round_start.value, found.value});
      });
  for (const auto& last : all)
    if (!is_confirmed(last))
      world_.violate("a verdict of one look has ended an event (event " + last.event + ", attempt " +
                     std::to_string(last.number) + ")");
}

// In one round, and with no answer of the receiver in between. How much later, a clock that jumped cannot say.
bool second_looks::is_confirmed(const last_look& last) {
  const auto& looks = looks_[last.event];
  const auto second = looks.find(static_cast<int>(last.number));
  if (second == looks.end()) return true; // by an administrator's tool
  bool is_confirmed = false;
  database_.rows().each_of<sql_number>(
      "SELECT a.number FROM attempts a WHERE a.delivery_row = :row AND a.number > :begin AND a.number < :end AND "
      "a.failed_by = :found AND a.final <> 0 AND a.status_code = 0 AND NOT EXISTS (SELECT 1 FROM attempts b WHERE "
      "b.delivery_row = a.delivery_row AND b.number > a.number AND b.number < :upto AND b.status_code <> 0)",
      [&](const auto& columns) {
        const auto first = looks.find(static_cast<int>(column_at<0>(columns).value));
        if (first == looks.end() || !first->second.heard) return;
        is_confirmed = is_confirmed || first->second.incarnation != second->second.incarnation ||
                       world_.planned.has_wrong_clocks() ||
                       second->second.began - *first->second.heard >= second_look_after;
      },
      last.row, last.round_start, last.number, last.found, last.number);
  return is_confirmed;
}

} // namespace paylink::simulation
