#pragma once
#include "persistence/banks/account_connections.hpp"
#include "persistence/banks/account_rows.hpp"
#include "persistence/credits/entry_writes.hpp"
#include "persistence/credits/kept_entries.hpp"
#include "persistence/statistics/count_tally.hpp"
#include "persistence/stores/writing.hpp"

namespace paylink {

/// Does what an account's connection or removal has left to do, a portion in each transaction, on the writer's
/// connection: takes up the entries that were kept while nobody had it connected, and closes the pending links and
/// orders of a removed one. How far it has come stands in the account's row, so that any node can go on.
class account_upkeep {
public:
  account_upkeep(soci::session& session, dialect spoken, writing& at, entry_writes& entries, count_tally& tally);

  result<kept_accounts> carry_out(const keep_accounts& command, const moment& when);

private:
  /// An account that is due.
  struct due_row {
    account_row account;
    sql_number connected_at, removed_at;
    sql_text closed_to, proved_text;
    sql_number proof_occurred_at, proof_look_at;

    template <class Visitor>
    void visit(Visitor&& visitor) {
      account.visit(visitor);
      visitor(connected_at), visitor(removed_at), visitor(closed_to), visitor(proved_text);
      visitor(proof_occurred_at), visitor(proof_look_at);
    }
  };
  struct due_account {
    bank_account account;
    timestamp since; ///< When it was connected, or removed.
    std::string closed_to;
    transfer_proof proof; ///< As long as it is checked again; otherwise without a text.
  };

  result<kept_accounts> take_up(const due_account& due, const keep_accounts& command, const moment& when);
  struct unknown_portion {
    std::vector<kept_entry> entries; ///< In the order of their arrival.
    bool is_last = true;
  };
  /// At most `most`, and no more once their texts have a MiB.
  unknown_portion find_unknown(const bank_account& account, std::size_t most);
  kept_accounts close_links(const due_account& due, const moment& when);
  kept_accounts close_orders(const due_account& due, const moment& when);
  /// Nothing is left for now: looks once more a minute after `due.since`, since a transaction that did not know of the
  /// change may have ended later.
  void finish(const due_account& due, timestamp now);

  entry_writes& entries_;
  writing& at_;
  count_tally& tally_;
  kept_entries kept_;
  statement<sql_row<sql_number>, due_row> next_;
  statement<sql_row<>, sql_row<sql_number>> next_due_;
  statement<sql_row<sql_number, sql_text, sql_number>> note_;
  statement<sql_row<sql_text, sql_number, sql_text, sql_text, sql_text, sql_text, sql_text, sql_text>,
            sql_row<sql_number, sql_text, sql_text>>
      next_unknown_;
  statement<sql_row<sql_text, sql_text, sql_number>, sql_row<sql_text>> last_link_;
  statement<sql_row<sql_number, sql_text, sql_text, sql_text, sql_number, sql_number>, sql_row<sql_text>> close_links_;
  statement<sql_row<sql_text, sql_text, sql_number>, sql_row<sql_text>> last_order_;
  statement<sql_row<sql_text, sql_text, sql_text, sql_number, sql_number>, sql_row<sql_text>> pending_orders_;
};

} // namespace paylink
