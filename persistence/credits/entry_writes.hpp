#pragma once
#include "persistence/audit/audit_writes.hpp"
#include "persistence/credits/account_holders.hpp"
#include "persistence/credits/feed_pairing.hpp"
#include "persistence/credits/kept_entry_writes.hpp"
#include "persistence/credits/link_truth.hpp"
#include "persistence/credits/new_transaction.hpp"
#include "persistence/credits/order_settling.hpp"
#include "persistence/credits/statement_pairing.hpp"
#include "persistence/deliveries/delivery_insert.hpp"
#include "persistence/deliveries/webhook_events.hpp"
#include "persistence/sql/row_insert.hpp"
#include "persistence/sql/statement.hpp"
#include "persistence/statistics/count_tally.hpp"
#include "persistence/store.hpp"
#include "persistence/transactions/transaction_row.hpp"
#include "persistence/transactions/transaction_writes.hpp"

namespace paylink {

/// The verbs that record what banks report, on the writer's connection. A credit that completes its link writes
/// everything here: transaction, link, signed event with its claimed first attempt, usage.
class entry_writes {
public:
  entry_writes(soci::session& session, dialect spoken, const store_context& context, batch_claims& claims,
               transaction_writes& notes, webhook_events& events, count_tally& tally, audit_writes& log);

  /// Returns `recorded_entry` or `held_up`; `service_unavailable` for a link's credit while the clock is not sound: the
  /// bank sends it again.
  result<write_reply> carry_out(const record_entry& command, const moment& when);
  result<recorded_entry> carry_out(const keep_entry& command, const moment& when);
  /// Returns `recorded_entry` or `held_up`.
  result<write_reply> carry_out(const confirm_match& command, const moment& when);
  /// Records an entry, whatever the status of its Workspace and wherever its account's number is connected by now: one
  /// that was held. The same replies.
  result<write_reply> settle(const record_entry& command, const moment& when);
  /// Call when a transaction begins, or when Workspaces that it has read have changed.
  void forget_holders() { holders_.forget(); }
  /// Call when a transaction begins.
  void forget_numbers() { statements_.forget(); }

private:
  /// The current link of the entry's account with the reference `named`; null: none, or another transaction has locked
  /// it. Valid until the next call.
  const link_truth* find_link(const record_entry& command, const std::optional<reference>& named);
  /// After `find_link` has found none: whether there is one that another transaction has locked.
  bool is_held_up(const record_entry& command, const std::optional<reference>& named);
  /// The reference that the entry names, or that of the link that uses its virtual account.
  std::optional<reference> named_by(const record_entry& command, timestamp now);
  /// Records one that is not known.
  result<write_reply> record(const record_entry& command, const statement_pairing::stated& stated, const moment& when);
  /// The row; none if the entry was recorded before.
  std::optional<std::int64_t> insert_transaction(new_transaction made);
  /// The transaction of the same transfer that another feed, or a statement, has told of.
  std::optional<feed_pairing::partner> find_partner(const record_entry& command, bool may_be_stated);
  /// For an entry of a transfer that another feed, or a statement, has told of.
  result<write_reply> tell_again(const record_entry& command, const feed_pairing::partner& partner, const moment& when);

  // entry_matches.cpp
  /// What a credit is for, as that is now.
  struct target {
    const link_truth* link = nullptr;
    std::optional<payment_order> order{};
    std::optional<classification> classified{}; ///< What the credit is for it; none: there is neither.
    bool is_held_up = false;                    ///< Another transaction has locked it.
  };
  /// `named`: by the entry, or by its virtual account.
  target find_target(const record_entry& command, const std::optional<reference>& named, timestamp now);
  /// A recorded transfer that nobody has proved to be for a link or an order.
  struct unsettled {
    std::int64_t row = 0;
    record_entry command; ///< Its link is the one that waits to be confirmed; none: an import has found none.
    timestamp received_at;
    bool is_unproved = false; ///< Its texts and its virtual account are those of an import, not of the bank.
    bool is_settled = false;  ///< A person has dealt with it.
  };
  std::optional<unsettled> find_unsettled(std::int64_t transaction_row);
  /// Settles it as what it is for its target. `confirmed_by`: the person who says so; empty: a bank does.
  recorded_entry settle_as(const unsettled& told, const target& at, std::string_view confirmed_by, timestamp now,
                           recorded_entry reply = {});
  /// For another entry of a recorded transfer, which proves what it says: settles the transfer on what this entry
  /// names, if nothing is proved yet, and records it as this entry tells of it if only an import has told of it. None:
  /// it names nothing, or nothing more than is known. An error, or `held_up`, has stored nothing.
  std::optional<result<write_reply>> settle_by(const record_entry& command, std::int64_t transaction_row,
                                               const moment& when);
  /// Records what the entry says in place of what an import has said.
  void prove(const record_entry& command, unsettled& told);
  /// For an entry of a statement whose transfer is recorded.
  result<write_reply> state_again(const record_entry& command, const statement_pairing::stated& known,
                                  const moment& when);
  /// Another entry of it names the virtual account that the first report has left out, whatever has become of it since.
  void add_account(const record_entry& command, std::int64_t transaction_row, const transaction_id& transaction,
                   timestamp now, recorded_entry& reply);
  /// Tells the webhooks of it that were not told when it was recorded: with less, or with something false.
  void tell_others(const record_entry& command, std::int64_t transaction_row, const transaction_id& transaction,
                   timestamp now, recorded_entry& reply);

