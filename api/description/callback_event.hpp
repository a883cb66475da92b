#pragma once
#include "api/description/described.hpp"

namespace paylink {

/// What is sent when a link is paid, and its signature headers, without the prefix `X-Brand-`.
extern const record_description callback_event_record;
described_parameters callback_headers();
/// What a receiver's answer does.
std::span<const answer_description> callback_answers();

} // namespace paylink
