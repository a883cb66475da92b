#pragma once
#include "persistence/sql/statement.hpp"
#include "persistence/store.hpp"

namespace paylink {

/// Everything sealed with a master key, in every column, on one reading connection.
class sealed_value_reads {
public:
  explicit sealed_value_reads(soci::session& session);

  page<sealed_value> list(std::string_view but_key, const sealed_value& after, int limit);
  result<sealed_value> find_canary();

private:
  statement<sql_row<sql_number, sql_text, sql_number, sql_number, sql_number, sql_number>,
            sql_row<sql_number, sql_number, sql_text, sql_text, sql_text>>
      list_;
  statement<sql_row<>, sql_row<sql_number, sql_text>> find_canary_;
};

/// The same on the writer's connection.
class sealed_value_writes {
public:
  explicit sealed_value_writes(soci::session& session);

  result<resealed_values> carry_out(const reseal_values& command, const moment& when);
  result<no_reply> carry_out(const keep_canary& command, const moment& when);

private:
  using reseal_statement = statement<sql_row<sql_text, sql_number, sql_text>>;
  reseal_statement& statement_of(sealed_column column);

  reseal_statement reseal_signing_key_, reseal_canary_, reseal_mail_, reseal_totp_, reseal_webhook_key_,
      reseal_webhook_secret_;
  statement<sql_row<sql_text, sql_number>> keep_canary_;
};

} // namespace paylink
