#pragma once
#include "domain/banks/credit.hpp"
#include "domain/banks/transaction.hpp"
#include "domain/deliveries/delivery.hpp"
#include "domain/errors/errc.hpp"
#include "domain/identity/audit.hpp"
#include "domain/values/local_time.hpp"
#include "persistence/records/page.hpp"
#include "persistence/records/verb.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

/// The stores' records about what banks report.
namespace paylink {

class write_reply;

/// The result.
struct recorded_entry {
  entry_result result = entry_result::recorded;
  transaction_id transaction; ///< Of this entry, even for a duplicate notification; empty if rejected.
  std::optional<paylink::classification> classified; ///< Set if a link or an order was named.
  std::string public_id;                             ///< Of the link whose pages must be updated; else empty.
  payment_link_id link{};                            ///< The link or order for which it was classified.
  order_id order{};
  std::vector<delivery_job> jobs;     ///< Its deliveries whose first attempt was claimed.
  std::vector<delivery_queue> queues; ///< The queues where its other deliveries wait.
  bool has_due_rows = false;          ///< The next sweep finds one more.
  bool conflict = false;       ///< The same bank reference was recorded with other content; this one is stored aside.
  bool is_unconfirmed = false; ///< It would complete its link or order, and waits until that is confirmed.

  /// Adds a delivery: one without an attempt number was not claimed, and waits in its queue or for a sweep.
  void add(delivery_job job, bool is_due) {
    if (is_due)
      has_due_rows = true;
    else if (job.attempt == 0)
      queues.push_back(queue_of(job));
    else
      jobs.push_back(std::move(job));
  }
  bool has_deliveries() const { return !jobs.empty() || !queues.empty() || has_due_rows; }
};

/// One booked or rejected entry of a feed, for a known account. A credit is settled on the link or order with the
/// reference `link`, as read in the transaction; if the account has none such, as a credit that names none. A credit
/// that names none and was paid on a virtual account is settled on the only link that names that account and is pending
/// at the transaction's time, unless it exceeds the link's fixed amount. The transaction also reads the Workspace's
/// owner and whether it is suspended: an entry of a suspended one is stored as received. An unproved entry of a
/// statement completes nothing: it waits for `confirm_match`, or until a feed, or a statement that proves it, tells of
/// the same transfer. `service_unavailable`: the
/// clock is not trusted, or the account's number is now connected as another one. Its reply may also be `held_up`.
struct record_entry {
  using reply = recorded_entry;
  std::int64_t account_row = 0;
  bank_account_id account;
  workspace_id workspace;
  user_id owner;
  std::string feed;          ///< The feed that reported the entry.
  bool is_asked_for = false; ///< It was asked for of this very account, so it is never for another.
  std::int64_t virtual_account_row = 0;
  std::optional<reference> link{};
  bool ambiguous = false; ///< The text names two known references: recorded, nothing completed, listed for people.
  transaction_id new_transaction; ///< Used if a transaction is recorded: `name_transaction` sets it.
  bank_entry entry;

  /// Gives its transaction the identifier that follows from where the entry comes from; `another`: one of those for a
  /// statement's entry whose own is another transaction's.
  void name_transaction(int another = 0) {
    const bool is_stated = !entry.statement_id.empty();
    new_transaction = transaction_of({.workspace = workspace,
                                      .bin = is_stated ? account.view() : bin_heard_on(feed, entry.bin),
                                      .account_number = entry.account_number,
                                      .feed = feed,
                                      .source_id = (is_stated ? entry.statement_id : entry.bank_reference) +
                                                   (another == 0 ? "" : '+' + std::to_string(another)),
                                      .occurred_at = is_stated ? vietnam_day(entry.occurred_at) : entry.occurred_at});
  }

