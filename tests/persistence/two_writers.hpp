#pragma once
#include "tests/persistence/store_world.hpp"

namespace paylink::test {

/// The replies to entries that two nodes are told of at once, as their actors and banks see to it: what the other node
/// has held up, or blocked, is tried again.
inline std::vector<recorded_entry> record_in_the_end(write_store& writer, std::vector<write_command> entries) {
  std::vector<recorded_entry> recorded;
  for (int tries = 0; tries < 1'000 && !entries.empty(); ++tries) {
    std::vector<write_command> left;
    auto replies = writer.apply(entries);
    for (std::size_t i = 0; i < replies.size(); ++i) {
      auto* entry = replies[i] ? std::get_if<recorded_entry>(&*replies[i]) : nullptr;
      if (entry)
        recorded.push_back(std::move(*entry));
      else if (replies[i] || error_of(replies[i]) == errc::service_unavailable)
        left.push_back(std::move(entries[i]));
    }
    entries = std::move(left);
  }
  return recorded;
}

} // namespace paylink::test
