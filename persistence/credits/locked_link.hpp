#pragma once
#include "domain/banks/settlement.hpp"
#include "persistence/deliveries/new_delivery.hpp"
#include "persistence/links/link_row.hpp"
#include "persistence/sql/dialect.hpp"
#include "persistence/store.hpp"

namespace paylink {

/// A link read in the transaction that settles a credit, with its Workspace's current signing key.
struct locked_link {
  static constexpr std::string_view columns = "l.row, l.account_row, l.status, l.amount, l.expires_at, l.reference, "
                                              "l.workspace_id, l.id, l.public_id, l.callback_url, k.id, k.sealed";
  /// On PostgreSQL with a subquery for each link: a plain join may be planned over the keys of all Workspaces.
  static constexpr std::string_view key_of_link(dialect spoken) {
    return choose(spoken, " LEFT JOIN signing_keys k ON k.workspace_id = l.workspace_id AND k.valid_until IS NULL ",
                  " LEFT JOIN LATERAL (SELECT s.id, s.sealed FROM signing_keys s WHERE s.workspace_id = l.workspace_id "
                  "AND s.valid_until IS NULL LIMIT 1) k ON TRUE ");
  }

  sql_number row, account, status, amount, expires_at, reference;
  sql_text workspace, id, public_id, callback_url, key_id, sealed_key;

  /// Whether the link exists and belongs to the entry's account.
  bool is_of(const record_entry& command) const;
  /// Neither closed nor expired.
  bool is_pending(timestamp now) const;
  named_target target() const;

  /// The signed event of a credit that completes the link, ready for its first attempt.
  new_delivery make_event(const record_entry& command, const store_context& context, batch_claims& claims,
                          timestamp now) const;
};

} // namespace paylink
