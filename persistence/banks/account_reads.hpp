#pragma once
#include "domain/errors/errc.hpp"
#include "persistence/banks/account_rows.hpp"
#include "persistence/records/bank_account_records.hpp"

namespace paylink {

/// Queries about bank accounts, on one reading connection.
class account_reads {
public:
  explicit account_reads(soci::session& session);

  std::vector<account_overview> list_overviews(workspace_id in);
  result<account_overview> find_overview(workspace_id in, bank_account_id id);
  result<account_health> find_health(workspace_id in, bank_account_id id, timestamp now);
  std::vector<virtual_account> list_virtual_accounts(workspace_id in);
  std::vector<virtual_account> list_virtual_accounts(workspace_id in, bank_account_id of);
  result<bank_account> find_account(workspace_id in, bank_account_id id);
  result<virtual_account> find_virtual_account(workspace_id in, virtual_account_id id);
  result<bank_account> find_account_of_feed(std::string_view feed, std::string_view bin, std::string_view number);

private:
  using heard_row = sql_row<sql_text, sql_number, sql_number, sql_text, sql_number, sql_number, sql_number>;

  statement<sql_row<sql_text>, virtual_account_row> all_virtual_;
  statement<sql_row<sql_text>, overview_row> overviews_;
  statement<sql_row<sql_text, sql_text>, overview_row> overview_;
  statement<sql_row<sql_number>, sql_row<sql_number, sql_text, sql_number, sql_number>> upkeep_;
  statement<sql_row<sql_number, sql_number>, heard_row> newest_;
  statement<sql_row<sql_text, sql_number>, sql_row<sql_number>> held_;
  statement<sql_row<sql_number, sql_number>, sql_row<sql_number>> conflicts_;
  statement<sql_row<sql_text, sql_text>, virtual_account_row> virtual_of_account_;
  statement<sql_row<sql_text, sql_text>, account_row> account_;
  statement<sql_row<sql_text, sql_text>, virtual_account_row> virtual_account_;
  statement<sql_row<sql_text, sql_text, sql_text>, account_row> of_feed_;
  statement<sql_row<sql_text, sql_text, sql_text, sql_text>, account_row> of_feed_with_bin_;
};

} // namespace paylink
