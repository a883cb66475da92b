#pragma once
#include "persistence/sql/statement.hpp"
#include "persistence/store.hpp"

namespace paylink {

/// What an operator looks at: everybody's accounts and tokens, and the banks, on a reader's connection.
class operator_reads {
public:
  explicit operator_reads(soci::session& session);

  page<user_account> list_users(std::int64_t before_row, int limit);
  page<listed_token> list_tokens(user_id of, std::int64_t before_row, int limit);
  std::vector<set_status> list_bank_statuses();

private:
  using token_columns = sql_row<sql_number, sql_text, sql_text, sql_text, sql_text, sql_text, sql_number, sql_number,
                                sql_number, sql_number>;
  static void add(page<listed_token>& found, const token_columns& columns, int limit);

  statement<sql_row<sql_number, sql_number>,
            sql_row<sql_number, sql_text, sql_text, sql_text, sql_text, sql_text, sql_text, sql_number>>
      users_;
  statement<sql_row<sql_number, sql_number>, token_columns> tokens_;
  statement<sql_row<sql_text, sql_number, sql_number>, token_columns> tokens_of_user_;
  statement<sql_row<>, sql_row<sql_text, sql_text>> bank_statuses_;
};

} // namespace paylink
