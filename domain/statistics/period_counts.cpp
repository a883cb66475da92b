#include "domain/statistics/period_counts.hpp"

#include "domain/values/local_time.hpp"

namespace paylink {
namespace {

void add_money(counted_money& to, const counted_money& more) {
  to.count += more.count;
  to.sum.dong = capped_sum(to.sum.dong, more.sum.dong);
}

template <class Array, class Use>
void use_at(Array& all, std::int64_t place, Use use) {
  if (place >= 0 && static_cast<std::size_t>(place) < all.size()) use(all[static_cast<std::size_t>(place)]);
}

} // namespace

std::int64_t attempt_counts::all() const {
  std::int64_t sum = 0;
  for (const auto count : by_class) sum += count;
  return sum;
}

std::string_view to_text(period_length value) {
  switch (value) {
  case period_length::hour:
    return "hour";
  case period_length::day:
    return "day";
  }
  return {};
}

std::optional<period_length> parse_period_length(std::string_view text) {
  for (const auto one : {period_length::hour, period_length::day})
    if (text == to_text(one)) return one;
  return std::nullopt;
}

timestamp period_start(timestamp time, period_length length) {
  if (length == period_length::hour) return std::chrono::floor<std::chrono::hours>(time);
  return vietnam_day(time);
}

std::chrono::hours hours_of(period_length length) {
  return length == period_length::hour ? std::chrono::hours{1} : std::chrono::days{1};
}

void period_counts::add(counted_thing what, std::int64_t detail, const counted_money& counted) {
  const auto add_count = [&](std::int64_t& to) { to += counted.count; };
  switch (what) {
  case counted_thing::credit:
    return use_at(credits, detail, [&](counted_money& to) { add_money(to, counted); });
  case counted_thing::debit:
    return add_money(debits, counted);
  case counted_thing::link:
    return use_at(links, detail, add_count);
  case counted_thing::callback_attempt:
  case counted_thing::webhook_attempt:
  case counted_thing::telegram_attempt: {
    const auto kind = static_cast<std::size_t>(what) - static_cast<std::size_t>(counted_thing::callback_attempt);
    return use_at(attempts[kind].by_class, detail, add_count);
  }
  case counted_thing::notified_credit:
    return notified.add(detail, counted.count);
  }
}

void period_counts::add(const period_counts& other) {
  for (std::size_t i = 0; i < credits.size(); ++i) add_money(credits[i], other.credits[i]);
  add_money(debits, other.debits);
  for (std::size_t i = 0; i < links.size(); ++i) links[i] += other.links[i];
  for (std::size_t kind = 0; kind < attempts.size(); ++kind)
    for (std::size_t i = 0; i < failure_class_count; ++i)
      attempts[kind].by_class[i] += other.attempts[kind].by_class[i];
  notified.add(other.notified);
}

counted_money period_counts::all_credits() const {
  counted_money all;
  for (const auto& one : credits) add_money(all, one);
  return all;
}

} // namespace paylink
