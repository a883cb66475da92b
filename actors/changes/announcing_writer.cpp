#include "actors/changes/announcing_writer.hpp"

#include "actors/changes/changes_of.hpp"

#include <algorithm>

namespace paylink {

std::vector<result<write_reply>> announcing_writer::apply(std::span<const write_command> batch) {
  auto outcomes = inner_->apply(batch);
  if (board_.is_watched()) announce(batch, outcomes);
  return outcomes;
}

void announcing_writer::announce(std::span<const write_command> batch, std::span<const result<write_reply>> outcomes) {
  changed_.clear();
  for (std::size_t place = 0; place < batch.size(); ++place) append_changes(batch[place], outcomes[place], changed_);
  if (!changed_.empty()) board_.note(changed_);
  if (std::ranges::any_of(batch, may_end_access)) board_.suspect();
}

} // namespace paylink
