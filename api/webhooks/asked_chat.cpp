#include "api/webhooks/asked_chat.hpp"

#include "chat/telegram/telegram_chat.hpp"
#include "chat/telegram/telegram_text.hpp"
#include "chat/telegram/telegram_token.hpp"
#include "domain/webhooks/webhook_payload.hpp"
#include "secrets/hmac.hpp"
#include "secrets/sealing.hpp"

namespace paylink {

namespace {

constexpr std::size_t bot_digest_size = 32;

transaction_event_facts test_transaction(webhook_event event, std::string_view subject, timestamp now) {
  return {.transaction_id = subject,
          .account_id = "ba_test_account",
          .bank = "MB",
          .account_number = "0123456789",
          .amount = money{10'000},
          .type = event == webhook_event::transaction_credit ? transfer_type::credit : transfer_type::debit,
          .content = "Test event: no money has moved. Sự kiện thử: không có tiền được chuyển.",
          .occurred_at = now};
}

order_event_facts test_order(webhook_event event, std::string_view subject, timestamp now) {
  return {.order_id = subject,
          .amount = money{10'000},
          .is_success = event == webhook_event::order_success,
          .customer_email = {},
          .created_at = now};
}

chat_news news_of(const transaction_event_facts& facts) {
  return transaction_news{.type = facts.type,
                          .amount = facts.amount,
                          .account_number = facts.account_number,
                          .bank = facts.bank,
                          .content = facts.content,
                          .occurred_at = facts.occurred_at,
                          .transaction = facts.transaction_id};
}

chat_news news_of(const order_event_facts& facts) {
  return order_news{.order = facts.order_id,
                    .amount = facts.amount,
                    .result = facts.is_success ? order_result::success : order_result::failed,
                    .created_at = facts.created_at};
}

} // namespace

void check_chat(const webhook_request& asked, bool is_new, field_faults& faults) {
  if (asked.chat_id) {
    if (auto fault = fault_of_telegram_chat(*asked.chat_id)) faults.push_back(std::move(*fault));
  } else if (is_new) {
    faults.push_back({"chat_id", "required", "Give the chat's id, such as -1001234567890, or its public @name."});
  }
  if (asked.bot_token) {
    if (auto fault = fault_of_telegram_token(*asked.bot_token)) faults.push_back(std::move(*fault));
  } else if (is_new) {
    faults.push_back({"bot_token", "required", "Give the token of your bot, from @BotFather."});
  }
}

std::string stored_chat_id(const std::string& given) { return parse_telegram_chat(given).value().text(); }

sealed_webhook_keys seal_bot_token(const call_context& context, const webhook_id& of, const std::string& token) {
  auto& random = context.services.random;
  sealed_webhook_keys sealed{.id = of.text() + "." + delivery_id::make(context.now, random).text().substr(4),
                             .api_key = {},
                             .secret = {},
                             .bot = sha256_hex(token).substr(0, bot_digest_size)};
  sealed.secret = context.services.keys.seal(token, webhook_secret_place(context.workspace.view(), sealed.id), random);
  return sealed;
}

test_event make_test_event(call_context& context, webhook_type type, webhook_event event) {
  const auto id = delivery_id::make(context.now, context.services.random);
  test_event made{.delivery = id,
                  .event = event,
                  .subject = (is_of_order(event) ? "ord_test_" : "txn_test_") + id.text().substr(4),
                  .body = {}};
  const auto write = [&](const auto& facts) {
    if (type == webhook_type::http) return webhook_payload(facts);
    const auto of = context.rows.find_workspace(context.workspace);
    return telegram_html(news_of(facts), of ? of->lang : language::vi);
  };
  made.body = is_of_order(event) ? write(test_order(event, made.subject, context.now))
                                 : write(test_transaction(event, made.subject, context.now));
  return made;
}

} // namespace paylink
