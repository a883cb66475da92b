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
  static constexpr char callback_column[] =
      "CASE WHEN d.state IS NULL THEN 0 WHEN d.owner IS NOT NULL THEN 2 WHEN d.state = 0 THEN 1 ELSE d.state + 2 END";
  static constexpr std::string_view tables =
      " FROM payment_links l JOIN bank_accounts a ON a.row = l.account_row "
      "LEFT JOIN virtual_accounts v ON v.row = l.virtual_account_row "
      "LEFT JOIN transactions t ON t.row = l.transaction_row LEFT JOIN deliveries d ON d.link_row = l.row ";

  number_column<"l.row"> row;
  text_column<"l.id"> id;
  text_column<"l.public_id"> public_id;
  text_column<"l.workspace_id"> workspace;
  text_column<"a.id"> account;
  text_column<"v.id"> virtual_account;
  number_column<"l.reference"> reference;
  number_column<"l.status"> status;
  number_column<"l.amount"> amount;
  number_column<"l.received_amount"> received_amount;
  number_column<callback_column> callback;
  text_column<"l.description"> description;
  text_column<"l.callback_url"> callback_url;
  text_column<"l.redirect_url"> redirect_url;
  text_column<"l.metadata"> metadata;
  text_column<"t.id"> transaction;
  number_column<"t.occurred_at"> paid_at;
  number_column<"l.failure_reason"> failure;
  number_column<"l.created_at"> created_at;
  number_column<"l.expires_at"> expires_at;
  number_column<"l.closed_at"> closed_at;
  number_column<"l.created_by_type"> created_by_type;
  text_column<"l.created_by_id"> created_by_id;

  payment_link read() const;
};

/// A link of the Workspace.
std::optional<payment_link> read_link(connection& db, workspace_id in, payment_link_id id);

/// The metadata of a link as a JSON object.
std::string metadata_to_json(const std::map<std::string, std::string>& metadata);

} // namespace paylink
