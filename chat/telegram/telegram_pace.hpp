#pragma once
#include "chat/chat_pace.hpp"

#include <array>

namespace paylink {

/// The two limits that a message counts for, the chat's first. `bot` is what stands for the bot's token in the keys: a
/// digest of the whole token, never the token. The number in front of it is known to all; if it were the key, someone
/// with a made-up token could delay another's bot. An id that is no chat's is one of its own, as Telegram will say.
std::array<chat_pace, 2> telegram_paces(std::string_view bot, std::string_view chat_id);

} // namespace paylink
