#pragma once
#include "persistence/context/writing.hpp"

namespace paylink {

/// Carries out the changes of plans whose time has come, a portion of them; whether there may be more.
bool carry_out_due_changes(writing& at);

/// Closes the statements of months that are over: month after month, account after account. An entry belongs to the
/// month of its transaction's time, or to the first open one if that is later; so a month is closed only once the next
/// one is open, and every transaction that may not know of it has ended, wherever it runs.
scheduled_job_portion close_next_statements(writing& at, const std::string& progress);

/// Sends notices of used quotas. Every transaction is looked at once, in the order of their rows, and counted for its
/// account; usage itself is never counted again.
scheduled_job_portion count_next_usage(writing& at, const std::string& progress);

} // namespace paylink
