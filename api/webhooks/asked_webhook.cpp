#include "api/webhooks/asked_webhook.hpp"

#include "api/webhooks/webhook_record.hpp"
#include "chat/services/chat_service.hpp"
#include "secrets/hmac.hpp"
#include "secrets/sealing.hpp"

namespace paylink {

namespace {

constexpr std::size_t bot_digest_size = 32;

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

void look_up_filter(call_context& context, const webhook_filter& filter, field_faults& faults) {
  for (std::size_t i = 0; i < filter.accounts.size(); ++i)
    if (!was_found(context.rows.ask(find_account{context.workspace, filter.accounts[i]})))
      faults.push_back({"filter.bank_account_ids." + std::to_string(i), "not_found",
                        "No bank account of this Workspace has this id."});
  for (std::size_t i = 0; i < filter.virtual_accounts.size(); ++i)
    if (!was_found(context.rows.ask(find_virtual_account{context.workspace, filter.virtual_accounts[i]})))
      faults.push_back({"filter.virtual_account_ids." + std::to_string(i), "not_found",
                        "No virtual account of this Workspace has this id."});
}

} // namespace

void read_webhook_type(asked_webhook& into, const boost::json::value& value, field_faults& faults) {
  std::optional<std::string> word;
  given::take(value, word);
  const auto known = word ? parse_webhook_type(*word) : webhook_type::http;
  if (!known) faults.push_back({"type", "format", "type must be http or telegram."});
  into.type = known.value_or(webhook_type::http);
}

void read_webhook_filter(asked_webhook& into, const boost::json::value& value, field_faults& faults) {
  if (value.is_null()) into.filter.emplace();
  const auto* members = value.if_object();
  if (members == nullptr) return;
  auto read = webhook_filter_request.read(*members, "filter.");
  into.filter = std::move(read.asked);
  faults.insert(faults.end(), read.faults.begin(), read.faults.end());
}

void read_webhook_headers(asked_webhook& into, const boost::json::value& value, field_faults&) {
  std::map<std::string, std::string> headers;
  given::take(value, headers);
  into.headers.emplace(headers.begin(), headers.end());
}

checked_webhook check_webhook(call_context& context, const asked_webhook& asked, bool is_new, field_faults& faults) {
  const auto& addresses = context.services.addresses;
  const auto& brand = context.services.brand;
  auto checked = is_new ? check_new_webhook(asked, addresses, brand) : check_webhook_change(asked, addresses, brand);
  add_faults(faults, checked.faults);
  if (is_chat(asked.type)) {
    field_faults found;
    check_chat(asked, is_new, found);
    add_faults(faults, found);
    if (asked.is_checked)
      faults.push_back({"check", "format", "A chat cannot be checked. It gets a test message when it is saved."});
  }
  look_up_filter(context, checked.filter, faults);
  return checked;
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
