#pragma once
#include "persistence/credits/feed_pairing.hpp"
#include "persistence/credits/locked_link.hpp"
#include "persistence/credits/statement_pairing.hpp"

/// Records what banks report. A credit that completes its link writes everything here: transaction, link, signed event
/// with its claimed first attempt, usage.
namespace paylink {

/// Records an entry, whatever the status of its Workspace and wherever its account's number is connected by now: one
/// that was held. Returns `recorded_entry` or `held_up`; `service_unavailable` for a link's credit while the clock is
/// not sound: the bank sends it again.
result<write_reply> settle_entry(writing& at, const record_entry& command);

// The rest is shared by the sources of this room.

/// The current link of the entry's account with the reference `named`; null: none, or another transaction has locked
/// it. Valid until the next call.
const locked_link* find_locked_link(writing& at, const record_entry& command, const std::optional<reference>& named);
/// After `find_locked_link` has found none: whether there is one that another transaction has locked.
bool is_link_held_up(writing& at, const record_entry& command, const std::optional<reference>& named);
/// The reference that the entry names, or that of the link that uses its virtual account.
std::optional<reference> reference_named_by(writing& at, const record_entry& command);
void complete_link(writing& at, const record_entry& command, const locked_link& truth, std::int64_t transaction_row,
                   recorded_entry& reply);
/// Stores a delivery that the transaction raises.
void store_delivery(writing& at, new_delivery made, std::int64_t transaction_row, recorded_entry& reply);
result<write_reply> answer_repeated(writing& at, const record_entry& command, const feed_pairing::first_notice& first,
                                    const locked_link* link);

// entry_extras.cpp
/// Stores what only some transactions have, in rows of their own.
void keep_beside(writing& at, const bank_entry& entry, std::int64_t transaction_row);
/// Stores what of the transaction's text its own row does not hold; empty: it holds all.
void replace_text_beside(writing& at, std::int64_t transaction_row, std::string_view text);
/// The return of a credit may come with a text that only one of its reports has.
void keep_verification_texts(writing& at, const bank_entry& entry, std::int64_t transaction_row);

// entry_matches.cpp
/// What a credit is for, as that is now.
struct credit_target {
  const locked_link* link = nullptr;
  std::optional<payment_order> order{};
  bool is_locked = false; ///< By another transaction.

  /// None: there is neither.
  std::optional<named_target> named() const;
};
/// `named`: by the entry, or by its virtual account.
credit_target find_target(writing& at, const record_entry& command, const std::optional<reference>& named);
/// For another entry of a recorded transfer, which proves what it says: settles the transfer on what this entry names,
/// if nothing is proved yet. If only an import has reported the transfer, records what this entry says of it. None: it
/// names nothing, or nothing more than is known. An error, or `held_up`, has stored nothing.
std::optional<result<write_reply>> settle_by(writing& at, const record_entry& command, std::int64_t transaction_row);
/// For an entry of a statement whose transfer is recorded.
result<write_reply> state_again(writing& at, const record_entry& command, const statement_pairing::stated& known);
/// Another entry of it names the virtual account that the first report has left out, whatever has become of it since.
void add_account(writing& at, const record_entry& command, std::int64_t transaction_row,
                 const transaction_id& transaction, recorded_entry& reply);

} // namespace paylink
