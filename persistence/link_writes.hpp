#pragma once
#include "persistence/dialect.hpp"
#include "persistence/row_insert.hpp"
#include "persistence/rows.hpp"
#include "persistence/store.hpp"

namespace paylink {

/// The verbs that make and close payment links, on the writer's connection.
class link_writes {
public:
  link_writes(soci::session& session, dialect spoken);

  result<write_reply> create(const create_link& command);
  result<write_reply> cancel(const cancel_link& command, timestamp now);
  result<write_reply> expire(const expire_links& command, timestamp now);

private:
  std::optional<payment_link> find(workspace_id in, payment_link_id id);

  statement<row<text, text, text>, row<text, number, text, number, text>> receivers_;
  row_insert<
      row<text, text, text, number, number, number, number, text, text, text, text, number, number, number, text>>
      insert_;
  statement<row<number, number>> remember_expiry_;
  statement<row<text, text>, link_row> find_;
  statement<row<number, text, text, number>> cancel_;
  statement<row<number, number>, row<number>> take_due_;
  statement<row<text, number>, row<text>> expire_;
  statement<row<>, row<number>> next_due_;
};

} // namespace paylink
