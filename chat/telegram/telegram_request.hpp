#pragma once
#include "chat/telegram/telegram_chat.hpp"

namespace paylink {

enum class telegram_markup { html, none };

/// The body of `sendMessage`, which is JSON.
std::string telegram_body(const telegram_chat& chat, std::string_view text, telegram_markup markup);

/// The URL of `sendMessage`, below the base of the Bot API. The token stands in it: it is built to be sent to, and
/// neither stored nor logged.
std::string telegram_url(std::string_view base, std::string_view token);

} // namespace paylink
