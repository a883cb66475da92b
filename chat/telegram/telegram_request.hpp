#pragma once
#include "chat/chat_try.hpp"
#include "chat/telegram/telegram_chat.hpp"

namespace paylink {

enum class telegram_markup { html, none };

/// The body of `sendMessage`, which is JSON.
std::string telegram_body(const telegram_chat& chat, std::string_view text, telegram_markup markup);

/// The URL of `sendMessage`, below the base of the Bot API. The token stands in it: it is built to be sent to, and
/// neither stored nor logged.
std::string telegram_url(std::string_view base, std::string_view token);

/// A message of `telegram_html`. An invalid chat id is left empty; Telegram rejects it.
chat_request telegram_request(std::string_view base, std::string_view token, std::string_view chat_id,
                              std::string_view html, bool is_plain_text);

} // namespace paylink
