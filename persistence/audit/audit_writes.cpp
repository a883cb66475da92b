#include "persistence/audit/audit_writes.hpp"

namespace paylink {
namespace {

// Extending the chain locks its row, so that writers take turns.
const sql_statement<sql_row<sql_number, sql_text>(sql_text)> extend_audit_chain_sql{
    "INSERT INTO audit_chains (scope, length, hash) VALUES (:scope, 1, '') ON CONFLICT (scope) DO UPDATE SET length = "
    "audit_chains.length + 1 RETURNING length, hash"};

const sql_statement<void(sql_text, sql_text)> end_audit_chain_sql{
    "UPDATE audit_chains SET hash = :hash WHERE scope = :scope"};

const sql_statement<void(sql_text, sql_text, sql_number, sql_number, sql_text, sql_text, sql_text, sql_text, sql_text,
                         sql_text, sql_text, sql_text)>
    insert_audit_row_sql{
        "INSERT INTO audit_log (id, scope, number, at, actor_type, actor_id, address, action, target, was, became, "
        "hash) VALUES (:id, :scope, :number, :at, :actor_type, :actor_id, :address, :action, :target, :was, :became, "
        ":hash)"};

} // namespace

void audit_writes::note(const act& by, deed done, timestamp now) {
  if (by.id.empty()) return;
  auto& chain = db_[extend_audit_chain_sql];
  chain.first(done.scope);
  const auto hash_before = chain.column<1>().value;
  const audit_row row{.id = by.id,
                      .scope = std::string{done.scope},
                      .number = chain.column<0>().value,
                      .at = now,
                      .by = by.by,
                      .address = by.address,
                      .action = std::string{done.action},
                      .target = std::string{done.target},
                      .was = std::move(done.was),
                      .became = std::move(done.became),
                      .hash = {}};
  const auto hash = digest_(hashed_text(row, hash_before));
  db_[insert_audit_row_sql].run(row.id.view(), row.scope, row.number, to_millis(row.at), to_text(row.by.type),
                                row.by.id, row.address, row.action, row.target, row.was, row.became, hash);
  db_[end_audit_chain_sql].run(hash, row.scope);
}

} // namespace paylink
