#include "tests/support/bot_api.hpp"

#include "domain/values/ascii.hpp"
#include "domain/values/utf8.hpp"

#include <algorithm>
#include <boost/json.hpp>

namespace paylink::test {

namespace json = boost::json;
using std::chrono::milliseconds;

namespace {

constexpr std::size_t raw_bytes_max = 32'768, units_max = 4096;

std::string refusal(int code, const std::string& description, json::object parameters = {}) {
  json::object body{{"ok", false}, {"error_code", code}, {"description", description}};
  if (!parameters.empty()) body["parameters"] = std::move(parameters);
  return json::serialize(body);
}

std::string text_of(const json::object& request, std::string_view name) {
  const auto* value = request.if_contains(name);
  if (!value) return {};
  return value->is_string() ? std::string{value->get_string()} : json::serialize(*value);
}

// Spaces and ends of lines around a text are no part of it.
std::string stripped(const std::string& text) {
  constexpr const char* blank = " \n\t\r";
  const auto first = text.find_first_not_of(blank);
  return first == text.npos ? std::string{} : text.substr(first, text.find_last_not_of(blank) - first + 1);
}

std::string type_of(const bot_chat& chat) {
  if (chat.id > 0) return "private";
  return chat.id < -1'000'000'000'000 ? "supergroup" : "group";
}

std::string refusal_of(const bot_chat& chat, int& status) {
  status = 403;
  switch (chat.mood) {
  case chat_mood::blocked:
    return refusal(403, "Forbidden: bot was blocked by the user");
  case chat_mood::kicked:
    return refusal(403, "Forbidden: bot was kicked from the " + type_of(chat) + " chat");
  case chat_mood::no_rights:
    status = 400;
    return refusal(400, "Bad Request: not enough rights to send text messages to the chat");
  case chat_mood::upgraded:
    status = 400;
    return refusal(400, "Bad Request: group chat was upgraded to a supergroup chat",
                   {{"migrate_to_chat_id", chat.upgraded_to}});
  case chat_mood::open:
    break;
  }
  return {};
}

/// How long until one more message is allowed after those that were sent.
milliseconds wait_after(const std::vector<milliseconds>& sent, const message_rate& rate, milliseconds now) {
  if (sent.size() < rate.messages) return milliseconds{0};
  return std::max(sent[sent.size() - rate.messages] + rate.within - now, milliseconds{0});
}

} // namespace

bot_api::bot_api(std::vector<bot_chat> chats, bot_clock now, bot_rates rates)
    : now_{std::move(now)}, rates_{rates}, chats_{std::move(chats)},
      receiver_{[this](receiver_connection& client) { serve(client); }} {}

void bot_api::script(std::vector<bot_fault> faults) {
  const std::lock_guard lock{mutex_};
  faults_.insert(faults_.end(), faults.begin(), faults.end());
}

void bot_api::set_mood(std::int64_t chat, chat_mood mood, std::int64_t upgraded_to) {
  const std::lock_guard lock{mutex_};
  auto* known = find(std::to_string(chat));
  if (!known) throw std::runtime_error{"bot api: no such chat"};
  known->mood = mood;
  known->upgraded_to = upgraded_to;
}

std::vector<bot_message> bot_api::messages() const {
  const std::lock_guard lock{mutex_};
  return messages_;
}

bot_fault bot_api::next_fault() {
  const std::lock_guard lock{mutex_};
  if (faults_.empty()) return bot_fault::none;
  const auto fault = faults_.front();
  faults_.pop_front();
  return fault;
}

void bot_api::serve(receiver_connection& client) {
  while (const auto request = client.read_request()) {
    const auto fault = next_fault();
    if (fault == bot_fault::hang) return client.hang();
    if (fault == bot_fault::reset) return client.reset();
    answer given;
    switch (fault) {
    case bot_fault::internal_error:
      given = {500, refusal(500, "Internal Server Error: restart")};
      break;
    case bot_fault::unauthorized:
      given = {401, refusal(401, "Unauthorized")};
      break;
    case bot_fault::not_found:
      given = {404, refusal(404, "Not Found")};
      break;
    case bot_fault::flood:
      given = {429, refusal(429, "Too Many Requests: retry after 7", {{"retry_after", 7}}), 7};
      break;
    case bot_fault::bad_markup:
      given = {400, refusal(400, "Bad Request: can't parse entities: Unsupported start tag \"x\" at byte offset 0")};
      break;
    default:
      given = answer_to(*request);
    }
    std::string headers = "Content-Type: application/json\r\n";
    if (given.retry_after > 0) headers += "Retry-After: " + std::to_string(given.retry_after) + "\r\n";
    const auto whole = http_answer(given.status, given.body, headers);
    if (fault == bot_fault::cut) {
      client.send(std::string_view{whole}.substr(0, whole.size() - given.body.size() / 2));
      return client.close();
    }
    if (!client.send(whole)) return;
  }
}

bot_api::answer bot_api::answer_to(const received_request& request) {
  const answer not_found{404, refusal(404, "Not Found")};
  const std::string_view target = request.target;
  const auto end = target.rfind('/');
  if (!target.starts_with("/bot") || end < 4 || request.method != "POST") return not_found;
  const auto given = target.substr(4, end - 4);
  // The public server answers what has not the form of a token like a wrong path.
  if (given.find(':') == given.npos || given.size() > 80 || given.find('/') != given.npos || given.starts_with('0'))
    return not_found;
  if (given != token) return {401, refusal(401, "Unauthorized")};
  if (!equals_ignoring_case(target.substr(end + 1), "sendmessage")) return not_found;
  return send(request);
}

bot_api::answer bot_api::send(const received_request& request) {
  const auto bad = [](const std::string& why) { return answer{400, refusal(400, "Bad Request: " + why)}; };
  json::error_code failed;
  const auto document = json::parse(request.body, failed);
  const bool is_json = request.header("Content-Type").starts_with("application/json");
  if (is_json && utf8_fault(request.body) != request.body.size()) return bad("strings must be encoded in UTF-8");
  if (is_json && (failed || !document.is_object())) return bad("can't parse JSON object");
  const auto fields = is_json ? document.get_object() : json::object{};

  bot_message message{.raw = text_of(fields, "text")};
  if (message.raw.size() > raw_bytes_max) return bad("text is too long");
  const auto chat_text = text_of(fields, "chat_id");
  if (chat_text.empty()) return bad("chat_id is empty");
  const std::lock_guard lock{mutex_};
  const auto* chat = find(chat_text);
  if (!chat) return bad("chat not found");

  const auto mode = ascii_lowered(text_of(fields, "parse_mode"));
  message.has_markup = mode == "html";
  if (!mode.empty() && !message.has_markup) return bad("unsupported parse_mode");
  auto parsed = message.has_markup ? parse_telegram_html(message.raw) : parsed_html{.text = message.raw};
  if (!parsed.error.empty()) return bad("can't parse entities: " + parsed.error);
  message.text = stripped(parsed.text);
  message.entities = std::move(parsed.entities);
  if (message.text.empty()) return bad("message text is empty");
  if (utf16_length(message.text) > units_max) return bad("message is too long");
  message.chat = chat->id;
  return deliver(*chat, std::move(message));
}

bot_api::answer bot_api::deliver(const bot_chat& chat, bot_message message) {
  if (chat.mood != chat_mood::open) {
    answer refused;
    refused.body = refusal_of(chat, refused.status);
    return refused;
  }
  const auto now =
      now_ ? now_() : std::chrono::duration_cast<milliseconds>(std::chrono::steady_clock::now().time_since_epoch());
  auto& to_chat = sent_[std::to_string(chat.id)];
  auto& by_bot = sent_["bot"];
  const auto wait = std::max(wait_after(to_chat, chat.id > 0 ? rates_.person : rates_.group, now),
                             wait_after(by_bot, rates_.bot, now));
  if (wait > milliseconds{0}) {
    const auto seconds = static_cast<int>(std::chrono::ceil<std::chrono::seconds>(wait).count());
    return {429, refusal(429, "Too Many Requests: retry after " + std::to_string(seconds), {{"retry_after", seconds}}),
            seconds};
  }
  to_chat.push_back(now);
  by_bot.push_back(now);
  message.at = now;
  messages_.push_back(message);
  return {200, json::serialize(json::object{{"ok", true},
                                            {"result",
                                             {{"message_id", messages_.size()},
                                              {"chat", {{"id", chat.id}, {"type", type_of(chat)}}},
                                              {"date", 1'773'541'806},
                                              {"text", message.text}}}})};
}

bot_chat* bot_api::find(std::string_view chat) {
  const auto found = std::ranges::find_if(chats_, [chat](const bot_chat& one) {
    return chat == std::to_string(one.id) || (!one.name.empty() && ascii_lowered(chat) == ascii_lowered(one.name));
  });
  return found == chats_.end() ? nullptr : &*found;
}

} // namespace paylink::test
