#pragma once
#include "persistence/credits/account_holders.hpp"
#include "persistence/credits/bulk_holding.hpp"
#include "persistence/credits/bulk_rows.hpp"
#include "persistence/credits/feed_pairing.hpp"
#include "persistence/credits/link_truth.hpp"
#include "persistence/credits/new_transaction.hpp"
#include "persistence/credits/order_settling.hpp"
#include "persistence/deliveries/webhook_events.hpp"
#include "persistence/links/link_row.hpp"
#include "persistence/sql/column_arrays.hpp"
#include "persistence/statistics/count_tally.hpp"
#include "persistence/store.hpp"
#include "persistence/transactions/transaction_writes.hpp"

#include <map>
#include <set>
#include <string>
#include <unordered_map>

namespace paylink {

/// Settles the booked entries of a batch with two statements for all of them, one more if a second feed reports
/// transfers, two if a Workspace is suspended, and two if a credit names an order.
class bulk_credits {
public:
  bulk_credits(soci::session& session, const store_context& context, batch_claims& claims, transaction_writes& notes,
               webhook_events& events, count_tally& tally);

  /// Fills the replies of the entries that it has settled. The others are duplicates, or may stand in a statement: left
  /// to the verb for single entries. No two of `entries` have the same feed and source id.
  void run(std::span<const bulk_entry> entries, timestamp now, bulk_replies& given);

private:
  /// The decision about an entry.
  enum class fate {
    is_left,    ///< It was recorded before, or a statement or another account of the number may tell of it, too.
    is_held,    ///< Its Workspace is suspended.
    is_held_up, ///< Another transaction has locked its link or order, or its suspended Workspace.
    is_paired,  ///< It is a transfer that another feed has reported.
    is_new
  };
  /// An entry on its way through the batch.
  struct credit {
    bulk_entry asked;
    std::int64_t print = 0;
    fate becomes = fate::is_left;
    user_id owner{};
    std::int64_t turn = 0;
    std::int64_t link_row = 0;            ///< 0: it names no link of its account.
    std::optional<payment_order> order{}; ///< The one of its account that it names.
    std::int64_t row = 0;                 ///< Of its transaction, once it is recorded.
    std::optional<classification> classified{};
    std::vector<new_delivery> raised{};
    std::string public_id{};
    payment_link_id link{};
    const record_entry* heard_again = nullptr; ///< The entry of this batch that reports it over another feed.
    std::int64_t first_row = 0;                ///< The transaction that it is paired with; 0: `first` is in this batch.
    transaction_id first{};

    bool completes_link() const { return link_row != 0 && completes(*classified); }
    bool completes_order() const { return order && becomes == fate::is_new && completes(*classified); }
  };
  /// A row of the look-up; an entry has several if it may match several transactions.
  struct looked_up {
    sql_number place, known; ///< The transaction of an entry recorded before.
    account_holder::found holder;
    sql_number turn; ///< Of the next equal transfer; null for the first.
    sql_number twin, twin_amount, twin_type;
    sql_text twin_content;
    sql_number twin_virtual_account;
    sql_text twin_id;
    sql_number twin_classification;
    sql_number link_of_account; ///< Set if the locked row of the link was skipped.
    link_truth truth;

    template <class Visitor>
    void visit(Visitor&& visitor) {
      visitor(place), visitor(known), holder.visit(visitor), visitor(turn), visitor(twin);
      visitor(twin_amount), visitor(twin_type), visitor(twin_content), visitor(twin_virtual_account), visitor(twin_id);
      visitor(twin_classification);
      visitor(link_of_account), truth.visit(visitor);
    }
  };
  /// State shared by the entries of one batch.
  struct together {
    std::unordered_map<std::int64_t, bool> completed; ///< Links.
    order_settling::batch orders;                     ///< Those that are named.
    std::set<std::int64_t> completed_orders;
    std::set<std::int64_t> paired;                                                ///< Transactions.
    std::map<std::pair<std::int64_t, std::int64_t>, std::vector<credit*>> equals; ///< New ones by account and print.
  };

  /// Locks the links, and decides about each entry in the batch's order.
  std::vector<credit> decide(std::span<const bulk_entry> entries, timestamp now);
  fate judge(credit& one, std::span<const looked_up> rows, together& batch, timestamp now);
  bool pair(credit& one, std::span<const looked_up> rows, together& batch);
  static bool has_unsettled_twin(const credit& one, std::span<const looked_up> rows, const together& batch);
  bool pair_with_stored(credit& one, std::span<const looked_up> rows, together& batch, feed_pairing::likeness how);
  bool pair_with_new(credit& one, together& batch, feed_pairing::likeness how);
  void classify(credit& one, const link_truth& truth, together& batch, timestamp now);
  void classify_order(credit& one, together& batch, timestamp now);
  void complete_orders(std::span<credit* const> credits, timestamp now);

  static bulk_transaction row_of(const credit& one, std::size_t place, timestamp now);
  void record(std::span<credit* const> credits, timestamp now, bulk_replies& given);
  void store_payloads(std::span<credit* const> credits);
  void store_balances(std::span<credit* const> credits);
  void store_whole_texts(std::span<credit* const> credits);
  static void answer_recorded(credit& one, bulk_replies& given);
  void store_pairs(std::span<credit* const> credits, bulk_replies& given);
  void count(const credit& one, timestamp now);

  const store_context& context_;
  batch_claims& claims_;
  transaction_writes& notes_;
  webhook_events& events_;
  order_settling orders_;
  statement<column_arrays<wanted_entry_columns>::parameters, looked_up> look_up_;
  statement<joined_row<sql_row<sql_number, sql_text>, column_arrays<bulk_transaction_columns>::parameters,
                       column_arrays<bulk_delivery_columns>::parameters>,
            sql_row<sql_number, sql_number, sql_number, sql_number, sql_number>>
      record_;
  statement<sql_row<sql_text>, sql_row<sql_number>> pair_;
  statement<sql_row<sql_text>> balances_, texts_;
  bulk_holding holding_;
  count_tally& tally_;
};

} // namespace paylink
