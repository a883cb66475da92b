#include "chat/telegram/telegram_chat.hpp"

#include "domain/values/ascii.hpp"
#include "domain/values/decimal.hpp"

#include <algorithm>
#include <charconv>

namespace paylink {

namespace {

// The Bot API promises at most 52 significant bits.
constexpr std::int64_t chat_number_end = std::int64_t{1} << 52;
constexpr std::size_t name_size_min = 4, name_size_max = 32;

bool is_chat_name(std::string_view text) {
  if (!text.starts_with('@')) return false;
  text.remove_prefix(1);
  return text.size() >= name_size_min && text.size() <= name_size_max && is_ascii_letter(text.front()) &&
         std::ranges::all_of(text, [](char c) { return is_ascii_letter(c) || is_digit(c) || c == '_'; });
}

} // namespace

std::string telegram_chat::text() const { return number == 0 ? name : std::to_string(number); }

bool is_telegram_chat_number(std::int64_t number) {
  return number != 0 && number > -chat_number_end && number < chat_number_end;
}

std::optional<telegram_chat> parse_telegram_chat(std::string_view text) {
  if (is_chat_name(text)) return telegram_chat{.name = std::string{text}};
  telegram_chat chat;
  const auto* const end = text.data() + text.size();
  const auto [read_to, error] = std::from_chars(text.data(), end, chat.number);
  if (error != std::errc{} || read_to != end || !is_telegram_chat_number(chat.number)) return std::nullopt;
  // `007` and `7` would be two chats with a pace each.
  if (chat.text() != text) return std::nullopt;
  return chat;
}

std::optional<field_fault> fault_of_telegram_chat(std::string_view text) {
  if (parse_telegram_chat(text)) return std::nullopt;
  if (text.starts_with('@'))
    return field_fault{
        "chat_id", "format",
        "The name of a group or channel must be @ and 4 to 32 letters, digits or underscores, starting with a letter."};
  return field_fault{
      "chat_id", "format",
      "A chat must be a whole number, such as -1001234567890, or the @name of a public group or channel."};
}

} // namespace paylink
