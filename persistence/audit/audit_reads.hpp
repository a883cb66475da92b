#pragma once
#include "persistence/sql/dialect.hpp"
#include "persistence/sql/list_plan.hpp"
#include "persistence/sql/statement.hpp"
#include "persistence/store.hpp"

namespace paylink {

/// A row of the audit log as it is stored.
struct audit_columns {
  static constexpr std::string_view names =
      "row, number, at, id, scope, actor_type, actor_id, address, action, target, was, became, hash";

  sql_number row, number, at;
  sql_text id, scope, actor_type, actor_id, address, action, target, was, became, hash;

  template <class Visitor>
  void visit(Visitor&& visitor) {
    visitor(row), visitor(number), visitor(at), visitor(id), visitor(scope), visitor(actor_type), visitor(actor_id);
    visitor(address), visitor(action), visitor(target), visitor(was), visitor(became), visitor(hash);
  }

  audit_row read() const;
};

/// Queries about the audit log, on one reading connection.
class audit_reads {
public:
  audit_reads(soci::session& session, dialect spoken);
  page<audit_row> list(workspace_id in, const audit_filter& filter);

private:
  soci::session& session_;
  dialect spoken_;
  statement<sql_row<sql_text, sql_number, sql_number, sql_number, sql_number, sql_text, sql_text, sql_text, sql_text,
                    sql_text, sql_text, sql_number>,
            audit_columns>
      rising_, falling_;
};

} // namespace paylink
