#pragma once
#include "api/calls/call.hpp"
#include "api/webhooks/webhook_record.hpp"

#include <optional>

namespace paylink {

/// A new pair of API key and secret, and as it is stored.
struct made_keys {
  std::optional<shown_webhook_keys> shown{}; ///< None: of a chat.
  sealed_webhook_keys sealed{};
};

made_keys make_keys(const call_context& context, const webhook_id& of);

/// From now on requests to the target carry this pair.
void carry(webhook_target& target, const sealed_webhook_keys& keys);

} // namespace paylink
