#pragma once
#include "persistence/sql/dialect.hpp"
#include "persistence/transactions/transaction_search.hpp"

namespace paylink {

/// Queries about transactions, on one reading connection.
class transaction_reads {
public:
  /// `has_text_index`: SQLite's index is attached to the session.
  transaction_reads(soci::session& session, dialect spoken, bool has_text_index);

  page<bank_transaction> list(const transaction_filter& filter);
  /// The index could not be used: another connection may find it rebuilt.
  bool has_lost_text_index() const { return lost_text_index_; }
  result<bank_transaction> find(workspace_id in, transaction_id id);

private:
  std::optional<page<bank_transaction>> search(const transaction_filter& filter);
  void lose_text_index(const soci::soci_error& error);

  soci::session& session_;
  dialect spoken_;
  // A list without a text search has its own statement, so that no planner reads the text index for it.
  template <class List>
  struct in_each_order {
    in_each_order(soci::session& session, dialect spoken, bool by_text);
    List& for_filter(const transaction_filter& filter);
    List rising, falling, open_rising, open_falling;
  };
  in_each_order<
      statement<sql_row<sql_text, sql_text, sql_text, sql_number, sql_number, sql_number, sql_number, sql_number,
                        sql_number, sql_number, sql_number, sql_number, sql_number, sql_number, sql_number>,
                transaction_row>>
      lists_;
  in_each_order<
      statement<sql_row<sql_text, sql_text, sql_text, sql_number, sql_number, sql_number, sql_number, sql_number,
                        sql_number, sql_number, sql_number, sql_number, sql_number, sql_text, sql_number, sql_number>,
                transaction_row>>
      lists_by_text_;
  statement<transaction_row::find_parameters, transaction_row> find_;
  whole_texts whole_;
  std::optional<transaction_search> search_;
  bool lost_text_index_ = false;
};

} // namespace paylink
