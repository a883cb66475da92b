#include "app/scheduling.hpp"

#include <boost/test/unit_test.hpp>

#include <array>
#include <sched.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <thread>
#include <unistd.h>

using namespace paylink;

BOOST_AUTO_TEST_SUITE(scheduling)

namespace {

/// The first version of the kernel's `sched_attr`, as 32-bit words: the fourth to last pair is the turn in nanoseconds.
struct own_attributes {
  int policy, niceness;
  std::uint64_t turn;
};

own_attributes read_own_attributes() {
  std::array<std::uint32_t, 12> words{};
  BOOST_REQUIRE(::syscall(SYS_sched_getattr, 0, words.data(), sizeof words, 0) == 0);
  return {static_cast<int>(words[1]), static_cast<int>(words[4]),
          words[6] | static_cast<std::uint64_t>(words[7]) << 32};
}

/// Runs it on a thread of its own, so that the other tests keep their turns.
template <class What>
void apart(What what) {
  std::thread{what}.join();
}

} // namespace

BOOST_AUTO_TEST_CASE(threads_have_short_turns_from_when_they_are_asked_for_and_pass_them_on) {
  apart([] {
    const auto before = read_own_attributes();
    ask_for_short_turns();
    const auto after = read_own_attributes();
    // A kernel before 6.12 knows no turns, and says 0.
    const std::uint64_t expected = before.turn == 0 ? 0 : 200'000;
    BOOST_TEST(after.turn == expected);
    BOOST_TEST((after.policy == before.policy && after.niceness == before.niceness));
    apart([expected] { BOOST_TEST(read_own_attributes().turn == expected); });
  });
}

BOOST_AUTO_TEST_CASE(a_thread_that_yields_to_others_keeps_its_turns) {
  apart([] {
    ask_for_short_turns();
    const auto before = read_own_attributes();
    yield_to_others();
    const auto after = read_own_attributes();
    BOOST_TEST(after.niceness == 10);
    BOOST_TEST((after.turn == before.turn && after.policy == before.policy));
  });
}

BOOST_AUTO_TEST_SUITE_END()
