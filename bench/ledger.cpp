#include "bench/ledger.hpp"

namespace paylink::load {

ledger::ledger(std::vector<std::string> references, int hang) : entries_(references.size()) {
  positions_.reserve(entries_.size());
  for (std::size_t position = 0; position < entries_.size(); ++position) {
    auto& entry = entries_[position];
    entry.reference = std::move(references[position]);
    entry.hangs = hangs(position, hang);
    positions_.emplace(entry.reference, position);
  }
}

link_entry* ledger::find(std::string_view reference) {
  const auto found = positions_.find(reference);
  return found == positions_.end() ? nullptr : &entries_[found->second];
}

} // namespace paylink::load
