#include "api/calls/idempotency.hpp"

#include "api/calls/route.hpp"
#include "secrets/tokens.hpp"

#include <boost/json/serialize.hpp>

#include <algorithm>
#include <array>

namespace paylink {

namespace {

namespace json = boost::json;

constexpr std::string_view key_header = "Idempotency-Key";
constexpr std::size_t key_bytes_max = 255;

/// The header's value without the quotes of a structured field; none if it is not a key.
std::optional<std::string> key_of(std::string_view value) {
  std::string key;
  if (value.size() >= 2 && value.front() == '"' && value.back() == '"') {
    for (auto rest = value.substr(1, value.size() - 2); !rest.empty(); rest.remove_prefix(1)) {
      if (rest.front() == '"') return std::nullopt;
      if (rest.front() == '\\') {
        rest.remove_prefix(1);
        if (rest.empty() || (rest.front() != '"' && rest.front() != '\\')) return std::nullopt;
      }
      key += rest.front();
    }
  } else {
    key = value;
  }
  const bool is_printable = std::ranges::all_of(key, [](char c) { return c >= 0x20 && c < 0x7f; });
  if (key.empty() || key.size() > key_bytes_max || !is_printable) return std::nullopt;
  return key;
}

} // namespace

std::variant<std::optional<std::string>, http_response> look_up_key(call_context& context) {
  const auto& key = context.key;
  if (key.key.empty()) return std::nullopt;
  auto used = context.rows.ask(find_used_key{key, context.workspace, context.now});
  if (!was_found(used)) return std::nullopt;
  if (used->print != key.print) return context.fail(errc::idempotency_key_reused);
  return std::optional{std::move(used->subject)};
}

http_response repeatable(http_response response, bool is_replay, std::string location) {
  if (!location.empty()) response.headers.emplace_back("Location", std::move(location));
  if (is_replay) response.headers.emplace_back("Idempotency-Replayed", "true");
  return response;
}

void append_canonical(std::string& out, const json::value& value) {
  if (const auto* array = value.if_array()) {
    out += '[';
    for (const auto& element : *array) {
      if (&element != array->data()) out += ',';
      append_canonical(out, element);
    }
    out += ']';
  } else if (const auto* object = value.if_object()) {
    std::vector<const json::key_value_pair*> members;
    for (const auto& member : *object) members.push_back(&member);
    std::ranges::sort(members, {}, [](const auto* member) { return member->key(); });
    out += '{';
    for (const auto* member : members) {
      if (member != members.front()) out += ',';
      out += json::serialize(member->key());
      out += ':';
      append_canonical(out, member->value());
    }
    out += '}';
  } else {
    out += json::serialize(value);
  }
}

std::variant<idempotency_key, http_response> read_idempotency_key(const call_context& context) {
  const auto& request = context.call.request;
  std::optional<std::string> key;
  for (const auto& [name, value] : request.headers) {
    if (name != "idempotency-key") continue;
    auto read = key_of(value);
    if (!read || (key && key != read)) {
      return context.fail(errc::malformed_request, "Idempotency-Key is not valid.",
                          {std::string{key_header}, "format",
                           "One key of 1 to 255 printable ASCII characters, with or without quotes."});
    }
    key = std::move(read);
  }
  if (!key) return idempotency_key{};
  std::string asked{to_text(request.method)};
  asked.append(" ").append(request.path).append("\n");
  auto parameters = request.query;
  std::ranges::sort(parameters);
  for (const auto& [name, value] : parameters) asked.append(name).append("=").append(value).append("\n");
  auto remembered = context.body;
  if (const auto* body = context.call.route->description->bodies.front())
    for (const auto& member : body->members)
      if (!member.is_fingerprinted) remembered.erase(member.name);
  append_canonical(asked, remembered);
  return idempotency_key{std::string{context.who.name()}, std::move(*key), sha256_hex(asked)};
}

} // namespace paylink
