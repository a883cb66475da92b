#pragma once
#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace paylink::load {

/// Connections of one token that ask for the largest answers there are, each again as soon as it has one, and read them
/// slowly. One thread turns them all.
class slow_readers {
public:
  struct order {
    std::uint16_t port = 0;
    std::string token;
    std::vector<std::string> targets; ///< In turn.
    int connections = 60;
    std::size_t bytes_per_second = 500'000; ///< Of each.
  };
  explicit slow_readers(order wanted);
  ~slow_readers(); ///< Ends every call that is under way.
  slow_readers(const slow_readers&) = delete;
  slow_readers& operator=(const slow_readers&) = delete;

  /// How the calls were answered, by status (0: not at all); once it has ended.
  const std::map<unsigned, std::size_t>& end();

private:
  class implementation;
  std::unique_ptr<implementation> implementation_;
};

} // namespace paylink::load
