#pragma once
#include "domain/webhooks/webhook.hpp"

namespace paylink {

/// A webhook's filter as JSON, as it is stored; empty for one that accepts everything.
std::string stored_filter(const webhook_filter& filter);
webhook_filter filter_from_store(std::string_view stored);

} // namespace paylink
