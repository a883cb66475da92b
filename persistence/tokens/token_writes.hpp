#pragma once
#include "persistence/audit/audit_writes.hpp"
#include "persistence/mails/mail_writes.hpp"
#include "persistence/sql/used_keys.hpp"
#include "persistence/tokens/token_reads.hpp"

namespace paylink {

/// The verbs that make, change and end API tokens, on the writer's connection. What is done to a token stands in the
/// audit logs of its creator and of each Workspace that it names.
class token_writes {
public:
  token_writes(soci::session& session, dialect spoken, mail_writes& mails, audit_writes& log);

  result<created_token> carry_out(const create_token& command, const moment& when);
  result<api_token> carry_out(const change_token& command, const moment& when);
  result<api_token> carry_out(const rotate_token& command, const moment& when);
  result<no_reply> carry_out(const revoke_token& command, const moment& when);
  result<no_reply> carry_out(const note_refused_token& command, const moment& when);
  result<warned_of_tokens> carry_out(const warn_of_tokens& command, const moment& when);

private:
  void insert(const create_token& command, std::int64_t row, timestamp now);
  void set_grants(const api_token& before, const std::vector<token_grant>& grants, timestamp now);
  void tell(const act& by, std::string_view action, const api_token* before, const api_token* after, timestamp now);
  std::int64_t warn(int days, std::int64_t limit, timestamp now);

  mail_writes& mails_;
  audit_writes& log_;
  token_reads tokens_;
  used_keys keys_;
  statement<sql_row<sql_text>, sql_row<sql_number>> find_user_, find_workspace_, find_token_;
  statement<sql_row<sql_text, sql_text, sql_text, sql_text, sql_text, sql_text, sql_number, sql_number>,
            sql_row<sql_number>>
      insert_;
  statement<sql_row<sql_number, sql_text, sql_number>> insert_grant_;
  statement<sql_row<sql_number>> drop_grants_;
  statement<sql_row<sql_number, sql_number, sql_number>> note_day_;
  statement<sql_row<sql_text, sql_text, sql_number>> change_;
  statement<sql_row<sql_text, sql_text, sql_number>> rotate_;
  statement<sql_row<sql_number, sql_number>> revoke_, note_refused_;
  statement<sql_row<sql_number, sql_number, sql_number, sql_number, sql_number, sql_number>,
            sql_row<sql_text, sql_text, sql_text, sql_number>>
      warn_;
  statement<sql_row<sql_text>, sql_row<sql_text, sql_text, sql_text>> find_creator_;
};

} // namespace paylink
