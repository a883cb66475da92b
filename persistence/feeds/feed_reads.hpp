#pragma once
#include "persistence/orders/order_row.hpp"
#include "persistence/records/records.hpp"
#include "persistence/sql/dialect.hpp"
#include "persistence/sql/statement.hpp"
#include "persistence/transactions/transaction_row.hpp"

namespace paylink {

/// Queries about the events that Workspaces fetch, on one reading connection.
class feed_reads {
public:
  feed_reads(soci::session& session, dialect spoken);

  /// The events after a place.
  page<feed_event> list(workspace_id in, std::int64_t after, int limit);
  /// What can be given the next places.
  feed_extension find_extension(workspace_id in);
  std::int64_t find_epoch();

private:
  template <class Row>
  struct event_row {
    sql_number position, event;
    Row about;

    template <class Visitor>
    void visit(Visitor&& visitor) {
      visitor(position), visitor(event), about.visit(visitor);
    }
  };
  /// What PostgreSQL's transactions have drawn and ended.
  struct progress {
    std::int64_t drawn = 0;   ///< The last number of a row of transactions that has been drawn.
    std::int64_t settled = 0; ///< Whatever has a number up to this one is committed, or never will be.
    bool is_settled = false;  ///< What was seen before is settled.
  };
  progress look_around(const feed_head& head);
  template <class Row>
  using event_list = statement<sql_row<sql_text, sql_number, sql_number>, event_row<Row>>;
  template <class Row>
  void read(event_list<Row>& list, workspace_id in, std::int64_t after, int limit, std::vector<feed_event>& into);

  dialect spoken_;
  event_list<transaction_row> transactions_;
  event_list<order_row> orders_;
  statement<sql_row<sql_text>, sql_row<sql_number, sql_number, sql_number, sql_number>> head_;
  statement<sql_row<sql_text, sql_text, sql_number, sql_number, sql_number>,
            sql_row<sql_number, sql_number, sql_number>>
      scan_;
  statement<sql_row<sql_text, sql_number>, sql_row<sql_number, sql_number>> orders_without_place_;
  statement<sql_row<sql_text>, sql_row<sql_text>> owner_;
  statement<sql_row<>, sql_row<sql_number>> epoch_;
  std::optional<statement<sql_row<>, sql_row<sql_number>>> drawn_;
  std::optional<statement<sql_row<>, sql_row<sql_number, sql_number>>> snapshot_;
};

} // namespace paylink
