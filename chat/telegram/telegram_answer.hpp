#pragma once
#include "chat/chat_outcome.hpp"
#include "chat/chat_try.hpp"
#include "domain/deliveries/delivery.hpp"

namespace paylink {

/// The longest wait that an answer can ask for. Sooner would only prolong it.
inline constexpr std::chrono::hours telegram_wait_max{24};

/// What the Bot API's answer means. It counts what the answer's JSON says; without readable JSON, as when it has been
/// cut, the status decides. `now` is when the answer arrived.
chat_outcome judge_telegram_answer(const attempt& made, const chat_try& sent, timestamp now);

} // namespace paylink