  /// Whether it may be settled on the only link of its virtual account.
  bool goes_by_virtual_account() const {
    return !link && !ambiguous && virtual_account_row != 0 && entry.type == transfer_type::credit;
  }
};
result<write_reply> carry_out(writing& at, const record_entry& command);

/// The reply to a credit whose link or order another transaction has locked: it is retried with a later batch.
struct held_up {};

/// An entry that is stored as received because it cannot be processed now. One of an unknown account that has been
/// connected meanwhile is taken up by the account's upkeep.
struct keep_entry {
  using reply = recorded_entry; ///< Its reason, or `duplicate`.
  std::string feed;
  std::string account_number;
  std::string bank_reference;
  entry_status status = entry_status::booked;
  entry_result reason = entry_result::unknown_account; ///< `held`, `unknown_account` or `invalid`.
  std::string detail;                                  ///< Why, for people.
  std::string raw;                                     ///< The entry's JSON.
  std::string bin{};                                   ///< Of an unknown account's bank, if it is known.
};
result<recorded_entry> carry_out(writing& at, const keep_entry& command);

/// The result of one portion of a reactivation.
struct reactivated_portion {
  bool is_active = false;              ///< No held entry is left, and the Workspace is active.
  std::int64_t suspensions = 0;        ///< How often the Workspace was suspended; the next portion names it.
  std::vector<recorded_entry> settled; ///< What became of the entries, in the order of their arrival.
};

/// Records the oldest held entries of a suspended Workspace, as `record_entry` would now, but on the account that they
/// were held for, even if its number has moved since: at most `entries_max`, and no more once their texts have a MiB.
/// The Workspace becomes active in the transaction in which no held entry is left; until then, new entries are held
/// behind them. `not_found`; `conflict`: the Workspace was suspended again since the portion before. Its reply may also
/// be `held_up`.
struct reactivate_workspace {
  using reply = reactivated_portion;
  static constexpr bool needs_sound_clock = true;
  static constexpr bool ends_stretch = true;
  workspace_id workspace;
  std::size_t entries_max = 0;               ///< Of this portion.
  std::optional<std::int64_t> suspensions{}; ///< As the portion before reported it; none: this is the first.
  act by{};
};
result<write_reply> carry_out(writing& at, const reactivate_workspace& command);

/// A person confirms the link or order that an import has found for a credit: it is classified as if its text named
/// that only now. `not_found`; `conflict`: no match of it waits; `payment_link_not_pending`: the link or order is
/// closed; `validation_error`: the credit is too small; `workspace_suspended`; `bank_account_not_connected`: the
/// account was removed, or its number is connected as another one. Its reply may also be `held_up`.
struct confirm_match {
  using reply = recorded_entry; ///< A duplicate, with what it has completed.
  static constexpr bool needs_sound_clock = true;
  workspace_id workspace;
  transaction_id transaction;
  act by{};
};
result<write_reply> carry_out(writing& at, const confirm_match& command);

using credit_verbs = verbs<record_entry, keep_entry, reactivate_workspace, confirm_match>;

/// What a credit says about its link.
struct credit_clue {
  std::int64_t account_row = 0;
  std::vector<reference> candidates{};  ///< The references in its text.
  std::string virtual_account_number{}; ///< Empty: none.
};

/// The link or order that a credit names, and the account that was paid.
struct link_match {
  std::optional<reference> link{};
  bool ambiguous = false;               ///< The text names two known references; `link` is none then.
  std::int64_t virtual_account_row = 0; ///< 0: none is named, or the account has none with this number.
};

/// What each credit names, in the same order: the link or order of the only known reference in the text that belongs to
/// the account, and the virtual account. Which link a virtual account stands for is decided when the credit is
/// recorded.
struct match_links {
  std::span<const credit_clue> credits;
};
std::vector<link_match> answer(reading& at, const match_links& wanted);

/// An entry that waits for the reactivation of its Workspace.
struct waiting_entry {
  bank_account_id account;
  bank_entry entry;
  timestamp received_at;
};

/// Those of a Workspace, without the rest of texts that are recorded cut. At most `limit`, and fewer if the texts are
/// long: a page ends once it has read a MiB. `after_row` is the `last_row` of the previous page, or 0.
struct list_held_entries {
  workspace_id in;
  std::int64_t after_row = 0;
  int limit = 0;
};
page<waiting_entry> answer(reading& at, const list_held_entries& wanted);

} // namespace paylink
