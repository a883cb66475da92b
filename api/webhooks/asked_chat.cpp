#include "api/webhooks/asked_chat.hpp"

#include "chat/services/chat_service.hpp"
#include "secrets/hmac.hpp"
#include "secrets/sealing.hpp"

namespace paylink {

namespace {

constexpr std::size_t bot_digest_size = 32;

} // namespace

void check_chat(const webhook_request& asked, bool is_new, field_faults& faults) {
  const auto& service = *find_chat_service(kind_of(asked.type));
  if (asked.chat_id) {
    if (auto fault = service.fault_of_chat(*asked.chat_id)) faults.push_back(std::move(*fault));
  } else if (is_new) {
    faults.push_back({"chat_id", "required", "Provide the chat's id, such as -1001234567890, or its public @name."});
  }
  if (asked.bot_token) {
    if (auto fault = service.fault_of_token(*asked.bot_token)) faults.push_back(std::move(*fault));
  } else if (is_new) {
    faults.push_back({"bot_token", "required", "Provide the token of your bot, from @BotFather."});
  }
}

sealed_webhook_keys seal_bot_token(const call_context& context, const webhook_id& of, const std::string& token) {
  auto& random = context.services.random;
  sealed_webhook_keys sealed{.id = of.text() + "." + delivery_id::make(context.now, random).text().substr(4),
                             .api_key = {},
                             .secret = {},
                             .bot = sha256_hex(token).substr(0, bot_digest_size)};
  sealed.secret = context.services.keys.seal(token, webhook_secret_place(context.workspace.view(), sealed.id), random);
  return sealed;
}

} // namespace paylink
