#pragma once
#include "persistence/records/bank_account_records.hpp"
#include "persistence/records/scheduled_job_records.hpp"

#include <array>

namespace paylink {

/// When a transfer that proved an account is checked again. Kept entries are handed over after the first check: by
/// then, what other nodes and other reports have received is stored, or was reported again.
inline constexpr std::array<std::chrono::minutes, 2> proof_looks{std::chrono::minutes{1}, std::chrono::minutes{10}};

/// The transfer that proved whose a connected account is.
struct transfer_proof {
  std::string text;      ///< Its verification text.
  timestamp occurred_at; ///< The bank's time.
  timestamp check_at{};  ///< Once it is connected: when the proof is checked again.
};

// A pending account has a connection in progress, and goes with it; a disconnected one may have one, and stays.

/// Connects the account, unless its number is connected already. `proof`: null if something else proved it.
bool mark_connected(writing& at, std::int64_t account_row, std::string_view connection_id,
                    const transfer_proof* proof = nullptr);
/// Looks again at what proved whose a connected account is, and notes when to look next. If its text was paid in, the
/// proof was a payment that came back: the account is evicted, and true is returned.
bool is_taken_back(writing& at, const bank_account& account, const transfer_proof& proof, timestamp proved_at);
/// Ends the connection in progress of an account, if there is one.
void end_connection(writing& at, std::int64_t account_row);
/// Drops the account if it is pending: nothing refers to it.
void drop_pending_account(writing& at, std::int64_t account_row);
/// The accounts that had the number of one that was connected have it no more, until they are connected again.
void supersede_others(writing& at, std::int64_t account_row);
/// Ends those whose time is over, and pending accounts with them: a portion of the scheduled job.
scheduled_job_portion work_on_connections(writing& at);

} // namespace paylink
