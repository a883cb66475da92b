#pragma once
#include <chrono>
#include <string>

namespace paylink {

/// How a message was sent that an answer is for.
struct chat_try {
  bool is_plain_text = false;            ///< It had no markup.
  bool has_moved = false;                ///< In this attempt the chat's id has changed once.
  std::chrono::milliseconds back_off{0}; ///< Our own wait before the next attempt.
};

/// What a message is sent with.
struct chat_request {
  std::string url; ///< May have the bot's token in it: it is neither stored nor logged.
  std::string body;
};

} // namespace paylink
