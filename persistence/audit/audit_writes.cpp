#include "persistence/audit/audit_writes.hpp"

namespace paylink {

// Extending the chain locks its row, so that writers take turns.
audit_writes::audit_writes(soci::session& session, digest_function digest)
    : digest_{digest}, extend_{session, "INSERT INTO audit_chains (scope, length, hash) VALUES (:scope, 1, '') ON "
                                        "CONFLICT (scope) DO UPDATE SET length = audit_chains.length + 1 RETURNING "
                                        "length, hash"},
      end_with_{session, "UPDATE audit_chains SET hash = :hash WHERE scope = :scope"},
      insert_{session, "INSERT INTO audit_log (id, scope, number, at, actor_type, actor_id, address, action, target, "
                       "was, became, hash) VALUES (:id, :scope, :number, :at, :actor_type, :actor_id, :address, "
                       ":action, :target, :was, :became, :hash)"} {}

void audit_writes::note(const act& by, deed done, timestamp now) {
  if (by.id.empty()) return;
  extend_.first(done.scope);
  const auto hash_before = extend_.column<1>().value;
  const audit_row row{.id = by.id,
                      .scope = std::string{done.scope},
                      .number = extend_.column<0>().value,
                      .at = now,
                      .by = by.by,
                      .address = by.address,
                      .action = std::string{done.action},
                      .target = std::string{done.target},
                      .was = std::move(done.was),
                      .became = std::move(done.became),
                      .hash = {}};
  const auto hash = digest_(hashed_text(row, hash_before));
  insert_.run(row.id.view(), row.scope, row.number, to_millis(row.at), to_text(row.by.type), row.by.id, row.address,
              row.action, row.target, row.was, row.became, hash);
  end_with_.run(hash, row.scope);
}

} // namespace paylink
