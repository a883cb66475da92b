#pragma once
#include "api/calls/call.hpp"
#include "domain/webhooks/webhook.hpp"

namespace paylink {

/// The first event of a set, which is not empty.
webhook_event first_event_of(webhook_event_set events);

/// An event that is none, written as this type of webhook is told of it. Its id is new.
test_event make_test_event(call_context& context, webhook_type type, webhook_event event);

/// There is a delivery to be sent at once.
void announce_due_delivery(const write_reply& reply, news_desk& news);

} // namespace paylink
