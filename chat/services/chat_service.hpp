#pragma once
#include "chat/chat_news.hpp"
#include "chat/chat_outcome.hpp"
#include "chat/chat_pace.hpp"
#include "chat/chat_try.hpp"
#include "domain/deliveries/delivery.hpp"
#include "domain/errors/field_fault.hpp"

#include <array>

namespace paylink {

/// All in which messages to the chats of one service differ from those of another.
struct chat_service {
  delivery_kind kind;
  std::string_view name; ///< For people.
  /// An event as the body of a delivery.
  std::string (&message)(const chat_news& news, language lang);
  /// That body as it is sent to a chat, below the service's address.
  chat_request (&request)(std::string_view base, std::string_view token, std::string_view chat_id,
                          std::string_view message, bool is_plain_text);
  chat_outcome (&judge)(const attempt& made, const chat_try& sent, timestamp now);
  /// A text of an answer without the secret parts of tokens.
  std::string (&without_tokens)(std::string_view text);
  /// The limits that a message counts for, the chat's first. `bot` stands for the bot's token in the keys.
  std::array<chat_pace, 2> (&paces)(std::string_view bot, std::string_view chat_id);
  std::optional<field_fault> (&fault_of_chat)(std::string_view chat_id);
  std::optional<field_fault> (&fault_of_token)(std::string_view token);
};

/// Null: deliveries of this kind do not go to chats.
const chat_service* find_chat_service(delivery_kind kind);

} // namespace paylink
