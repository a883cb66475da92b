#include "domain/changes/change.hpp"

#include "domain/values/json_string.hpp"

#include <algorithm>
#include <array>

namespace paylink {

namespace {

constexpr std::array<std::string_view, change_kinds> words{"payment_link", "callback", "transaction",  "delivery",
                                                           "webhook",      "order",    "bank_account", "member",
                                                           "invitation",   "workspace"};

} // namespace

std::string_view to_text(change_kind value) { return words.at(static_cast<std::size_t>(value)); }

std::optional<change_kind> parse_change_kind(std::string_view text) {
  const auto* const found = std::ranges::find(words, text);
  if (found == words.end()) return std::nullopt;
  return static_cast<change_kind>(found - words.begin());
}

std::string hint_of(const change& reported) {
  std::string text = R"({"kind":")";
  text.append(to_text(reported.kind)).append(R"(","id":)");
  if (reported.subject.empty())
    text += "null";
  else
    append_json_string(text, reported.subject);
  return text + "}";
}

} // namespace paylink
