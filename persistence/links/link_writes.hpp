#pragma once
#include "persistence/audit/audit_writes.hpp"
#include "persistence/links/link_row.hpp"
#include "persistence/sql/dialect.hpp"
#include "persistence/sql/row_insert.hpp"
#include "persistence/sql/used_keys.hpp"
#include "persistence/statistics/count_tally.hpp"
#include "persistence/store.hpp"

namespace paylink {

/// The verbs that create and close payment links, on the writer's connection.
class link_writes {
public:
  link_writes(soci::session& session, dialect spoken, audit_writes& log, count_tally& tally);

  result<created_link> carry_out(const create_link& command, const moment& when);
  result<payment_link> carry_out(const close_link& command, const moment& when);
  result<expired_links> carry_out(const expire_links& command, const moment& when);

private:
  /// A new link, or the existing one with the same id.
  result<payment_link> make(const payment_link& link);
  std::optional<payment_link> find(workspace_id in, payment_link_id id);

  audit_writes& log_;
  count_tally& tally_;
  statement<sql_row<sql_text, sql_text, sql_text>, sql_row<sql_text, sql_number, sql_text, sql_number, sql_text>>
      receivers_;
  row_insert<sql_row<sql_text, sql_text, sql_text, sql_number, sql_number, sql_number, sql_number, sql_text, sql_text,
                     sql_text, sql_text, sql_number, sql_number, sql_number, sql_text>>
      insert_;
  statement<sql_row<sql_number, sql_number>> remember_expiry_;
  statement<sql_row<sql_text, sql_text>, link_row> find_;
  statement<sql_row<sql_number, sql_number, sql_number, sql_text, sql_text, sql_number>> close_;
  statement<sql_row<sql_number, sql_number>, sql_row<sql_number>> take_due_;
  statement<sql_row<sql_text, sql_number>, sql_row<sql_text, sql_text, sql_text, sql_number>> expire_;
  statement<sql_row<>, sql_row<sql_number>> next_due_;
  used_keys keys_;
};

} // namespace paylink
