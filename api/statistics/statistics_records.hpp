#pragma once
#include "api/description/written_record.hpp"
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

extern const written_record<workspace_statistics> statistics_record;
extern const written_record<open_counts> open_counts_record;

} // namespace paylink
