#include "connectors/connector_protocol.hpp"

#include "domain/banks/connection.hpp"
#include "domain/values/free_text.hpp"
#include "domain/values/json_string.hpp"
#include "domain/values/percent.hpp"
#include "http/wire/json_cursor.hpp"

#include <boost/json.hpp>

namespace paylink {

namespace json = boost::json;

namespace {

constexpr std::size_t connection_id_max = 128;
constexpr std::size_t message_points_max = 200;
constexpr std::size_t place_max = 512;
constexpr std::size_t word_max = 64;

std::string target_of(std::string_view connection_id, std::string_view rest = {}) {
  return ("/connections/" + percent_encoded(connection_id)).append(rest);
}

/// A JSON object of texts, of which empty ones are left out.
std::string body_of(std::initializer_list<std::pair<std::string_view, std::string_view>> members) {
  std::string body = "{";
  for (const auto& [name, value] : members) {
    if (value.empty()) continue;
    if (body.size() > 1) body += ',';
    append_json_string(body, name);
    append_json_string(body += ':', value);
  }
  return body += '}';
}

std::string text_of(const json::object& in, std::string_view name) {
  const auto* const found = in.if_contains(name);
  const auto* const text = found ? found->if_string() : nullptr;
  return text ? std::string{*text} : std::string{};
}

connector_failure not_understood(std::string_view what) {
  return {errc::bank_unreachable, "the connector's answer has no usable " + std::string{what}};
}

/// The object of an answer that is neither a failure nor a refusal.
std::variant<json::object, connector_refusal, connector_failure> read_object(const connector_answer& answer) {
  if (answer.failed != errc::ok) return connector_failure{answer.failed, answer.reason};
  boost::system::error_code unreadable;
  auto document = json::parse(answer.body.empty() ? "{}" : answer.body, unreadable);
  auto* const members = unreadable ? nullptr : document.if_object();
  if (answer.status >= 200 && answer.status < 300)
    return members ? std::variant<json::object, connector_refusal, connector_failure>{std::move(*members)}
                   : not_understood("JSON object");
  const auto* const error = members ? members->if_contains("error") : nullptr;
  if (answer.status < 400 || answer.status >= 500 || error == nullptr || !error->is_object())
    return connector_failure{errc::bank_unreachable, "HTTP " + std::to_string(answer.status)};
  const auto& why = error->get_object();
  auto code = text_of(why, "code");
  // Our own credentials are wrong, or the connector does not know what it has begun: no fault of the person's.
  if (answer.status == 401 || answer.status == 403 || code.empty())
    return connector_failure{errc::bank_unreachable, "HTTP " + std::to_string(answer.status) + " " + code};
  return connector_refusal{code.substr(0, word_max), text_of(why, "field").substr(0, word_max),
                           std::string{printable_start(text_of(why, "message"), message_points_max)}};
}

/// Reads an answer's object with `read`, which returns the value, or a failure.
template <class Value, class Read>
connector_result<Value> read_answer(const connector_answer& answer, Read read) {
  auto found = read_object(answer);
  if (auto* const members = std::get_if<json::object>(&found)) return read(*members);
  if (auto* const refusal = std::get_if<connector_refusal>(&found)) return std::move(*refusal);
  return std::get<connector_failure>(std::move(found));
}

/// Reads a page of entries. Its entries stay as sent: the feed's reader repairs a payer's text that is not UTF-8, which
/// would make a parser refuse the page, and all that follow it.
class entries_page {
public:
  explicit entries_page(std::string_view body) : cursor_{body} {}

  /// False: the body is not a JSON object.
  bool read() {
    if (!cursor_.take('{')) return false;
    if (cursor_.take('}')) return cursor_.is_at_end();
    do {
      json_text name;
      if (!cursor_.take_string(name) || !cursor_.take(':')) return false;
      std::string unescaped;
      append_unescaped(unescaped, name.raw);
      if (!read_member(unescaped)) return false;
    } while (cursor_.take(','));
    return cursor_.take('}') && cursor_.is_at_end();
  }

  bool has_entries() const { return lists_ == 1; }

  fetched_entries fetched;

private:
  static constexpr int depth_max = 32;

  bool read_member(std::string_view name) {
    const char first = cursor_.peek();
    if (name == "entries" && first == '[') return read_list();
    if (name == "entries") lists_ = 2;
    if (name == "has_more") fetched.has_more = first == 't';
    if (name != "next_after" || first != '"') return cursor_.skip_value(depth_max);
    json_text text;
    if (!cursor_.take_string(text)) return false;
    fetched.next_after.clear();
    append_unescaped(fetched.next_after, text.raw);
    return true;
  }

  bool read_list() {
    const auto from = cursor_.offset();
    auto ahead = cursor_;
    const bool is_empty = ahead.take('[') && ahead.take(']');
    if (!cursor_.skip_value(depth_max)) return false;
    fetched.entries = is_empty ? "[]" : cursor_.since(from);
    ++lists_;
    return true;
  }

