#pragma once
#include <chrono>
#include <string>

namespace paylink {

/// One limit of a chat's service: at most one message with this key in each gap, over all nodes.
struct chat_pace {
  std::string key;
  std::chrono::milliseconds gap{0};
  bool operator==(const chat_pace&) const = default;
};

} // namespace paylink
