#pragma once
#include "persistence/records/records.hpp"
#include "persistence/sql/dialect.hpp"
#include "persistence/sql/statement.hpp"

#include <span>
#include <unordered_map>

namespace paylink {

/// Finds the links and orders that credits are for, on one connection, with one query for all references of a kind.
class credit_matching {
public:
  credit_matching(soci::session& session, dialect spoken);

  std::vector<link_match> match(std::span<const credit_clue> credits);

private:
  using known_links = std::unordered_map<std::int64_t, std::int64_t>; ///< Accounts by stored reference; of orders too.

  known_links find_known(std::span<const credit_clue> credits);
  /// Adds the accounts of those of one kind.
  void find_known(std::span<const credit_clue> credits, reference_kind kind, known_links& known);
  std::int64_t find_virtual_account(const credit_clue& credit);

  statement<sql_row<sql_text>, sql_row<sql_number, sql_number>> by_references_, orders_by_references_;
  statement<sql_row<sql_number, sql_text>, sql_row<sql_number>> virtual_account_;
};

} // namespace paylink
