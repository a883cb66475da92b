#pragma once
#include "domain/webhooks/webhook_payload.hpp"

#include <optional>
#include <string_view>
#include <variant>

namespace paylink {

/// What a chat is told of `transaction.credit` and `transaction.debit`. Everything is shown as text: a test event has
/// ids that no row has.
struct transaction_news {
  transfer_type type = transfer_type::credit;
  money amount; ///< Positive; the direction is `type`.
  std::string_view account_number;
  std::string_view bank;    ///< Its code.
  std::string_view content; ///< As the bank sent it: anyone can have written it.
  timestamp occurred_at;    ///< The bank's time.
  std::string_view transaction;
  bool is_unproven = false; ///< Only an imported statement that proves nothing contains it.
};

enum class order_result { success, failed };

/// What a chat is told of `order.success` and `order.failed`.
struct order_news {
  std::string_view order; ///< The merchant's own id, or ours.
  money amount;
  order_result result = order_result::success;
  std::optional<timestamp> created_at;
  std::string_view transaction{}; ///< Empty: none.
};

/// The four events that chats are told of.
using chat_news = std::variant<transaction_news, order_news>;

/// What a chat is told of the event that endpoints are sent this payload for. It lives as long as the facts' texts.
chat_news news_of(const transaction_event_facts& facts);
chat_news news_of(const order_event_facts& facts);

} // namespace paylink
