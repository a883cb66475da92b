#pragma once
#include "persistence/sql/statement.hpp"
#include "persistence/store.hpp"

namespace paylink {

/// The second factors of users, on one reading connection.
class second_factor_reads {
public:
  explicit second_factor_reads(soci::session& session);

  second_factor find(user_id of);

private:
  statement<sql_row<sql_text>, sql_row<sql_text, sql_number, sql_number, sql_number>> totp_;
  statement<sql_row<sql_text>, sql_row<sql_number>> codes_;
  statement<sql_row<sql_text>, sql_row<sql_text, sql_text, sql_text, sql_number, sql_number, sql_number, sql_number,
                                       sql_text, sql_number, sql_number>>
      passkeys_;
};

} // namespace paylink
