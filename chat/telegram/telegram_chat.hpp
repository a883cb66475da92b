#pragma once
#include "domain/errors/field_fault.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace paylink {

/// A chat by its number (a person's is positive, a group's or channel's negative) or by its public `@name`.
struct telegram_chat {
  std::int64_t number = 0; ///< 0: it is known by its name.
  std::string name{};      ///< With the `@`, as it was given.

  /// Whether a person reads it alone; a name is that of a group or channel.
  bool is_private() const { return number > 0; }
  /// `-1001234567890` or `@shop_payments`.
  std::string text() const;
  bool operator==(const telegram_chat&) const = default;
};

/// The chat that a text means; each number is written in one way. None: see `fault_of_telegram_chat`.
std::optional<telegram_chat> parse_telegram_chat(std::string_view text);

/// What is wrong with a text that is to mean a chat; none if nothing is.
std::optional<field_fault> fault_of_telegram_chat(std::string_view text);

/// Whether a number can be that of a chat.
bool is_telegram_chat_number(std::int64_t number);

} // namespace paylink
