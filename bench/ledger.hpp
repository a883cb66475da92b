#pragma once
#include <chrono>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace paylink::load {

using moment = std::chrono::steady_clock::time_point;

/// One link from its credit to its callback. A time that is not set has not come.
struct link_entry {
  std::string reference;
  bool hangs = false;    ///< Its receiver never answers, so nothing of it counts.
  bool warms_up = false; ///< Paid before the measurement.
  // Written by the bank's thread.
  moment due, answered;
  bool is_acknowledged = false; ///< The credit was recorded.
  // Written by the receivers' thread.
  moment arrived;
  int arrivals = 0;
};

/// Everything that was sent and that arrived, by position of the link. The entries never move.
class ledger {
public:
  explicit ledger(std::vector<std::string> references, int hang);

  link_entry& at(std::size_t position) { return entries_[position]; }
  const std::vector<link_entry>& entries() const { return entries_; }
  /// The link with this reference; null when there is none.
  link_entry* find(std::string_view reference);

private:
  std::vector<link_entry> entries_;
  std::unordered_map<std::string_view, std::size_t> positions_;
};

/// Whether the link at this position is one of those whose callback hangs.
constexpr bool hangs(std::size_t position, int hang) {
  return hang > 0 && position % static_cast<std::size_t>(hang) == 0;
}

} // namespace paylink::load
