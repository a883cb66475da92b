#include "sandbox/feed_call.hpp"
#include "http/wire/json_members.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>

namespace paylink::sandbox {
namespace json = boost::json;
namespace {

constexpr std::chrono::seconds call_time{15};

} // namespace

std::variant<acknowledgement, std::string> read_feed_answer(const api_answer& answer, timestamp now) {
  // Aggregators take 201 as well.
  if (answer.status != 200 && answer.status != 201) return "HTTP " + std::to_string(answer.status);
  acknowledgement taken{.at = format_rfc3339(now), .result = "acknowledged", .transaction_id = {}, .reason = {}};
  boost::system::error_code failed;
  auto document = json::parse(answer.body, failed);
  const auto* root = failed ? nullptr : document.if_object();
  const auto* data = root ? root->if_contains("data") : nullptr;
  if (!data || !data->is_array() || data->get_array().empty() || !data->get_array()[0].is_object()) return taken;
  const auto& row = data->get_array()[0].get_object();
  taken.result = text_at(row, "result");
  taken.transaction_id = text_at(row, "transaction_id");
  taken.reason = text_at(row, "reason");
  return taken;
}

std::variant<acknowledgement, std::string> feed_call::operator()(const notification& content) try {
  const auto* service = description_.read();
  if (!service) return std::string{"the sandbox has not been started yet"};
  auto feed = service->feeds.find(content.feed);
  if (feed == service->feeds.end()) return "the service has no feed " + content.feed;
  const auto& [url, secret] = feed->second;

  auto kept = lines_.find(content.feed);
  // The service may come back on another port.
  if (kept != lines_.end() && kept->second.url != url) kept = lines_.erase(kept), kept = lines_.end();
  if (kept == lines_.end()) {
    api_client client{{.base_url = url, .token = {}, .ca_file = {}, .timeout = call_time}};
    kept = lines_.emplace(content.feed, line{url, std::move(client)}).first;
  }
  auto now = system_wall_clock{}.now();
  auto [content_type, body, headers] =
      encode_entry(content.format, content.entry, {.feed = content.feed, .secret = secret, .now = now});
  headers.emplace_back("Content-Type", std::move(content_type));
  const api_call call{.method = http_method::post,
                      .target = {},
                      .body = std::move(body),
                      .headers = std::move(headers),
                      .is_repeatable = true};
  auto outcome = kept->second.client.send(call);
  if (auto* failed = std::get_if<unreachable>(&outcome)) return failed->reason;
  return read_feed_answer(std::get<api_answer>(outcome), now);
} catch (const std::exception& wrong) {
  return std::string{wrong.what()};
}

} // namespace paylink::sandbox
