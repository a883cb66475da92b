#pragma once
#include "persistence/sql/statement.hpp"
#include "persistence/store.hpp"

namespace paylink {

/// The verbs that connect bank accounts, on the writer's connection. They run rarely.
class account_writes {
public:
  explicit account_writes(soci::session& session);

  result<no_reply> carry_out(const connect_account& command, const moment& when);
  result<no_reply> carry_out(const create_virtual_account& command, const moment& when);

private:
  using found = row<number>;
  statement<row<text>, found> find_workspace_, find_virtual_;
  statement<row<text, text>, found> find_account_;
  statement<row<text, text, text, text, text, text, text, text, number>> insert_account_;
  statement<row<text, number, text, text, text, number>> insert_virtual_;
};

} // namespace paylink
