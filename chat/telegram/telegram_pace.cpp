#include "chat/telegram/telegram_pace.hpp"

#include "chat/telegram/telegram_chat.hpp"
#include "domain/values/ascii.hpp"

namespace paylink {

namespace {

using namespace std::chrono_literals;

// As Telegram's questions and answers for bots have them: one message a second to a person, 20 a minute to a group, and
// about 30 a second from a bot, of which a few are left to what else sends for it.
constexpr std::chrono::milliseconds private_gap{1s}, group_gap{60s / 20}, bot_gap{1000ms / 25};

} // namespace

std::array<chat_pace, 2> telegram_paces(std::string_view bot, std::string_view chat_id) {
  const auto chat = parse_telegram_chat(chat_id).value_or(telegram_chat{});
  const std::string owner{bot};
  // Names are the same in any case of letters.
  return {{{"chat/" + owner + "/" + ascii_lowered(chat.text()), chat.is_private() ? private_gap : group_gap},
           {"bot/" + owner, bot_gap}}};
}

} // namespace paylink
