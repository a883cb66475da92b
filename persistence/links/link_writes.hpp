#pragma once
#include "persistence/links/link_row.hpp"
#include "persistence/sql/dialect.hpp"
#include "persistence/sql/row_insert.hpp"
#include "persistence/sql/used_keys.hpp"
#include "persistence/store.hpp"

namespace paylink {

/// The verbs that create and close payment links, on the writer's connection.
class link_writes {
public:
  link_writes(soci::session& session, dialect spoken);

  result<created_link> carry_out(const create_link& command, const moment& when);
  result<payment_link> carry_out(const close_link& command, const moment& when);
  result<expired_links> carry_out(const expire_links& command, const moment& when);

private:
  /// A new link, or the existing one with the same id.
  result<payment_link> make(const payment_link& link);
  std::optional<payment_link> find(workspace_id in, payment_link_id id);

  statement<row<text, text, text>, row<text, number, text, number, text>> receivers_;
  row_insert<
      row<text, text, text, number, number, number, number, text, text, text, text, number, number, number, text>>
      insert_;
  statement<row<number, number>> remember_expiry_;
  statement<row<text, text>, link_row> find_;
  statement<row<number, number, number, text, text, number>> close_;
  statement<row<number, number>, row<number>> take_due_;
  statement<row<text, number>, row<text>> expire_;
  statement<row<>, row<number>> next_due_;
  used_keys keys_;
};

} // namespace paylink
