#pragma once
#include "domain/banks/credit.hpp"
#include "domain/deliveries/delivery.hpp"
#include "persistence/records/verb.hpp"

#include <optional>
#include <string>
#include <vector>

/// What the stores take and give about what banks report.
namespace paylink {

/// What became of it.
struct recorded_entry {
  entry_result result = entry_result::recorded;
  transaction_id transaction; ///< Of this entry, also when it is a duplicate notification; empty if rejected.
  std::optional<paylink::classification> classified; ///< When a link was named.
  std::string public_id;                             ///< Of the link whose pages have news; else empty.
  std::vector<delivery_job> jobs;   ///< The deliveries that it has raised and whose first attempt was claimed.
  std::vector<delivery_line> lines; ///< Where the others wait that it has raised.
  bool conflict = false; ///< The same bank reference came before with other content; the second is kept aside.

  /// Adds a delivery; without a number of an attempt it was not claimed.
  void add(delivery_job job) {
    if (job.attempt == 0)
      lines.push_back(line_of(job));
    else
      jobs.push_back(std::move(job));
  }
  bool has_deliveries() const { return !jobs.empty() || !lines.empty(); }
};

/// One booked or rejected entry of a feed, for a known account. A credit is settled on the link with the reference
/// `link`, as it is inside the transaction; when none of the account has it, as a credit that names none. One that
/// names none and came in on a virtual account is settled on the only link that names that account and is pending at
/// the transaction's time, unless it exceeds the link's fixed amount. Whether the account's Workspace is suspended, and
/// who owns it, is read there too: an entry of a suspended one is held as it came.
struct record_entry {
  using reply = recorded_entry;
  std::int64_t account_row = 0;
  bank_account_id account;
  workspace_id workspace;
  user_id owner;
  std::string feed; ///< The one that the entry came over.
  std::int64_t virtual_account_row = 0;
  std::optional<reference> link{};
  bool ambiguous = false; ///< The text names two known references: recorded, nothing completed, listed for people.
  transaction_id new_transaction; ///< Used when a transaction is recorded.
  bank_entry entry;

  /// Whether it is for the link that its virtual account names, if there is exactly one.
  bool goes_by_virtual_account() const {
    return !link && !ambiguous && virtual_account_row != 0 && entry.type == transfer_type::credit;
  }
};

/// The answer to a credit whose link another transaction holds: it is tried again with a later batch.
struct held_up {};

/// An entry that is kept as it came because it cannot be processed now.
struct keep_entry {
  using reply = recorded_entry; ///< Its reason, or `duplicate`.
  std::string feed;
  std::string account_number;
  std::string bank_reference;
  entry_status status = entry_status::booked;
  entry_result reason = entry_result::unknown_account; ///< `held`, `unknown_account` or `invalid`.
  std::string detail;                                  ///< Why, for a person.
  std::string raw;                                     ///< The entry's JSON.
};

/// What a credit says of the link that it is for.
struct credit_clue {
  std::int64_t account_row = 0;
  std::vector<reference> candidates{};  ///< The references in its text.
  std::string virtual_account_number{}; ///< Empty: none.
};

/// The link that a credit names, and where the money came in.
struct link_match {
  std::optional<reference> link{};
  bool ambiguous = false;               ///< The text names two known references; `link` is none then.
  std::int64_t virtual_account_row = 0; ///< 0: none is named, or the account has no such one.
};

using credit_verbs = verbs<record_entry, keep_entry>;

} // namespace paylink
