#pragma once
#include "api/calls/call.hpp"
#include "api/calls/described_body.hpp"
#include "domain/webhooks/webhook_rules.hpp"

namespace paylink {

/// What a body says of a webhook of this type; adds the faults of its filter.
webhook_request read_webhook_request(webhook_type type, const described_body& given, field_faults& faults);

/// Looks up what a filter names; adds `not_found` faults.
void look_up_filter(call_context& context, const webhook_filter& filter, field_faults& faults);

} // namespace paylink
