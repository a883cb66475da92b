#pragma once
#include "http/outbound/outbound_connection.hpp"

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace paylink {

/// Idle connections between two requests to the same origin: for at most 4 s, and a minute after they were opened.
class connection_pool {
public:
  explicit connection_pool(boost::asio::io_context& io);

  /// The most recently used connection that is still open; null: open a new one.
  std::unique_ptr<outbound_connection> take(const std::string& origin);

  /// Keeps a connection whose last answer was read to its end, or closes it if it is old or too many are idle.
  void keep(std::unique_ptr<outbound_connection> connection);

  void clear();

private:
  void drop(outbound_connection* connection);

  timeout_queue idle_; ///< Declared first: the connections remove their entries from it when destroyed.
  std::unordered_map<std::string, std::vector<std::unique_ptr<outbound_connection>>> resting_;
  std::size_t count_ = 0;
};

} // namespace paylink
