#pragma once
#include <chrono>
#include <thread>

namespace paylink::test {

/// Waits where the pause itself is what a test is about, such as that of a dribbling client.
inline void pause_for(std::chrono::nanoseconds time) { std::this_thread::sleep_for(time); }

/// Asks again until the answer is true or the limit has passed, and returns the last answer.
template <class Question>
auto until(Question ask, std::chrono::nanoseconds limit = std::chrono::minutes{1}) {
  constexpr std::chrono::milliseconds between{20}; // calls of the API stay below its rate limits
  const auto end = std::chrono::steady_clock::now() + limit;
  for (;;) {
    auto answer = ask();
    if (answer || std::chrono::steady_clock::now() >= end) return answer;
    pause_for(between);
  }
}

} // namespace paylink::test
