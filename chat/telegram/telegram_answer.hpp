#pragma once
#include "chat/chat_outcome.hpp"
#include "domain/deliveries/delivery.hpp"

namespace paylink {

/// The longest wait that an answer can ask for. Sooner would only prolong it.
inline constexpr std::chrono::hours telegram_wait_max{24};

/// How the message was sent that an answer is for.
struct telegram_try {
  bool is_plain_text = false;            ///< It had no markup.
  bool has_moved = false;                ///< In this attempt the chat's id has changed once.
  std::chrono::milliseconds back_off{0}; ///< Our own wait before the next attempt.
};

/// What the Bot API's answer means. It counts what the answer's JSON says; without readable JSON, as when it has been
/// cut, the status decides. `now` is when the answer arrived.
chat_outcome judge_telegram_answer(const attempt& made, const telegram_try& sent, timestamp now);

} // namespace paylink
