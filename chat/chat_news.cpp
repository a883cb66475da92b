#include "chat/chat_news.hpp"

namespace paylink {

chat_news news_of(const transaction_event_facts& facts) {
  return transaction_news{.type = facts.type,
                          .amount = facts.amount,
                          .account_number = facts.account_number,
                          .bank = facts.bank,
                          .content = facts.content,
                          .occurred_at = facts.occurred_at,
                          .transaction = facts.transaction_id,
                          .is_unproven = facts.is_unproven};
}

chat_news news_of(const order_event_facts& facts) {
  return order_news{.order = facts.order_id,
                    .amount = facts.amount,
                    .result = facts.is_success ? order_result::success : order_result::failed,
                    .created_at = facts.created_at};
}

} // namespace paylink
