#pragma once
#include "domain/deliveries/delivery.hpp"

namespace paylink {

/// What an answer means to a service that has rules of its own, and what follows beside the delivery.
struct attempt_judgement {
  verdict what = verdict::acknowledged;
  std::chrono::milliseconds wait{0}; ///< The least that the service asks for.
  bool holds_chat = false;           ///< It asks the same of everything that is sent to this chat.
  std::string moved_to{};            ///< The id that the chat has from now on; empty: the same.
  bool disables_channel = false;     ///< Nothing can be sent until a person has changed something.
  bool operator==(const attempt_judgement&) const = default;
};

/// By the specification's table.
attempt_judgement judge_by_table(const attempt& made, timestamp now);

} // namespace paylink
