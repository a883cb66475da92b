#pragma once
#include "domain/plans/quota_notice.hpp"
#include "persistence/mails/mail_writes.hpp"
#include "persistence/plans/open_writers.hpp"
#include "persistence/plans/plan_history.hpp"
#include "persistence/records/chore_records.hpp"

namespace paylink {

/// Notices of used quotas, on the writer's connection. Every transaction is looked at once, in the order of their rows,
/// and counted for its account; usage itself is never counted again.
class quota_writes {
public:
  quota_writes(soci::session& session, dialect spoken, mail_writes& mails);

  /// The chore.
  chore_portion work(const std::string& progress, timestamp now);

private:
  /// A range of rows, for each owner and month in which they are metered.
  void count(std::int64_t after, std::int64_t until, timestamp now);
  void tell(user_id owner, calendar_month month, std::int64_t transactions, int told, timestamp now);

  mail_writes& mails_;
  plan_history history_;
  open_writers writers_;
  statement<sql_row<>, sql_row<sql_number>> newest_;
  statement<sql_row<sql_number, sql_number>, sql_row<sql_text, sql_number, sql_number, sql_text>> new_of_workspaces_;
  statement<sql_row<sql_text, sql_text, sql_number, sql_number>, sql_row<sql_number>> metered_;
  statement<sql_row<sql_text, sql_text, sql_number>, sql_row<sql_number, sql_number>> add_;
  statement<sql_row<sql_number, sql_text>, sql_row<sql_text, sql_text, sql_number>> recipient_;
  statement<sql_row<sql_number, sql_text, sql_text>> set_told_;
};

} // namespace paylink