  json_cursor cursor_;
  int lists_ = 0; ///< Members with the name `entries`; 2 also if one is not a list.
};

} // namespace

connector_request ask_to_connect(const account_application& application, std::string idempotency_key) {
  const bool is_switch = application.feed == switch_code;
  return {.feed = application.feed,
          .target = "/connections",
          .body = body_of({{"account_type", to_text(application.type)},
                           {"account_number", application.account_number},
                           {"holder_name", application.holder_name},
                           {"phone", application.phone},
                           {"identity_number", application.identity_number},
                           {"bin", is_switch ? std::string_view{application.bin} : std::string_view{}}}),
          .idempotency_key = std::move(idempotency_key)};
}

connector_request give_otp(std::string feed, std::string_view connection_id, std::string_view otp,
                           std::string idempotency_key) {
  return {.feed = std::move(feed),
          .target = target_of(connection_id, "/otp"),
          .body = body_of({{"otp", otp}}),
          .idempotency_key = std::move(idempotency_key)};
}

connector_request ask_for_otp(std::string feed, std::string_view connection_id, std::string idempotency_key) {
  return {.feed = std::move(feed),
          .target = target_of(connection_id, "/otp/resend"),
          .body = "{}",
          .idempotency_key = std::move(idempotency_key)};
}

connector_request ask_for_virtual_account(std::string feed, std::string_view connection_id, std::string_view name,
                                          std::string idempotency_key) {
  return {.feed = std::move(feed),
          .target = target_of(connection_id, "/virtual-accounts"),
          .body = body_of({{"name", name}}),
          .idempotency_key = std::move(idempotency_key)};
}

connector_request close_virtual_number(std::string feed, std::string_view connection_id, std::string_view number) {
  return {.feed = std::move(feed),
          .method = http_method::del,
          .target = target_of(connection_id, "/virtual-accounts/" + percent_encoded(number))};
}

connector_request ask_for_state(std::string feed, std::string_view connection_id) {
  return {.feed = std::move(feed), .method = http_method::get, .target = target_of(connection_id)};
}

connector_request ask_for_entries(std::string feed, std::string_view connection_id, std::string_view after, int limit) {
  std::string rest = "/transactions?limit=" + std::to_string(limit);
  if (!after.empty()) append_percent_encoded(rest += "&after=", after);
  return {.feed = std::move(feed), .method = http_method::get, .target = target_of(connection_id, rest)};
}

connector_result<begun_connection> read_begun(const connector_answer& answer) {
  return read_answer<begun_connection>(answer, [](const json::object& members) -> connector_result<begun_connection> {
    begun_connection begun{.connection_id = text_of(members, "connection_id")};
    const bool is_usable = !begun.connection_id.empty() && begun.connection_id.size() <= connection_id_max &&
                           percent_encoded(begun.connection_id) == begun.connection_id;
    if (!is_usable) return not_understood("connection_id");
    const auto* const needs_otp = members.if_contains("otp_required");
    begun.needs_otp = needs_otp == nullptr || !needs_otp->is_bool() || needs_otp->get_bool();
    return begun;
  });
}

connector_result<connector_done> read_done(const connector_answer& answer) {
  return read_answer<connector_done>(
      answer, [](const json::object&) -> connector_result<connector_done> { return connector_done{}; });
}

connector_result<issued_number> read_issued(const connector_answer& answer) {
  return read_answer<issued_number>(answer, [](const json::object& members) -> connector_result<issued_number> {
    issued_number issued{text_of(members, "account_number")};
    if (fault_of_account_number(issued.number)) return not_understood("account_number");
    return issued;
  });
}

connector_result<reported_state> read_state(const connector_answer& answer) {
  return read_answer<reported_state>(answer, [](const json::object& members) -> connector_result<reported_state> {
    reported_state reported{text_of(members, "state")};
    if (reported.word != "pending" && reported.word != "connected" && reported.word != "lapsed")
      return not_understood("state");
    return reported;
  });
}

connector_result<fetched_entries> read_entries(const connector_answer& answer) {
  if (answer.failed != errc::ok || answer.status < 200 || answer.status >= 300)
    return read_answer<fetched_entries>(
        answer, [](const json::object&) -> connector_result<fetched_entries> { return not_understood("entries"); });
  entries_page page{answer.body};
  if (!page.read()) return not_understood("JSON object");
  if (!page.has_entries()) return not_understood("entries");
  auto& fetched = page.fetched;
  if (fetched.next_after.size() > place_max) return not_understood("next_after");
  // Without a place the same page would come for ever.
  if (fetched.next_after.empty() && (fetched.has_more || fetched.entries != "[]")) return not_understood("next_after");
  return std::move(fetched);
}

std::string signed_text(std::string_view seconds, http_method method, std::string_view target, std::string_view body) {
  std::string text{seconds};
  text.append(".").append(to_text(method)).append(".").append(target).append(".").append(body);
  return text;
}

} // namespace paylink