  /// What only some transactions have, in rows of their own.
  void keep_beside(const bank_entry& entry, std::int64_t transaction_row);
  /// The return of a credit may come with a text that only one of its reports has.
  void keep_verification_texts(const bank_entry& entry, std::int64_t transaction_row);
  void tell_webhooks(const record_entry& command, std::string_view bank, const payment_order* completed,
                     std::int64_t transaction_row, timestamp now, recorded_entry& reply);
  void count(const user_id& owner, std::int64_t transaction_row, timestamp now);
  void complete(const record_entry& command, const link_truth& truth, std::int64_t transaction_row, timestamp now,
                recorded_entry& reply);
  void deliver(new_delivery made, std::int64_t transaction_row, recorded_entry& reply);
  result<write_reply> answer_repeated(const record_entry& command, const feed_pairing::first_notice& first,
                                      const link_truth* link, timestamp now);
  result<write_reply> keep_moved(const record_entry& command, const moment& when);
  bool is_anothers(const record_entry& command);
  result<write_reply> hold_back(const record_entry& command, const moment& when);
  /// Keeps the Workspace suspended until the transaction ends; false if another transaction is changing its status.
  bool keep_suspended(workspace_id workspace);
  result<write_reply> record_rejected(const record_entry& command, timestamp now);

  const store_context& context_;
  batch_claims& claims_;
  transaction_writes& notes_;
  webhook_events& events_;
  feed_pairing pairing_;
  statement_pairing statements_;
  account_holders holders_;
  order_settling orders_;
  statement<sql_row<sql_number>, link_truth> truth_;
  std::optional<statement<sql_row<sql_number, sql_number>, sql_row<sql_number>>>
      probe_; ///< If another writer may lock rows.
  statement<sql_row<sql_number, sql_number, sql_number>, sql_row<sql_number, sql_number>> only_pending_;
  row_insert<decltype(transaction_columns)::parameters<sql_number, sql_number>> insert_transaction_;
  statement<sql_row<sql_number, sql_number>> add_account_;
  statement<sql_row<sql_number, sql_number, sql_number, sql_number, sql_number>> complete_link_;
  delivery_insert insert_delivery_;
  statement<sql_row<sql_text, sql_text, sql_number>> insert_usage_;
  statement<sql_row<sql_number, sql_number>> insert_balance_;
  statement<sql_row<sql_number, sql_text>> insert_text_;
  std::optional<statement<sql_row<sql_text>, sql_row<sql_text>>> share_status_; ///< If another writer may change it.
  statement<sql_row<sql_text, sql_number, sql_number>> note_import_;
  statement<transaction_row::find_parameters, sql_row<sql_number>> find_row_;
  struct unsettled_row {
    sql_text id, workspace;
    sql_number account_row;
    sql_text account;
    sql_number virtual_account, amount;
    sql_text content;
    sql_number occurred_at, received_at, reference, unproved, settled;

    template <class Visitor>
    void visit(Visitor&& visitor) {
      visitor(id), visitor(workspace), visitor(account_row), visitor(account), visitor(virtual_account);
      visitor(amount), visitor(content), visitor(occurred_at), visitor(received_at), visitor(reference);
      visitor(unproved), visitor(settled);
    }
  };
  statement<sql_row<sql_number>, unsettled_row> find_unsettled_;
  statement<sql_row<sql_number, sql_number, sql_number, sql_number, sql_text, sql_number>> settle_;
  statement<sql_row<sql_text, sql_text, sql_number, sql_number, sql_number, sql_number, sql_number>> prove_;
  statement<sql_row<sql_number>> drop_text_;
  statement<sql_row<sql_number>, sql_row<sql_text>> known_text_;
  kept_entry_writes kept_;
  count_tally& tally_;
  audit_writes& log_;
};

} // namespace paylink
