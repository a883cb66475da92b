#pragma once
#include "persistence/credits/bulk_credits.hpp"

namespace paylink {

/// Settles the ordinary credits and outcomes of a batch with a few statements for all of them: on PostgreSQL every
/// statement is a round trip. Special cases (duplicates, rejected entries, outcomes of lost claims) are left to the
/// verbs for single commands. Fills the replies of the commands that it has carried out; `given` has an empty element
/// for each command.
void settle_together(writing& at, std::span<const write_command> batch, bulk_replies& given);

} // namespace paylink
