#pragma once
#include "persistence/records/credit_records.hpp"
#include "persistence/sql/statement.hpp"

namespace paylink {

/// Stores the entries that become no transaction, each once.
class kept_entry_writes {
public:
  explicit kept_entry_writes(soci::session& session);

  /// An entry of a suspended Workspace.
  void keep_held(const record_entry& command, timestamp now);
  /// An entry in the history of its link. False if it was kept before.
  bool keep_rejected(const record_entry& command, std::optional<std::int64_t> link_row, timestamp now);
  /// Whether the rejected entry that was kept before has other content.
  bool differs_from_rejected(const record_entry& command);
  /// An entry that came before with other content.
  void keep_conflict(const record_entry& command, std::optional<std::int64_t> link_row, timestamp now);
  /// False if it was kept before.
  bool keep(const keep_entry& command, timestamp now);

private:
  bool keep_known(const record_entry& command, std::optional<std::int64_t> link_row, std::string_view reason,
                  std::uint64_t print, timestamp now);

  statement<sql_row<sql_text, sql_text, sql_text>, sql_row<sql_number, sql_number, sql_text>> find_rejected_;
  statement<sql_row<sql_text, sql_text, sql_text, sql_text, sql_text, sql_number, sql_text, sql_text, sql_text,
                    sql_number, sql_number, sql_number, sql_number, sql_text, sql_number, sql_number>>
      keep_;
  statement<sql_row<sql_number, sql_text, sql_text, sql_number>> remind_account_;
};

} // namespace paylink
