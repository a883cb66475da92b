#pragma once
#include "persistence/records/scheduled_job_records.hpp"

namespace paylink {

/// The scheduled job that purges old deliveries, a portion in each transaction; it is done after each, so that other
/// scheduled jobs have their turn in between. It goes through the deliveries by their rows and never back: what it
/// passes before its time is noted, and found through an index then.
scheduled_job_portion work_on_retention(writing& at, const std::string& progress);

} // namespace paylink
