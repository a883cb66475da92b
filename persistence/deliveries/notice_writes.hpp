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
    number row, tries;
    text workspace;
    number kind;
    text endpoint;
    number failures, began_at, last_failed_at, failed_by, status_code;
    text link;
    number is_failing, created_at;

    template <class Visitor>
    void visit(Visitor&& visitor) {
      visitor(row), visitor(tries), visitor(workspace), visitor(kind), visitor(endpoint), visitor(failures);
      visitor(began_at), visitor(last_failed_at), visitor(failed_by), visitor(status_code), visitor(link);
      visitor(is_failing), visitor(created_at);
    }
    notice read() const;
  };

  void find_recipients(std::vector<notice>& of);
  void remove(const std::vector<std::int64_t>& rows);

  endpoint_watch& endpoints_;
  statement<row<number, number, number>, notice_columns> claim_;
  statement<row<text>, row<number, text, text, text, text>> recipients_;
  statement<row<>, row<number>> next_due_;
  statement<row<number>, row<number, number>> find_;
  statement<row<text, number>> note_told_;
  statement<row<number, number>> put_off_;
  statement<row<text>> remove_told_;
  statement<row<text>> remove_;
};

} // namespace paylink
