#include "domain/deliveries/delivery_channel.hpp"

#include "domain/deliveries/callback.hpp"
#include "domain/deliveries/callback_round.hpp"

namespace paylink {

namespace {

/// How long receivers take the signature of a webhook.
constexpr std::chrono::minutes webhook_signature_life{5};

using header_list = std::vector<std::pair<std::string, std::string>>;

header_list callback_headers(const delivery_job& job, const attempt_seal& seal) {
  const std::string prefix = "X-" + job.brand + "-";
  header_list headers;
  headers.reserve(5);
  headers.emplace_back("User-Agent", job.agent);
  headers.emplace_back(prefix + "Signature", seal.signature);
  headers.emplace_back(prefix + "Timestamp", std::to_string(seal.signed_at));
  headers.emplace_back(prefix + "Event-ID", job.event_id);
  headers.emplace_back(prefix + "Attempt", std::to_string(job.attempt));
  return headers;
}

header_list webhook_headers(const delivery_job& job, const attempt_seal& seal) {
  const std::string prefix = "X-" + job.brand + "-";
  header_list headers;
  headers.reserve(6 + job.webhook->headers.size());
  headers.emplace_back("User-Agent", job.agent);
  headers.emplace_back("X-Client-API-Key", seal.api_key);
  headers.emplace_back(prefix + "Signature", seal.signature);
  headers.emplace_back(prefix + "Timestamp", std::to_string(seal.signed_at));
  headers.emplace_back(prefix + "Webhook-ID", job.webhook->id.text());
  headers.emplace_back(prefix + "Attempt", std::to_string(job.attempt));
  headers.insert(headers.end(), job.webhook->headers.begin(), job.webhook->headers.end());
  return headers;
}

header_list chat_headers(const delivery_job& job, const attempt_seal&) { return {{"User-Agent", job.agent}}; }

constexpr delivery_channel channels[delivery_kind_count]{
    {.kind = delivery_kind::link_callback,
     .agent = "-Payment-Link/1",
     .signing = {signed_data, callback_life},
     .may_leave_origin = true,
     .is_paced = false,
     .is_operators_address = false,
     .headers = callback_headers},
    {.kind = delivery_kind::webhook,
     .agent = "-Webhook/1",
     .signing = {.data = signed_data, .life = webhook_signature_life, .is_of_attempt = true},
     .may_leave_origin = false,
     .is_paced = false,
     .is_operators_address = false,
     .headers = webhook_headers},
    {.kind = delivery_kind::telegram,
     .agent = "-Chat/1",
     .signing = {.data = signed_data, .is_of_attempt = true, .makes_signature = false},
     .may_leave_origin = false,
     .is_paced = true,
     .is_operators_address = true,
     .headers = chat_headers},
};

// Functions are references: a row without them does not compile.
constexpr bool has_an_answer_for_each_kind() {
  for (std::size_t place = 0; place < delivery_kind_count; ++place) {
    const auto& row = channels[place];
    if (static_cast<std::size_t>(row.kind) != place || row.agent.empty()) return false;
    if (row.signing.makes_signature && row.signing.life <= std::chrono::seconds{0}) return false;
  }
  return true;
}
static_assert(has_an_answer_for_each_kind());

} // namespace

attempt_seal stored_seal(const delivery_job& job) { return {job.signed_at, job.signature}; }

const delivery_channel& channel_of(delivery_kind kind) { return channels[static_cast<std::size_t>(kind)]; }

} // namespace paylink
