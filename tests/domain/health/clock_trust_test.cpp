#include "domain/health/bank_times.hpp"
#include "domain/health/clock_trust.hpp"

#include <boost/test/unit_test.hpp>

using namespace paylink;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(clock_trusts)

namespace {

using who = clock_witness;

constexpr timestamp start{1'769'847'330'000ms};

/// What is heard, if anything, and whether the reading after it is believed.
struct reading {
  std::chrono::milliseconds wall, uptime; ///< Since the start.
  struct word {
    clock_witness by;
    std::chrono::milliseconds ahead;
  };
  std::optional<word> heard;
  std::optional<clock_witness> believed;
};

struct story {
  const char* name;
  std::vector<reading> readings;
};

constexpr std::nullopt_t nobody = std::nullopt, nothing = std::nullopt;

void check(const story& reported) {
  clock_trust trust;
  for (const auto& one : reported.readings) {
    const auto wall = start + one.wall;
    const auto uptime = 5h + one.uptime;
    // As the writer does it: nobody is asked while the clock is believed.
    auto by = trust.judge(wall, uptime);
    if (!by && one.heard) {
      trust.hear(one.heard->by, one.heard->ahead, wall, uptime);
      by = trust.judge(wall, uptime);
    }
    BOOST_TEST((by == one.believed),
               reported.name << " at " << one.uptime.count() << " ms: " << (by ? to_text(*by) : "nobody"));
  }
}

} // namespace

