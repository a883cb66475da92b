#pragma once
#include "domain/banks/credit.hpp"

#include <optional>
#include <span>

namespace paylink {

/// A link or an order that an entry names, as it is when the entry is settled.
struct named_target {
  link_status status = link_status::pending; ///< An order's by `as_of_link`.
  std::optional<money> amount;               ///< None: any.
  timestamp expires_at;
};

classification classify(const named_target& target, const bank_entry& entry, timestamp received_at);

/// What was looked up about an entry before anything of it is stored. Everything is read in the transaction that
/// settles it; a row of the target, if there is one, is locked.
struct entry_facts {
  bool is_refused = false;   ///< Its account has moved, or gets only what is asked for of it.
  bool is_suspended = false; ///< Its Workspace is.
  /// Recorded before, or paired, under its feed and its source id. It may be left unknown: then the insert finds out.
  bool is_known = false;
  bool is_of_another_account = false; ///< Recorded, or held, for another account of the same number.
  bool has_partner = false;           ///< Another feed, or a statement, has reported its transfer.
  bool is_target_locked = false;      ///< By another transaction.
  std::optional<named_target> target{};
};

/// What becomes of an entry.
enum class entry_fate {
  refused,            ///< It is for the account that has the number now, or for nobody.
  repeated,           ///< Recorded before.
  of_another_account, ///< A duplicate of another account's entry, which it must not show.
  paired,             ///< Its transfer is recorded: the other report is kept beside it.
  held,               ///< It waits until its Workspace is active again.
  held_up,            ///< It is tried again with a later batch.
  unavailable,        ///< It is refused while the clock is not sound; its bank sends it again.
  recorded
};

struct entry_decision {
  entry_fate fate = entry_fate::recorded;
  std::optional<classification> classified{}; ///< Of a recorded entry with a target.
  bool is_unconfirmed = false;                ///< It has a target, and waits for what proves it.

  bool completes_target() const { return classified && completes(*classified); }
};

/// The one rule for entries, alone or in a batch, about links and orders.
entry_decision decide(const bank_entry& entry, const entry_facts& facts, bool needs_open_links, bool clock_is_sound,
                      timestamp now);

/// A recorded transfer that may be the one that another feed's entry reports.
struct recorded_transfer {
  std::int64_t row = 0;
  money amount;
  transfer_type type = transfer_type::credit;
  std::string_view content;
  std::int64_t virtual_account_row = 0; ///< 0: none.
};

/// How well a recorded transfer matches an entry of another feed: the same amount, direction and text, and not two
/// different virtual accounts, since one feed may know these and the other not.
enum class likeness { other, same, same_account };
likeness compare(const recorded_transfer& recorded, const bank_entry& entry, std::int64_t virtual_account_row);

} // namespace paylink
