#pragma once
#include "domain/banks/settlement.hpp"
#include "persistence/deliveries/new_delivery.hpp"
#include "persistence/links/link_row.hpp"
#include "persistence/sql/dialect.hpp"
#include "persistence/store.hpp"

namespace paylink {

/// A link read in the transaction that settles a credit, with its Workspace's current signing key.
struct locked_link {
  /// On PostgreSQL with a subquery for each link: a plain join may be planned over the keys of all Workspaces.
  static constexpr std::string_view key_of_link(dialect spoken) {
    return choose(spoken, " LEFT JOIN signing_keys k ON k.workspace_id = l.workspace_id AND k.valid_until IS NULL ",
                  " LEFT JOIN LATERAL (SELECT s.id, s.sealed FROM signing_keys s WHERE s.workspace_id = l.workspace_id "
                  "AND s.valid_until IS NULL LIMIT 1) k ON TRUE ");
  }

  number_column<"l.row"> row;
  number_column<"l.account_row"> account;
  number_column<"l.status"> status;
  number_column<"l.amount"> amount;
  number_column<"l.expires_at"> expires_at;
  number_column<"l.reference"> reference;
  text_column<"l.workspace_id"> workspace;
  text_column<"l.id"> id;
  text_column<"l.public_id"> public_id;
  text_column<"l.callback_url"> callback_url;
  text_column<"k.id"> key_id;
  text_column<"k.sealed"> sealed_key;

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
