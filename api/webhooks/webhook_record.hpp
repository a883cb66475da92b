#pragma once
#include "api/calls/call.hpp"
#include "api/description/described.hpp"
#include "domain/deliveries/delivery.hpp"
#include "domain/webhooks/webhook.hpp"

#include <string>

namespace paylink {

inline constexpr std::string_view webhook_tag = "Webhooks";

extern const record_description webhook_record;
/// What a request says of a filter.
extern const record_description webhook_filter_record;

/// A webhook's API key and secret, in the one answer that shows them.
struct shown_webhook_keys {
  std::string api_key, secret;
};

/// `keys` is null in every other answer, and `checked` where no check was asked for.
void append_webhook(std::string& out, const webhook& record, const shown_webhook_keys* keys,
                    const attempt* checked = nullptr);
/// The same as an answer.
http_response answer_webhook(const reply_context& context, unsigned status, const webhook& record,
                             const shown_webhook_keys* keys = nullptr, const attempt* checked = nullptr);

} // namespace paylink
