#pragma once
#include "persistence/records/credit_records.hpp"

/// Stores the entries that become no transaction, each once.
namespace paylink {

/// An entry of a suspended Workspace.
void keep_held_entry(writing& at, const record_entry& command);
/// An entry in the history of its link. False if it was kept before.
bool keep_rejected_entry(writing& at, const record_entry& command, std::optional<std::int64_t> link_row);
/// Whether the rejected entry that was kept before has other content.
bool differs_from_rejected(writing& at, const record_entry& command);
/// An entry that came before with other content.
void keep_conflict(writing& at, const record_entry& command, std::optional<std::int64_t> link_row);

} // namespace paylink
