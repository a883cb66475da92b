#pragma once
#include "domain/links/payment_link.hpp"
#include "persistence/sql/connection.hpp"

#include <map>
#include <string>

namespace paylink {

/// The reference in a payment link's column: orders have larger numbers than links.
std::int64_t stored_reference(const reference& value);
reference reference_of(std::int64_t stored);

/// A payment link with its data from other tables.
struct link_row {
  /// SQL: a number of `callback_status`.
  static constexpr std::string_view callback_column =
      "CASE WHEN d.state IS NULL THEN 0 WHEN d.owner IS NOT NULL THEN 2 WHEN d.state = 0 THEN 1 ELSE d.state + 2 END";
  static std::string columns();
  static constexpr std::string_view tables =
      " FROM payment_links l JOIN bank_accounts a ON a.row = l.account_row "
      "LEFT JOIN virtual_accounts v ON v.row = l.virtual_account_row "
      "LEFT JOIN transactions t ON t.row = l.transaction_row LEFT JOIN deliveries d ON d.link_row = l.row ";

  sql_number row;
  sql_text id, public_id, workspace, account, virtual_account;
  sql_number reference, status, amount, received_amount, callback;
  sql_text description, callback_url, redirect_url, metadata, transaction;
  sql_number paid_at, failure, created_at, expires_at, closed_at, created_by_type;
  sql_text created_by_id;

  payment_link read() const;
};

/// A link of the Workspace.
std::optional<payment_link> read_link(connection& db, workspace_id in, payment_link_id id);

/// The metadata of a link as a JSON object.
std::string metadata_to_json(const std::map<std::string, std::string>& metadata);

} // namespace paylink
