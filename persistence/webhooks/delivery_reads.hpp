#pragma once
#include "persistence/deliveries/delivery_rows.hpp"
#include "persistence/records/page.hpp"
#include "persistence/sql/dialect.hpp"
#include "persistence/sql/list_plan.hpp"
#include "persistence/sql/transaction_place.hpp"
#include "persistence/webhooks/delivery_row.hpp"

namespace paylink {

/// Queries about deliveries to webhooks, on one reading connection.
class delivery_reads {
public:
  delivery_reads(soci::session& session, dialect spoken);

  page<webhook_delivery> list(workspace_id in, const delivery_filter& filter);
  result<webhook_delivery> find(workspace_id in, delivery_id id);
  /// How many match, and how many of them can be sent again, to the webhook `to_row` or, if it is 0, to their own.
  resend_counts count(workspace_id in, const delivery_filter& filter, std::int64_t to_row, timestamp now);
  /// The next `filter.limit` of those that match.
  delivery_portion list_portion(workspace_id in, delivery_filter filter);

private:
  /// A query for the matches of a filter, by the way in which it finds them: along each webhook, along what has failed
  /// of each, by the little that is not finished, or by what they tell of.
  enum class way { along, failed, unfinished, subject };
  static std::string candidates_sql(dialect spoken, way by, std::string_view columns, bool is_in_order, bool is_rising);
  static std::string list_sql(dialect spoken, way by, bool is_rising);
  static std::string count_sql(dialect spoken, way by);

  template <class Out>
  using of_filter = statement<sql_row<sql_text, sql_text, sql_text, sql_number, sql_number, sql_text, sql_number,
                                      sql_number, sql_number, sql_number, sql_number, sql_number, sql_number,
                                      sql_number, sql_number, sql_number, sql_number, sql_number>,
                              Out>;
  using counting = statement<
      sql_row<sql_number, sql_text, sql_text, sql_text, sql_number, sql_number, sql_text, sql_number, sql_number,
              sql_number, sql_number, sql_number, sql_number, sql_number, sql_number, sql_number, sql_number>,
      sql_row<sql_number, sql_number>>;
  struct in_each_order {
    in_each_order(soci::session& session, dialect spoken, way by)
        : rising{session, list_sql(spoken, by, true)}, falling{session, list_sql(spoken, by, false)} {}
    of_filter<delivery_row> rising, falling;
  };
  /// The ways that together find all matches, each of them once.
  static std::vector<way> ways_of(const delivery_filter& filter);
  in_each_order& lists_by(way by);
  counting& counts_by(way by);
  std::vector<webhook_delivery> list_by(way by, workspace_id in, const delivery_filter& filter, std::int64_t limit);
  page<webhook_delivery> list_bare(workspace_id in, const delivery_filter& filter);
  struct attempt_of {
    sql_number delivery;
    attempt_row made;

    template <class Visitor>
    void visit(Visitor&& visitor) {
      visitor(delivery), made.visit(visitor);
    }
  };

  using attempts_of_some = statement<sql_row<sql_text>, attempt_of>;
  static void add_attempts(std::vector<webhook_delivery>& to, attempts_of_some& by);

  soci::session& session_;
  dialect spoken_;
  in_each_order along_, failed_, unfinished_, of_subject_;
  counting count_along_, count_failed_, count_unfinished_, count_subject_;
  statement<sql_row<sql_text>, sql_row<sql_number>> newest_;
  statement<joined_row<sql_row<sql_text, sql_text>, transaction_place::parameters>, delivery_row> find_;
  statement<sql_row<sql_text, sql_text>, delivery_row> find_apart_;
  attempts_of_some attempts_, attempts_in_list_;
  statement<sql_row<sql_number>, round_row> rounds_;
};

} // namespace paylink
