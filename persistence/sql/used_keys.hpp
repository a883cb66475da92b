#pragma once
#include "persistence/records/records.hpp"
#include "persistence/sql/connection.hpp"

#include <variant>

namespace paylink {

/// What an idempotency key was used for, until it expires.
std::optional<used_key> find_use_of_key(connection& db, const idempotency_key& key, workspace_id in, timestamp now);
/// Stores it, in the transaction of what was done with the key. Deletes a few expired keys for each new one, so that
/// their number follows their use.
void note_use_of_key(connection& db, const idempotency_key& key, workspace_id in, std::string_view subject,
                     timestamp now);

/// What each idempotency key was used for, on the writer's connection: looked up before something is created, stored in
/// the same transaction.
class used_keys {
public:
  explicit used_keys(soci::session& session);

  /// The same statement for both sides of the store.
  using find_statement = statement<sql_row<sql_text, sql_text, sql_text, sql_number>, sql_row<sql_text, sql_text>>;
  static const char* find_sql();
  static std::optional<used_key> find(find_statement& with, const idempotency_key& key, workspace_id in, timestamp now);

  std::optional<used_key> find(const idempotency_key& key, workspace_id in, timestamp now) {
    return find(find_, key, in, now);
  }
  /// Deletes a few expired keys for each new one, so that their number follows their use.
  void note(const idempotency_key& key, workspace_id in, std::string_view subject, timestamp now);

private:
  find_statement find_;
  statement<sql_row<sql_text, sql_text, sql_text, sql_text, sql_text, sql_number, sql_number>> note_;
  statement<sql_row<sql_number, sql_number>> forget_;
};

} // namespace paylink