BOOST_AUTO_TEST_CASE(a_start_is_believed_when_a_witness_agrees_and_no_sooner) {
  const story stories[] = {
      {"nobody says anything", {{0ms, 0ms, nothing, nobody}, {1s, 1s, nothing, nobody}, {299s, 299s, nothing, nobody}}},
      {"a new database",
       {{0ms, 0ms, {{who::nothing_to_lose, 0ms}}, who::nothing_to_lose}, {1s, 1s, nothing, who::steady_time}}},
      {"the kernel", {{0ms, 0ms, {{who::kernel, 120s}}, who::kernel}}},
      {"another time of the kernel's",
       {{0ms, 0ms, {{who::kernel, 120'001ms}}, nobody}, {1s, 1s, {{who::kernel, -120'001ms}}, nobody}}},
      {"the server", {{0ms, 0ms, {{who::database_server, -120s}}, who::database_server}}},
      {"another time of the server's", {{0ms, 0ms, {{who::database_server, 121s}}, nobody}}},
      {"soon after what was stored", {{0ms, 0ms, {{who::stored_time, 300s}}, who::stored_time}}},
      {"a moment before it", {{0ms, 0ms, {{who::stored_time, -120s}}, who::stored_time}}},
      {"later", {{0ms, 0ms, {{who::stored_time, 300'001ms}}, nobody}, {1s, 1s, {{who::stored_time, 2h}}, nobody}}},
      {"before it", {{0ms, 0ms, {{who::stored_time, -120'001ms}}, nobody}}},
      {"a bank", {{0ms, 0ms, nothing, nobody}, {1s, 1s, {{who::bank, 300s}}, who::bank}}},
      {"a bank with another time", {{0ms, 0ms, {{who::bank, 300'001ms}}, nobody}}},
      {"a bank that may be on this machine",
       {{0ms, 0ms, {{who::near_bank, 0s}}, nobody}, {299s, 299s, {{who::near_bank, 0s}}, nobody}}},
      {"one that disagrees, then one that agrees",
       {{0ms, 0ms, {{who::bank, 2h}}, nobody}, {1s, 1s, {{who::kernel, 0ms}}, who::kernel}}},
  };
  for (const auto& each : stories) check(each);
}

BOOST_AUTO_TEST_CASE(receivers_of_two_owners_that_agree_confirm_the_clock) {
  const auto one = user_id::parse("usr_01kkqn8e20edsrc9df6chw35xa").value(),
             other = user_id::parse("usr_01kkqn8e20edsrc9df6chw35xb").value();
  clock_trust trust;
  const auto hear = [&](user_id of, std::chrono::milliseconds ahead, std::chrono::milliseconds uptime) {
    trust.hear_receiver(of, ahead, start + uptime, uptime);
    return trust.judge(start + uptime, uptime);
  };
  BOOST_TEST(!trust.judge(start, 0ms));
  BOOST_TEST(!hear(one, 0ms, 1s));
  BOOST_TEST(!hear(one, -300s, 2s));
  BOOST_TEST(!hear(other, 300'001ms, 3s));
  BOOST_TEST(!hear(other, -300'001ms, 4s));
  BOOST_TEST((hear(other, 300s, 5s) == who::receiver));
  // Against it they hold nothing up, and what was heard before a jump is of another time.
  clock_trust moved;
  BOOST_TEST(!moved.judge(start, 0ms));
  moved.hear_receiver(one, 0ms, start, 0ms);
  BOOST_TEST(!moved.judge(start + 2h, 1s));
  moved.hear_receiver(other, 0ms, start + 2h, 1s);
  BOOST_TEST(!moved.judge(start + 2h, 1s));
  moved.hear_receiver(one, 2h, start + 2h + 5min, 5min + 1s);
  BOOST_TEST((moved.judge(start + 2h + 5min, 5min + 1s) == who::patience));
}

BOOST_AUTO_TEST_CASE(a_time_of_a_bank_counts_once_and_not_after_a_later_one) {
  bank_times bank_clocks;
  const auto heard = [&](const char* bank, std::chrono::seconds said) {
    bank_clocks.hear(bank, {start + said, 1s});
    return bank_clocks.take().has_value();
  };
  BOOST_TEST(heard("MB", 10s));
  BOOST_TEST(!heard("MB", 10s));
  BOOST_TEST(!heard("MB", 9s));
  BOOST_TEST(heard("VCB", 9s)); // each bank has a clock of its own
  BOOST_TEST(heard("MB", 11s));
}

BOOST_AUTO_TEST_CASE(a_clock_that_nobody_speaks_against_is_believed_after_five_even_minutes) {
  const story stories[] = {
      {"evenly",
       {{0ms, 0ms, nothing, nobody},
        {299'999ms, 299'999ms, nothing, nobody},
        {5min, 5min, nothing, who::patience},
        {6min, 6min, nothing, who::steady_time}}},
      {"long after what was stored",
       {{0ms, 0ms, {{who::stored_time, 48h}}, nobody}, {5min, 5min, {{who::stored_time, 48h}}, who::patience}}},
      {"with a jump in between",
       {{0ms, 0ms, nothing, nobody},
        {2h + 3min, 3min, nothing, nobody},
        {2h + 5min, 5min, nothing, nobody},
        {2h + 7min, 7min, nothing, nobody},
        {2h + 8min, 8min, nothing, who::patience}}},
      {"with a correction in between",
       {{0ms, 0ms, nothing, nobody}, {3min + 5s, 3min, nothing, nobody}, {5min + 5s, 5min, nothing, who::patience}}},
      {"against the word of a bank",
       {{0ms, 0ms, {{who::bank, 2h}}, nobody},
        {4min, 4min, {{who::bank, 2h}}, nobody},
        {8min, 8min, {{who::bank, 2h}}, nobody},
        {12min, 12min, {{who::bank, 2h}}, nobody}}},
      {"five minutes after the last word of a bank",
       {{0ms, 0ms, {{who::bank, 2h}}, nobody},
        {3min, 3min, {{who::bank, 2h}}, nobody},
        {479'999ms, 479'999ms, nothing, nobody},
        {8min, 8min, nothing, who::patience}}},
      {"against the word of a bank that may be on this machine",
       {{0ms, 0ms, {{who::near_bank, 2h}}, nobody},
        {4min, 4min, {{who::near_bank, 2h}}, nobody},
        {8min, 8min, {{who::near_bank, 2h}}, nobody}}},
      {"before what was stored, in an hour",
       {{0ms, 0ms, {{who::stored_time, -2h}}, nobody},
        {10min, 10min, {{who::stored_time, -110min}}, nobody},
        {3'599'999ms, 3'599'999ms, {{who::stored_time, -1h}}, nobody},
        {1h, 1h, {{who::stored_time, -1h}}, who::patience}}},
      {"that it reaches the stored time by and by says nothing for it",
       {{0ms, 0ms, {{who::stored_time, -10min}}, nobody},
        {9min, 9min, {{who::stored_time, -1min}}, nobody},
        {11min, 11min, {{who::stored_time, 1min}}, nobody},
        {1h, 1h, {{who::stored_time, 50min}}, who::patience}}},
      {"but a newer one of another node's does",
       {{0ms, 0ms, {{who::stored_time, -10min}}, nobody}, {9min, 9min, {{who::stored_time, 1s}}, who::stored_time}}},
      {"before what was stored, and then set right",
       {{0ms, 0ms, {{who::stored_time, -2h}}, nobody}, {2h + 1s, 1s, {{who::stored_time, 1s}}, who::stored_time}}},
      {"before what was stored, and then set to a time long after it",
       {{0ms, 0ms, {{who::stored_time, -2h}}, nobody},
        {20h, 1s, {{who::stored_time, 18h}}, nobody},
        {20h + 5min, 5min + 1s, {{who::stored_time, 18h}}, who::patience}}},
      {"before what was stored, but a bank agrees",
       {{0ms, 0ms, {{who::stored_time, -2h}}, nobody}, {1s, 1s, {{who::bank, 1s}}, who::bank}}},
  };
  for (const auto& each : stories) check(each);
}

BOOST_AUTO_TEST_CASE(banks_hold_a_clock_up_for_an_hour_and_no_longer) {
  clock_trust trust;
  for (auto uptime = 0ms; uptime <= 60min; uptime += 1min) {
    BOOST_TEST(!trust.judge(start + uptime, uptime));
    trust.hear(who::bank, 2h, start + uptime, uptime);
  }
  for (auto uptime = 61min; uptime < 64min; uptime += 1min) {
    BOOST_TEST(!trust.judge(start + uptime, uptime));
    trust.hear(who::bank, 2h, start + uptime, uptime);
  }
  BOOST_TEST((trust.judge(start + 64min, 64min) == who::patience)); // five minutes after the last word that counted
}

BOOST_AUTO_TEST_CASE(a_believed_clock_that_jumps_needs_a_witness_for_its_new_time) {
  const story stories[] = {
      {"ahead",
       {{0ms, 0ms, {{who::kernel, 0ms}}, who::kernel},
        {2h, 1s, nothing, nobody},
        {2h + 5s, 6s, nothing, nobody},
        {2h + 6s, 7s, {{who::kernel, 0ms}}, who::kernel}}},
      {"ahead and back",
       {{0ms, 0ms, {{who::kernel, 0ms}}, who::kernel}, {2h, 1s, nothing, nobody}, {2s, 2s, nothing, who::steady_time}}},
      {"a little",
       {{0ms, 0ms, {{who::kernel, 0ms}}, who::kernel},
        {121s, 1s, nothing, who::steady_time},
        {122s, 2s, nothing, who::steady_time},
        {122'001ms, 2s, nothing, nobody}}},
      {"by corrections that add up",
       {{0ms, 0ms, {{who::kernel, 0ms}}, who::kernel},
        {6s, 1s, nothing, who::steady_time},
        {12s, 2s, nothing, who::steady_time},
        {18s, 3s, nothing, who::steady_time},
        {135s, 4s, nothing, who::steady_time}}},
      {"for five minutes",
       {{0ms, 0ms, {{who::kernel, 0ms}}, who::kernel},
        {-2h, 1s, nothing, nobody},
        {-115min, 5min + 1s, nothing, who::patience},
        {-105min, 15min + 1s, nothing, who::steady_time}}},
  };
  for (const auto& each : stories) check(each);
}

BOOST_AUTO_TEST_CASE(witnesses_have_their_names) {
  const std::pair<clock_witness, std::string_view> names[] = {
      {who::steady_time, "steady_time"}, {who::nothing_to_lose, "nothing_to_lose"},
      {who::kernel, "kernel"},           {who::database_server, "database_server"},
      {who::stored_time, "stored_time"}, {who::bank, "bank"},
      {who::near_bank, "near_bank"},     {who::receiver, "receiver"},
      {who::patience, "patience"}};
  for (const auto& [witness, name] : names) BOOST_TEST(to_text(witness) == name);
}

BOOST_AUTO_TEST_SUITE_END()
