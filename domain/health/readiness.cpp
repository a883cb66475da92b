#include "domain/health/readiness.hpp"

#include "domain/values/word_list.hpp"

#include <algorithm>
#include <span>

namespace paylink {

namespace {

constexpr word_list<concern, concern_count> sentences{{
    {concern::clock_unconfirmed, "clock.unconfirmed: no second clock has confirmed this machine's time yet; run an NTP "
                                 "client, or this takes several minutes"},
    {concern::clock_moved, "clock.moved: the clock was changed, or the machine was suspended, a moment ago"},
    {concern::clock_apart, "clock.apart: the clocks of the database and this machine differ"},
    {concern::store_stuck, "store.stuck: a transaction does not finish"},
    {concern::reads_stuck, "reads.stuck: a query does not finish"},
    {concern::lists_stuck, "lists.stuck: a list or a search does not finish"},
    {concern::store_unavailable, "store.unavailable: the last transaction could not be stored; the log says why"},
    {concern::keys_missing, "keys.missing: a signing key is encrypted with a master key that this node does not have; "
                            "copy the newest master.key to it and restart it"},
    {concern::draining, "draining: the service is shutting down"},
    {concern::settings_differ,
     "settings.differ: certificate authorities, networks or name servers differ from the other nodes', so failures "
     "need another node's confirmation; the log names the settings"},
}};
static_assert(sentences.is_in_order());

} // namespace

std::string_view to_text(concern why) { return sentences.word(why); }

bool readiness::is(concern why, std::chrono::milliseconds uptime) const {
  if (why == concern::reads_stuck) return has_stuck_reader(0, uptime);
  if (why == concern::lists_stuck) return has_stuck_reader(readers_max, uptime);
  if (why != concern::store_stuck) return (reasons_ & bit(why)) != 0;
  const auto since = busy_since_.load();
  return since != idle && uptime.count() - since > batch_time_max.count();
}

bool readiness::has_stuck_reader(std::size_t from, std::chrono::milliseconds uptime) const {
  const std::span places{reading_until_};
  return std::ranges::any_of(places.subspan(from, readers_max), [&](const std::atomic<std::int64_t>& until) {
    const auto end = until.load();
    return end != idle_reader && uptime.count() > end;
  });
}

bool readiness::wants_work(std::chrono::milliseconds uptime) const {
  return !is(concern::clock_apart, uptime) && !is(concern::store_stuck, uptime) && !is(concern::reads_stuck, uptime) &&
         !is(concern::store_unavailable, uptime) && !is(concern::draining, uptime);
}

std::string readiness::text(std::chrono::milliseconds uptime) const {
  std::string all;
  for (std::size_t i = 0; i < concern_count; ++i)
    if (const auto why = static_cast<concern>(i); is(why, uptime)) all.append(to_text(why)) += '\n';
  return all;
}

} // namespace paylink
