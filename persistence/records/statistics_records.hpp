#pragma once
#include "domain/statistics/open_counts.hpp"
#include "domain/statistics/period_counts.hpp"
#include "domain/values/ids.hpp"
#include "persistence/records/verb.hpp"

#include <vector>

/// What the stores count in a Workspace.
namespace paylink {

/// The periods in which something happened, in order; `from` and `to` are beginnings of periods.
struct list_periods {
  workspace_id in;
  timestamp from, to;
  period_length length;
};
std::vector<period_counts> answer(reading& at, const list_periods& wanted);

/// What is open in a Workspace.
struct count_open {
  workspace_id in;
  timestamp now;
};
open_counts answer(reading& at, const count_open& wanted);

} // namespace paylink
