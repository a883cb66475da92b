#pragma once
#include "persistence/audit/audit_columns.hpp"
#include "persistence/checks/report.hpp"

#include <limits>

namespace paylink::checks {

/// The chains of the audit log, one after another: the numbers have no gap, every hash covers its row and the hash
/// before it, and the last is the one that is kept apart. Rows are only ever added, with what is kept apart in the same
/// transaction: so the end is compared after the rows were read, and the rows that it knows more of are read then.
class audit_walk final : public walk {
public:
  audit_walk(soci::session& session, const doctor_context& context);
  void go(report& into) override;

private:
  /// Where the walk is in a chain.
  struct place {
    std::string scope{};
    std::int64_t number = 0; ///< 0: before its first row.
    std::string hash{};
    std::int64_t read_to = std::numeric_limits<std::int64_t>::min(); ///< Rows below the first one were put in.
  };
  void check_chain(place at, report& into);
  /// Reads what follows, up to the row with the number `until`.
  void read_rows(place& at, std::int64_t until, report& into);
  void check_row(const place& before, const audit_row& row, report& into) const;

  const doctor_context& context_;
  statement<sql_row<sql_text, sql_number, sql_number, sql_number>, audit_columns> rows_;
  statement<sql_row<sql_text, sql_text>, sql_row<sql_text>> next_scope_;
  statement<sql_row<sql_text>, sql_row<sql_number, sql_text>> chain_;
};

} // namespace paylink::checks
