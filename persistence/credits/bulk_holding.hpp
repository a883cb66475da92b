#pragma once
#include "persistence/credits/bulk_entries.hpp"
#include "persistence/sql/statement.hpp"

#include <set>
#include <span>
#include <string>

namespace paylink {

/// Holds back the entries of a batch whose Workspaces are suspended, with two statements for all of them.
class bulk_holding {
public:
  explicit bulk_holding(soci::session& session);

  /// Fills the replies to these entries.
  void hold_back(std::span<const bulk_entry> entries, timestamp now, bulk_replies& given);

private:
  /// Keeps their Workspaces suspended until the transaction ends; returns those whose status no other transaction is
  /// changing.
  std::set<std::string> keep_suspended(std::span<const bulk_entry> entries);

  statement<sql_row<sql_text>, sql_row<sql_text, sql_text>> share_statuses_;
  statement<sql_row<sql_number, sql_text>> hold_;
};

} // namespace paylink
