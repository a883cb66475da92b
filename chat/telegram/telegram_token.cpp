#include "chat/telegram/telegram_token.hpp"

#include "domain/values/ascii.hpp"
#include "domain/values/decimal.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>

namespace paylink {

namespace {

constexpr std::size_t secret_size = 35;
constexpr std::uint64_t bot_number_end = std::uint64_t{1} << 54;

constexpr bool is_secret_character(char c) { return is_ascii_alphanumeric(c) || c == '_' || c == '-'; }

bool is_bot_number(std::string_view digits) {
  if (digits.empty() || digits.front() == '0' || !std::ranges::all_of(digits, is_digit)) return false;
  std::uint64_t number = 0;
  const auto error = std::from_chars(digits.data(), digits.data() + digits.size(), number).ec;
  return error == std::errc{} && number < bot_number_end;
}

/// How many characters at the front are of a kind.
std::size_t run_of(std::string_view text, bool (*is_of_kind)(char)) {
  return static_cast<std::size_t>(std::ranges::find_if_not(text, is_of_kind) - text.begin());
}

/// The colon of a token, plain or as a URL may write it.
std::size_t colon_size(std::string_view text) {
  if (text.starts_with(':')) return 1;
  return text.size() >= 3 && equals_ignoring_case(text.substr(0, 3), "%3a") ? 3 : 0;
}

// What is shorter than a secret may be a part of one, and a time of day is not.
constexpr std::size_t suspicious_size = 8;

} // namespace

std::optional<field_fault> fault_of_telegram_token(std::string_view token) {
  const auto colon = std::min(token.find(':'), token.size());
  const auto secret = token.substr(std::min(colon + 1, token.size()));
  if (is_bot_number(token.substr(0, colon)) && secret.size() == secret_size &&
      std::ranges::all_of(secret, is_secret_character))
    return std::nullopt;
  return field_fault{"bot_token", "format",
                     "A bot's token must be its number, a colon and 35 letters, digits, hyphens or underscores. Copy "
                     "it from @BotFather."};
}

std::string without_telegram_tokens(std::string_view text) {
  std::string shown;
  shown.reserve(text.size());
  while (!text.empty()) {
    const auto digits = run_of(text, is_digit);
    const auto colon = colon_size(text.substr(digits));
    const auto secret = run_of(text.substr(digits + colon), is_secret_character);
    if (digits > 0 && colon > 0 && secret >= suspicious_size) {
      shown.append(text.substr(0, digits + colon)).append("***");
      text.remove_prefix(digits + colon + secret);
    } else {
      const auto next = std::max<std::size_t>(digits, 1);
      shown += text.substr(0, next);
      text.remove_prefix(next);
    }
  }
  return shown;
}

} // namespace paylink
