#pragma once
#include "persistence/checks/report.hpp"
#include "persistence/sql/dialect.hpp"
#include "persistence/sql/statement.hpp"

namespace paylink::checks {

/// Everything that is counted is a transaction of one of the owner's Workspaces, in its month. That each is counted is
/// checked by the walk through the transactions; so none is counted twice.
class usage_walk final : public walk {
public:
  usage_walk(soci::session& session, dialect spoken, int portion);
  void go(report& into) override;

private:
  struct key {
    std::string owner, month;
    std::int64_t transaction = 0;
  };

  int portion_;
  statement<sql_row<sql_text, sql_text, sql_number, sql_number>, sql_row<sql_text, sql_text, sql_number, sql_number>>
      after_;
  statement<sql_row<sql_text, sql_text, sql_number>, sql_row<sql_number>> again_;
};

} // namespace paylink::checks
