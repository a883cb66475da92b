#pragma once
#include <atomic>
#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace paylink::load {

/// A Workspace that asks for as much of its own as it can: searches and long lists over many connections, each again as
/// soon as it is answered. One thread turns them all.
class hostile_neighbour {
public:
  struct order {
    std::uint16_t port = 0;
    std::string token, workspace;
    int searches = 20; ///< At once: for what no text holds, for what all hold, and for what a few do.
    int lists = 10;    ///< At once: pages of 100, onwards from page to page.
  };
  explicit hostile_neighbour(order wanted);
  ~hostile_neighbour(); ///< Ends every call that is under way.
  hostile_neighbour(const hostile_neighbour&) = delete;
  hostile_neighbour& operator=(const hostile_neighbour&) = delete;

  /// How its calls were answered, by status; once it has ended.
  const std::map<unsigned, std::size_t>& end();

private:
  class implementation;
  std::unique_ptr<implementation> implementation_;
};

} // namespace paylink::load
