#pragma once
#include "api/calls/call.hpp"
#include "api/description/request_record.hpp"
#include "api/description/written_record.hpp"
#include "domain/deliveries/delivery.hpp"
#include "domain/webhooks/webhook_rules.hpp"

#include <string>

namespace paylink {

inline constexpr std::string_view webhook_tag = "Webhooks";

/// A filter in answers, and the same in requests.
extern const written_record<webhook_filter> webhook_filter_record;
extern const request_record<filter_request> webhook_filter_request;

/// The webhook that the path names.
result<webhook> named_webhook(call_context& context);

/// A webhook's API key and secret, in the one answer that shows them.
struct shown_webhook_keys {
  std::string api_key, secret;
};

/// The keys are null in every other answer, and the attempt where no check was asked for.
extern const written_record<webhook, const shown_webhook_keys*, const attempt*> webhook_record;
http_response answer_webhook(const reply_context& context, unsigned status, const webhook& record,
                             const shown_webhook_keys* keys = nullptr, const attempt* checked = nullptr);

} // namespace paylink
