#pragma once
#include "api/calls/call.hpp"
#include "domain/webhooks/webhook_rules.hpp"

namespace paylink {

/// Checks what a request says of a chat by the rules of its service. `is_new`: chat and token must be given.
void check_chat(const webhook_request& asked, bool is_new, field_faults& faults);

/// The token of a bot, sealed for its place. A Workspace's webhook `of` has one at a time.
sealed_webhook_keys seal_bot_token(const call_context& context, const webhook_id& of, const std::string& token);

} // namespace paylink
