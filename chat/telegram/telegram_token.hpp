#pragma once
#include "domain/errors/field_fault.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace paylink {

/// What is wrong with the token of a bot, such as `123456:` and 35 characters; none if it has the form of one. The text
/// of the fault has nothing of the token.
std::optional<field_fault> fault_of_telegram_token(std::string_view token);

/// A text for logs and people, in which every token of a bot, also within a URL, has lost its secret part:
/// `/bot123456:***/sendMessage`.
std::string without_telegram_tokens(std::string_view text);

} // namespace paylink
