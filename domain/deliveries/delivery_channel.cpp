#include "domain/deliveries/delivery_channel.hpp"

#include "domain/deliveries/callback.hpp"
#include "domain/deliveries/callback_round.hpp"

namespace paylink {

namespace {

std::vector<std::pair<std::string, std::string>> callback_headers(const delivery_job& job) {
  const std::string prefix = "X-" + job.brand + "-";
  std::vector<std::pair<std::string, std::string>> headers;
  headers.reserve(5);
  headers.emplace_back("User-Agent", job.agent);
  headers.emplace_back(prefix + "Signature", job.signature);
  headers.emplace_back(prefix + "Timestamp", std::to_string(job.signed_at));
  headers.emplace_back(prefix + "Event-ID", job.event_id);
  headers.emplace_back(prefix + "Attempt", std::to_string(job.attempt));
  return headers;
}

constexpr delivery_channel channels[delivery_kind_count]{
    {delivery_kind::link_callback, "link_callback", "-Payment-Link/1", {signed_data, callback_life}, callback_headers},
};

// Functions are references: a row without them does not compile.
constexpr bool has_an_answer_for_each_kind() {
  for (std::size_t place = 0; place < delivery_kind_count; ++place) {
    const auto& row = channels[place];
    if (static_cast<std::size_t>(row.kind) != place || row.word.empty() || row.agent.empty()) return false;
    if (row.signing.life <= std::chrono::seconds{0}) return false;
  }
  return true;
}
static_assert(has_an_answer_for_each_kind());

} // namespace

const delivery_channel& channel_of(delivery_kind kind) { return channels[static_cast<std::size_t>(kind)]; }

} // namespace paylink
