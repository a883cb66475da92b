#pragma once
#include "persistence/sql/dialect.hpp"
#include "persistence/sql/statement.hpp"
#include "persistence/store.hpp"

namespace paylink {

/// API tokens with their grants, on one connection.
class token_reads {
public:
  /// `locks`: what `find` finds is to be changed in the same transaction.
  token_reads(soci::session& session, dialect spoken, bool locks = false);

  page<api_token> list(const token_filter& filter, timestamp now);
  result<api_token> find(user_id of, token_id id, timestamp now);
  /// The grants of a token as they are now, and which permissions are unused.
  void read_grants(api_token& token, timestamp now);

private:
  struct token_row {
    sql_number row, created_at, expires_at, revoked_at, last_used_at;
    sql_text id, user, name, last4, networks, last_used_address;

    template <class Visitor>
    void visit(Visitor&& visitor) {
      visitor(row), visitor(created_at), visitor(expires_at), visitor(revoked_at), visitor(last_used_at);
      visitor(id), visitor(user), visitor(name), visitor(last4), visitor(networks), visitor(last_used_address);
    }
    api_token read() const;
  };

  statement<sql_row<sql_text, sql_number, sql_number>, token_row> rising_, falling_;
  statement<sql_row<sql_text, sql_text>, token_row> find_;
  statement<sql_row<sql_number>, sql_row<sql_text, sql_number>> grants_;
  statement<sql_row<sql_number>, sql_row<sql_number, sql_number>> uses_;
};

} // namespace paylink
