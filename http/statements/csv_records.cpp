#include "http/statements/csv_records.hpp"

#include "http/feeds/entry_values.hpp"

#include <algorithm>

namespace paylink {

std::optional<csv_record> csv_reader::next() {
  if (at_ >= file_.size()) return std::nullopt;
  csv_record record{{}, line_};
  for (;;) {
    record.cells.push_back(take_cell(record.is_open));
    if (at_ == file_.size() || file_[at_] != separator_) break;
    ++at_;
  }
  if (at_ < file_.size() && file_[at_] == '\r') ++at_;
  if (at_ < file_.size() && file_[at_] == '\n') ++at_;
  ++line_;
  return record;
}

std::string csv_reader::take_cell(bool& is_open) {
  std::string cell;
  if (at_ < file_.size() && file_[at_] == '"') {
    is_open = true;
    for (++at_; at_ < file_.size(); ++at_) {
      if (file_[at_] == '"') {
        ++at_;
        is_open = at_ < file_.size() && file_[at_] == '"';
        if (!is_open) break;
      }
      line_ += file_[at_] == '\n' ? 1 : 0;
      cell += file_[at_];
    }
  }
  // Up to the end, also of what stands behind a closing quote.
  const char ends[]{separator_, '\r', '\n'};
  const auto end = std::min(file_.find_first_of({ends, 3}, at_), file_.size());
  cell += file_.substr(at_, end - at_);
  at_ = end;
  return repaired(cell);
}

} // namespace paylink
