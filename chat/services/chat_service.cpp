#include "chat/services/chat_service.hpp"

#include "chat/telegram/telegram_answer.hpp"
#include "chat/telegram/telegram_chat.hpp"
#include "chat/telegram/telegram_pace.hpp"
#include "chat/telegram/telegram_request.hpp"
#include "chat/telegram/telegram_text.hpp"
#include "chat/telegram/telegram_token.hpp"

#include <algorithm>

namespace paylink {
namespace {

constexpr chat_service services[]{
    {delivery_kind::telegram, "Telegram", telegram_html, telegram_request, judge_telegram_answer,
     without_telegram_tokens, telegram_paces, fault_of_telegram_chat, fault_of_telegram_token},
};

} // namespace

const chat_service* find_chat_service(delivery_kind kind) {
  const auto* const found = std::ranges::find(services, kind, &chat_service::kind);
  return found == std::end(services) ? nullptr : found;
}

} // namespace paylink
