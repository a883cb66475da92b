#pragma once
#include "api/description/described.hpp"
#include "domain/statistics/open_counts.hpp"
#include "domain/statistics/period_counts.hpp"

#include <span>

namespace paylink {

/// Counts of consecutive periods, and of all of them together.
struct workspace_statistics {
  period_length length = period_length::day;
  timestamp from{}, to{}; ///< `to` is no longer part of it.
  std::vector<period_counts> periods{};
};

extern const record_description statistics_record;
void append_statistics(std::string& out, const workspace_statistics& all);

extern const record_description open_counts_record;
void append_open_counts(std::string& out, const open_counts& open);

} // namespace paylink
