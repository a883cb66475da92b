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

/// Readers of members that not every value is as it is given: `null` is an empty filter.
void read_webhook_type(asked_webhook& into, const boost::json::value& value, field_faults& faults);
void read_webhook_filter(asked_webhook& into, const boost::json::value& value, field_faults& faults);
void read_webhook_headers(asked_webhook& into, const boost::json::value& value, field_faults& faults);

/// Looks up what a filter names; adds `not_found` faults.
void look_up_filter(call_context& context, const webhook_filter& filter, field_faults& faults);

} // namespace paylink
