#pragma once
#include "api/description/described.hpp"

namespace paylink {

/// A request that the service makes to a merchant's system.
struct sent_event {
  std::string_view id, tag, summary, details;
  const record_description* body = nullptr;
  described_parameters headers;                ///< Without the prefix `X-Brand-`, unless they begin with `X-`.
  std::span<const answer_description> answers; ///< What a receiver's answer does.
};

std::span<const sent_event> sent_events();

} // namespace paylink
