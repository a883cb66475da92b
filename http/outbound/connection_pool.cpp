#include "http/outbound/connection_pool.hpp"

#include <algorithm>

namespace paylink {
namespace {

using namespace std::chrono_literals;

constexpr auto idle_max = 4'000ms; // common receivers close after 5 s
constexpr auto age_max = 60s;
constexpr std::size_t resting_max = 4'096;
constexpr std::size_t resting_per_origin_max = 256;
constexpr std::size_t origins_max = 8'192; // empty lists are kept to spare allocations, up to here

bool is_old(const outbound_connection& connection) {
  return std::chrono::steady_clock::now() - connection.connected_at() >= age_max;
}

} // namespace

connection_pool::connection_pool(boost::asio::io_context& io) : idle_{io, idle_max} {}

std::unique_ptr<outbound_connection> connection_pool::take(const std::string& origin) {
  const auto known = resting_.find(origin);
  if (known == resting_.end()) return nullptr;
  auto& resting = known->second;
  while (!resting.empty()) {
    auto connection = std::move(resting.back());
    resting.pop_back();
    --count_;
    connection->idle_limit.disarm();
    if (!is_old(*connection) && connection->is_quiet()) return connection;
  }
  return nullptr;
}

void connection_pool::keep(std::unique_ptr<outbound_connection> connection) {
  if (count_ >= resting_max || is_old(*connection)) return;
  if (resting_.size() >= origins_max) std::erase_if(resting_, [](const auto& one) { return one.second.empty(); });
  auto& resting = resting_[connection->origin()];
  if (resting.size() >= resting_per_origin_max) return;
  connection->idle_limit.on_due([this, which = connection.get()] { drop(which); });
  idle_.arm(connection->idle_limit);
  resting.push_back(std::move(connection));
  ++count_;
}

void connection_pool::clear() {
  resting_.clear();
  count_ = 0;
  idle_.stop();
}

void connection_pool::drop(outbound_connection* connection) {
  const auto known = resting_.find(connection->origin());
  if (known == resting_.end()) return;
  count_ -= std::erase_if(known->second, [&](const auto& one) { return one.get() == connection; });
  if (known->second.empty()) resting_.erase(known);
}

} // namespace paylink
