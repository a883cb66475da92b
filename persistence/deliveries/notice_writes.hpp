#pragma once
#include "persistence/deliveries/endpoint_watch.hpp"
#include "persistence/sql/dialect.hpp"
#include "persistence/sql/statement.hpp"
#include "persistence/store.hpp"

namespace paylink {

/// The verbs that claim notices and store who has received them, on the writer's connection. A claim is not a lock: it
/// only postpones the next try, so that a notice whose sender is gone is retried.
class notice_writes {
public:
  notice_writes(soci::session& session, dialect spoken, endpoint_watch& endpoints);

  result<claimed_notices> carry_out(const claim_notices& command, const moment& when);
  result<no_reply> carry_out(const settle_notice& command, const moment& when);

private:
  struct notice_columns {
    static constexpr std::string_view names = "row, tries, workspace_id, kind, endpoint, failures, began_at, "
                                              "last_failed_at, failed_by, status_code, link_id, is_failing, created_at";
    sql_number row, tries;
    sql_text workspace;
    sql_number kind;
    sql_text endpoint;
    sql_number failures, began_at, last_failed_at, failed_by, status_code;
    sql_text link;
    sql_number is_failing, created_at;

    template <class Visitor>
    void visit(Visitor&& visitor) {
      visitor(row), visitor(tries), visitor(workspace), visitor(kind), visitor(endpoint), visitor(failures);
      visitor(began_at), visitor(last_failed_at), visitor(failed_by), visitor(status_code), visitor(link);
      visitor(is_failing), visitor(created_at);
    }
    notice read() const;
  };

  /// What webhooks are called and where they are now.
  void find_webhooks(std::vector<notice>& of);
  void find_recipients(std::vector<notice>& of);
  void remove(const std::vector<std::int64_t>& rows);

  endpoint_watch& endpoints_;
  statement<sql_row<sql_number, sql_number, sql_number>, notice_columns> claim_;
  statement<sql_row<sql_text>, sql_row<sql_number, sql_text, sql_text, sql_text, sql_text>> recipients_;
  statement<sql_row<sql_text>, sql_row<sql_number, sql_text, sql_text, sql_text, sql_text>> webhooks_;
  statement<sql_row<>, sql_row<sql_number>> next_due_;
  statement<sql_row<sql_number>, sql_row<sql_number, sql_number>> find_;
  statement<sql_row<sql_text, sql_number>> note_told_;
  statement<sql_row<sql_number, sql_number>> put_off_;
  statement<sql_row<sql_text>> remove_told_;
  statement<sql_row<sql_text>> remove_;
};

} // namespace paylink
