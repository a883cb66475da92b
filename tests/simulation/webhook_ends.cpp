#include "tests/simulation/webhook_ends.hpp"

#include "secrets/hmac.hpp"
#include "tests/simulation/node.hpp"
#include "tests/simulation/receivers.hpp"
#include "tests/simulation/shared_database.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <charconv>

namespace paylink::simulation {

namespace json = boost::json;
using namespace std::chrono_literals;

namespace {

constexpr std::string_view bot_api = "https://api.telegram.org/bot";
/// Between two messages to a person. A claim takes its turn before a message is on its way: the time between is uneven.
constexpr milliseconds least_gap = 1s, uneven = 200ms;
/// What was claimed before a change may wait for its host as long as its lease lasts.
constexpr milliseconds everybody_knows_after = 50s;

/// The word in a text that begins like this; empty if there is none.
std::string word_in(std::string_view text, std::string_view begin) {
  const auto at = text.find(begin);
  if (at == std::string_view::npos) return {};
  const auto end = std::ranges::find_if_not(
      text.substr(at), [](unsigned char one) { return std::isalnum(one) != 0 || one == '_' || one == '-'; });
  return {text.begin() + static_cast<std::ptrdiff_t>(at), end};
}

const first_shops::webhook* find_webhook(std::string_view id) {
  for (const auto& shop : first_shops::get().shops)
    for (const auto& one : shop.webhooks)
      if (one.id.view() == id) return &one;
  return nullptr;
}

const first_shops::webhook* webhook_of_bot(std::string_view url) {
  for (const auto& shop : first_shops::get().shops)
    for (const auto& one : shop.webhooks)
      if (one.type == webhook_type::telegram && url == std::string{bot_api} + one.secret + "/sendMessage") return &one;
  return nullptr;
}

std::string text_of(const json::object& body, std::string_view name) {
  const auto* member = body.if_contains(name);
  const auto* text = member ? member->if_string() : nullptr;
  return text ? std::string{*text} : std::string{};
}

} // namespace

webhook_ends::webhook_ends(world& in, shared_database& database) : world_{in}, database_{database} {
  for (const auto& shop : first_shops::get().shops)
    for (const auto& one : shop.webhooks) keys_[one.id].push_back({one.api_key, one.secret});
}

void webhook_ends::know_keys(const webhook_id& of, std::string api_key, std::string secret) {
  keys_[of].push_back({std::move(api_key), std::move(secret)});
}

std::optional<webhook_ends::reported> webhook_ends::read(const outbound_request& request) const {
  const auto id = header_of(request, "-Webhook-ID");
  const bool is_chat = request.url.starts_with(bot_api);
  if (id.empty() && !is_chat) return std::nullopt;
  const auto* to = is_chat ? webhook_of_bot(request.url) : find_webhook(id);
  if (to == nullptr) {
    world_.violate("a webhook is told that is nobody's: " + (is_chat ? request.shown_url : id));
    return std::nullopt;
  }
  const auto body = json::parse(request.body).as_object();
  reported made{.to = to->id};
  if (is_chat) {
    const auto text = text_of(body, "text");
    if (text_of(body, "chat_id") != first_shops::chat && !body.at("chat_id").is_int64())
      world_.violate("a message goes to another chat");
    made.subject = word_in(text, "txn_");
    if (made.subject.empty()) made.subject = word_in(text, "order-");
    return made;
  }
  made.subject = text_of(body, "transaction_id");
  if (!made.subject.empty()) {
    made.event = text_of(body, "transfer_type") == "credit" ? webhook_event::transaction_credit
                                                            : webhook_event::transaction_debit;
    return made;
  }
  made.subject = text_of(body, "order_id");
  made.event = text_of(body, "status") == "success" ? webhook_event::order_success : webhook_event::order_failed;
  return made;
}

std::optional<std::string> webhook_ends::delivery_of(const outbound_request& request) {
  const auto read_as = read(request);
  if (!read_as) return std::nullopt;
  std::optional<std::string> found;
  database_.rows().each_of<sql_text, sql_number>(
      "SELECT d.event_id, d.event FROM deliveries d JOIN webhooks w ON w.row = d.webhook_row WHERE w.id = :webhook AND "
      "d.subject_id = :subject",
      [&](const auto& columns) {
        const auto& [delivery, event] = columns.fields;
        if (!read_as->event || event.value == static_cast<std::int64_t>(*read_as->event)) found = delivery.value;
      },
      read_as->to.text(), read_as->subject);
  return found ? found : std::optional{"unknown-" + read_as->to.text() + read_as->subject};
}

void webhook_ends::check(const node& from, const outbound_request& request, const std::string& delivery) {
  if (request.url.starts_with(bot_api)) return check_pace(delivery);
  const auto id = header_of(request, "-Webhook-ID");
  if (request.follow_to_other_origin) world_.violate("an API key may go to another origin");
  if (!header_of(request, "User-Agent").ends_with("-Webhook/1")) world_.violate("a webhook has another user agent");
  const auto* to = find_webhook(id);
  if (to == nullptr) return;
  check_wish(to->id);
  check_seal(from, request, to->id);
}

// Each attempt is signed for itself: with a pair that is known, when it is sent.
void webhook_ends::check_seal(const node& from, const outbound_request& request, const webhook_id& to) {
  const auto& all = keys_[to];
  const auto key = std::ranges::find(all, header_of(request, "X-Client-API-Key"), &key_pair::api_key);
  if (key == all.end()) return world_.violate("a webhook is told with a key that it was never given");
  const auto stamp = header_of(request, "-Timestamp"), signature = header_of(request, "-Signature");
  if (signature != hmac_sha256{key->secret}.hex({stamp, ".", request.body}))
    world_.violate("the signature of a webhook does not verify");
  const auto activated = activated_.find(to);
  if (activated == activated_.end() || !world_.planned.is_prompt()) return;
  const auto& [at, pair] = activated->second;
  if (static_cast<std::size_t>(key - all.begin()) < pair && world_.elapsed > at + everybody_knows_after)
    world_.violate("a webhook is told with a pair that was replaced long ago");
  std::int64_t signed_at = 0;
  std::from_chars(stamp.data(), stamp.data() + stamp.size(), signed_at);
  const auto off = std::chrono::abs(from.clock.now() - from_millis(signed_at * 1'000));
  // A clock that is set between the two readings.
  if (off > 2s && !world_.planned.has_wrong_clocks())
    world_.violate("a webhook is signed " + std::to_string(off.count()) + " ms before it is sent");
}

void webhook_ends::check_wish(const webhook_id& to) {
  const auto disabled = disabled_at_.find(to);
  if (disabled != disabled_at_.end() && world_.planned.is_prompt() &&
      world_.elapsed > disabled->second + everybody_knows_after)
    world_.violate("a webhook is told that has been disabled for a while");
}

// Over all nodes, where nothing stands between a claim and its message.
void webhook_ends::check_pace(const std::string& delivery) {
  const auto before = std::exchange(last_message_at_, world_.elapsed);
  if (!before || !world_.planned.is_prompt()) return;
  const auto gap = world_.elapsed - *before;
  if (gap + uneven < least_gap)
    world_.violate("a chat is told of " + delivery + " only " + std::to_string(gap.count()) + " ms after another");
}

} // namespace paylink::simulation
