#pragma once
#include "persistence/links/link_row.hpp"
#include "persistence/links/rare_links.hpp"
#include "persistence/records/records.hpp"
#include "persistence/sql/dialect.hpp"
#include "persistence/sql/list_plan.hpp"

namespace paylink {

/// Pages of the links that pass a filter, and what can be sent again of them, on one reading connection.
class link_lists {
public:
  link_lists(soci::session& session, dialect spoken);

  page<payment_link> list(workspace_id in, const link_filter& filter, timestamp now);
  resend_counts count_resendable(workspace_id in, const link_filter& filter, timestamp now);
  resend_portion list_resendable(workspace_id in, const link_filter& filter, timestamp now);

private:
  /// A query for the matches of a filter.
  template <class Out, class... First>
  using filtered =
      statement<sql_row<First..., sql_text, sql_text, sql_text, sql_number, sql_number, sql_number, sql_number,
                        sql_number, sql_number, sql_text, sql_text, sql_number, sql_number, sql_number>,
                Out>;
  /// All queries, of all links in the order of their ids, or of those of rows that are given first.
  template <class... First>
  struct queries {
    queries(soci::session& session, std::string_view of_rows);

    filtered<link_row, First...> rising, falling;
    filtered<sql_row<sql_text, sql_number, sql_number>, First...> resendable;
    filtered<sql_row<sql_number, sql_number>, First...> counted;
  };

  /// Calls `use` with the matches: `pick` takes a query of `queries`.
  template <class Pick, class Use>
  void ask(Pick pick, workspace_id in, const link_filter& filter, timestamp now, std::int64_t limit, Use use);

  soci::session& session_;
  dialect spoken_;
  rare_links rare_;
  queries<> walked_;
  queries<sql_text> of_rows_;
};

} // namespace paylink
