#pragma once
#include <chrono>
#include <string>
#include <string_view>

namespace paylink {

/// Why a chat's service takes a message neither now nor later.
enum class chat_fault {
  none,
  token_refused,    ///< The bot's token is wrong, or has been revoked.
  forbidden,        ///< The chat, or the person, does not want the bot.
  chat_not_found,   ///< The bot knows no such chat.
  thread_not_found, ///< The topic of the group is gone.
  no_rights,        ///< The bot may not write there.
  text_refused,     ///< The text cannot be read, not even as plain text.
  wrong_address,    ///< What answers is not the service, or not for this bot.
  refused,          ///< Whatever else is final.
};

/// The word that is stored and shown.
std::string_view to_text(chat_fault value);

/// Whether the channel cannot work until a person changes it, so that it is disabled.
bool disables_channel(chat_fault value);

/// What follows from one try to send a message.
struct chat_outcome {
  enum class step {
    delivered,
    retry,      ///< After `wait`, which holds for the whole chat if `holds_chat`.
    moved,      ///< The chat has the id `moved_to` from now on: store it, and send at once.
    plain_text, ///< The same as plain text, at once.
    ended,      ///< For the reason in `fault`.
  };
  step next = step::delivered;
  std::chrono::milliseconds wait{0};
  bool holds_chat = false;
  std::string moved_to{};
  chat_fault fault = chat_fault::none;
  bool operator==(const chat_outcome&) const = default;
};

} // namespace paylink
