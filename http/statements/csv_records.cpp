#include "http/statements/csv_records.hpp"

#include "http/feeds/entry_values.hpp"

#include <algorithm>

namespace paylink {

std::optional<csv_record> csv_reader::next() {
  if (at_ >= file_.size()) return std::nullopt;
  csv_record record{{}, line_};
  for (;;) {
    record.cells.push_back(take_cell(record));
    if (at_ == file_.size() || file_[at_] != separator_) break;
    ++at_;
  }
  if (at_ < file_.size() && file_[at_] == '\r') ++at_;
  if (at_ < file_.size() && file_[at_] == line_end_ && line_end_ == '\n') ++at_;
  ++line_;
  return record;
}

std::string csv_reader::take_cell(csv_record& of) {
  std::string cell;
  csv_record::enclosed within;
  const bool is_quoted = at_ < file_.size() && file_[at_] == '"';
  if (is_quoted) {
    of.is_open = true;
    for (++at_; at_ < file_.size(); ++at_) {
      if (file_[at_] == '"') {
        ++at_;
        of.is_open = at_ < file_.size() && file_[at_] == '"';
        if (!of.is_open) break;
        of.has_doubled_quote = true;
      }
      if (file_[at_] == line_end_) ++line_, ++within.line_ends;
      if (file_[at_] == separator_) ++within.separators;
      cell += file_[at_];
    }
  }
  of.has_quoted_separator |= within.separators > 0;
  if (within.line_ends > 0) of.in_quotes.push_back(within);
  // Up to the end, also of what stands behind a closing quote.
  const char ends[]{separator_, line_end_};
  auto end = std::min(file_.find_first_of({ends, 2}, at_), file_.size());
  // CR and LF end a line together; a CR by itself does only where there is no LF.
  if (line_end_ == '\n' && end > at_ && file_[end - 1] == '\r' && (end == file_.size() || file_[end] == '\n')) --end;
  of.has_text_behind_quote |= is_quoted && end > at_;
  of.is_all_quoted = of.is_all_quoted && is_quoted;
  cell += file_.substr(at_, end - at_);
  at_ = end;
  return repaired(cell);
}

} // namespace paylink
