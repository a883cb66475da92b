#pragma once
#include "domain/banks/settlement.hpp"
#include "persistence/deliveries/new_delivery.hpp"
#include "persistence/records/credit_records.hpp"
#include "persistence/store.hpp"

/// Settles the entries of a batch with a few statements for all of them, on PostgreSQL.
namespace paylink {

/// An entry of a batch.
struct bulk_entry {
  std::size_t place = 0; ///< Index in the batch.
  const record_entry* command = nullptr;
};

/// The replies to a batch, as far as they are known.
using bulk_replies = std::vector<std::optional<result<write_reply>>>;

/// Settles the booked entries of a batch with two statements for all of them, one more if a second feed reports
/// transfers, two if a Workspace is suspended, and two if a credit names an order. Fills the replies of the entries
/// that it has settled. The others are duplicates, or may stand in a statement: left to the verb for single entries. No
/// two of `entries` have the same feed and source id.
void settle_entries(writing& at, std::span<const bulk_entry> entries, bulk_replies& given);

// The rest is shared by the sources of this room.

/// An entry on its way through the batch.
struct bulk_credit {
  bulk_entry asked;
  std::int64_t print = 0;
  /// None: the verb for single entries decides. It was recorded before, or a statement or another account of the number
  /// may tell of it, too.
  std::optional<entry_fate> becomes{};
  user_id owner{};
  std::int64_t turn = 0;
  std::int64_t link_row = 0;            ///< 0: it names no link of its account.
  std::optional<payment_order> order{}; ///< The one of its account that it names.
  std::int64_t row = 0;                 ///< Of its transaction, once it is recorded.
  std::optional<classification> classified{};
  std::vector<new_delivery> raised{};
  std::string public_id{};
  payment_link_id link{};
  const record_entry* repeated_by = nullptr; ///< The entry of this batch that reports it over another feed.
  std::int64_t first_row = 0;                ///< The transaction that it is paired with; 0: `first` is in this batch.
  transaction_id first{};

  bool completes_link() const { return link_row != 0 && classified && completes(*classified); }
  bool completes_order() const {
    return order && becomes == entry_fate::recorded && classified && completes(*classified);
  }
};

/// Records those that are new (bulk_recording.cpp), and fills the replies.
void record_credits(writing& at, std::span<bulk_credit* const> credits, bulk_replies& given);
/// Stores what those are paired with that other feeds have reported, and fills the replies.
void store_pairs(writing& at, std::span<bulk_credit* const> credits, bulk_replies& given);
/// Holds back entries whose Workspaces are suspended (bulk_holding.cpp), and fills the replies.
void hold_back_entries(writing& at, std::span<const bulk_entry> entries, bulk_replies& given);

} // namespace paylink
