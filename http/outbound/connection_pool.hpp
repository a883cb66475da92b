#pragma once
#include "http/outbound/outbound_connection.hpp"

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace paylink {

/// Connections that rest between two requests to the same origin: 4 s at most, and a minute from their dial.
class connection_pool {
public:
  explicit connection_pool(boost::asio::io_context& io);

  /// The connection that rested least and is still open; null: dial.
  std::unique_ptr<outbound_connection> take(const std::string& origin);

  /// Keeps a connection whose last answer was read to its end, or closes it when it is old or too many rest.
  void keep(std::unique_ptr<outbound_connection> connection);

  void clear();

private:
  void drop(outbound_connection* connection);

  timeout_queue idle_; ///< Stands first: the connections' entries leave it when they go.
  std::unordered_map<std::string, std::vector<std::unique_ptr<outbound_connection>>> resting_;
  std::size_t count_ = 0;
};

} // namespace paylink
