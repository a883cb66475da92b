#pragma once
#include "api/calls/call.hpp"
#include "api/description/request_record.hpp"
#include "domain/webhooks/webhook_rules.hpp"

namespace paylink {

/// What a body says of a webhook, to create it or to change it.
struct asked_webhook : webhook_request {
  std::optional<bool> is_enabled{};
  bool is_checked = false; ///< The endpoint must accept a test event first.
};

/// Readers of members with rules of their own: an unknown type is a fault, and `null` is an empty filter.
void read_webhook_type(asked_webhook& into, const boost::json::value& value, field_faults& faults);
void read_webhook_filter(asked_webhook& into, const boost::json::value& value, field_faults& faults);
void read_webhook_headers(asked_webhook& into, const boost::json::value& value, field_faults& faults);

/// Checks what a body says by the rules of webhooks and of a chat's service, and looks up what its filter names; adds
/// the faults. `is_new`: what a webhook needs must be given.
checked_webhook check_webhook(call_context& context, const asked_webhook& asked, bool is_new, field_faults& faults);

/// The token of a bot, sealed for its place. A Workspace's webhook `of` has one at a time.
sealed_webhook_keys seal_bot_token(const call_context& context, const webhook_id& of, const std::string& token);

} // namespace paylink
