#include "failpoints/failpoint.hpp"
#include "persistence/audit/audit_writes.hpp"
#include "persistence/context/used_keys.hpp"
#include "persistence/context/writing.hpp"
#include "persistence/links/link_row.hpp"
#include "persistence/sql/invariant.hpp"
#include "persistence/statistics/count_tally.hpp"

namespace paylink {
namespace {

const sql_statement<sql_row<sql_text, sql_number, sql_text, sql_number, sql_text>(sql_text, sql_text, sql_text)>
    find_link_receiver_sql{
        "SELECT w.status, a.row, a.state, v.row, v.status FROM workspaces w "
        "LEFT JOIN bank_accounts a ON a.workspace_id = w.id AND a.id = :account "
        "LEFT JOIN virtual_accounts v ON v.account_row = a.row AND v.id = :virtual_account WHERE w.id = :workspace"};

const sql_row_insert<sql_text, sql_text, sql_text, sql_number, sql_number, sql_number, sql_number, sql_text, sql_text,
                     sql_text, sql_text, sql_number, sql_number, sql_number, sql_text>
    insert_link_sql{
        "INSERT INTO payment_links (id, public_id, workspace_id, account_row, virtual_account_row, reference, amount, "
        "description, callback_url, redirect_url, metadata, created_at, expires_at, created_by_type, created_by_id) "
        "VALUES (:id, :public_id, :workspace, :account, :virtual_account, :reference, :amount, "
        ":description, :callback_url, :redirect_url, :metadata, :created_at, :expires_at, :by_type, :by_id) "
        "ON CONFLICT DO NOTHING"};

const sql_statement<void(sql_number, sql_number)> remember_link_expiry_sql{
    "INSERT INTO link_expiries (expires_at, link_row) VALUES (:expires_at, :row)"};

const sql_statement<void(sql_number, sql_number, sql_number, sql_text, sql_text, sql_number)> close_link_sql{
    "UPDATE payment_links SET status = :status, failure_reason = :reason, closed_at = :now WHERE workspace_id = "
    ":workspace AND id = :id AND status = 0 AND expires_at > :deciding"};

const sql_statement<sql_row<sql_number>(sql_number, sql_number)> take_due_links_sql{[](dialect spoken) {
  return "DELETE FROM link_expiries WHERE (expires_at, link_row) IN (SELECT expires_at, link_row FROM link_expiries "
         "WHERE expires_at <= :now ORDER BY expires_at, link_row LIMIT :limit" +
         std::string{pick_rows(spoken)} + ") RETURNING link_row";
}};

// A link is closed at its own time, even if the sweep stores it later; many have been paid or cancelled before.
const sql_statement<sql_row<sql_text, sql_text, sql_text, sql_number>(sql_text, sql_number)> expire_links_sql{
    [](dialect spoken) {
      return "UPDATE payment_links SET status = 3, closed_at = expires_at WHERE row" +
             std::string{is_among_numbers(spoken)} +
             " AND status = 0 AND expires_at <= :now RETURNING public_id, workspace_id, id, closed_at";
    }};

const sql_statement<sql_row<sql_number>()> next_due_link_sql{"SELECT MIN(expires_at) FROM link_expiries"};

/// A new link, or the existing one with the same id.
result<payment_link> make_link(writing& at, const payment_link& link) {
  auto& receiver = at.db[find_link_receiver_sql];
  if (!receiver.first(link.account.view(), link.virtual_account.view(), link.workspace.view())) return errc::not_found;
  const auto& [workspace_status, account, account_state, virtual_row, virtual_status] = receiver.out().fields;
  if (account.is_null()) return errc::not_found;
  if (!link.virtual_account.empty() && virtual_status.view() != "active") return errc::not_found;
  if (workspace_status.view() != "active") return errc::workspace_suspended;
  if (account_state.view() != "connected") return errc::bank_account_not_connected;

  const auto new_row =
      at.db.insert(insert_link_sql, link.id.view(), link.public_id, link.workspace.view(), account.value,
                   row_or_null(virtual_row.or_zero()), stored_reference(link.reference),
                   link.amount ? std::optional{link.amount->dong} : std::optional<std::int64_t>{}, link.description,
                   link.callback_url, link.redirect_url, metadata_to_json(link.metadata), to_millis(link.created_at),
                   to_millis(link.expires_at), static_cast<std::int64_t>(link.created_by.type), link.created_by.id);
  if (new_row) {
    PAYLINK_FAILPOINT(after_link_row);
    at.db[remember_link_expiry_sql].run(to_millis(link.expires_at), *new_row);
    PAYLINK_FAILPOINT(after_expiry_row);
    at.tally.count_links(link.workspace, link_status::pending, link.created_at);
    auto stored = link;
    stored.row = *new_row;
    return stored;
  }
  // If repeated, the link already exists; otherwise another link has its public id or reference.
  auto stored = read_link(at.db, link.workspace, link.id);
  if (!stored) return errc::conflict;
  return std::move(*stored);
}

} // namespace

result<created_link> carry_out(writing& at, const create_link& command) {
  const bool has_key = !command.key.key.empty();
  if (const auto used =
          has_key ? find_use_of_key(at.db, command.key, command.link.workspace, at.when.now) : std::nullopt) {
    if (used->print != command.key.print) return errc::idempotency_key_reused;
    auto first = read_link(at.db, command.link.workspace, payment_link_id::from_store(used->subject));
    ensure(first.has_value(), "an idempotency key names what was made with it");
    const bool is_replay = first->id != command.link.id;
    return created_link{std::move(*first), is_replay};
  }
  auto made = make_link(at, command.link);
  if (!made) return made.error();
  if (has_key) {
    note_use_of_key(at.db, command.key, command.link.workspace, made->id.view(), at.when.now);
    PAYLINK_FAILPOINT(after_link_key_row);
  }
  return created_link{std::move(*made)};
}

result<payment_link> carry_out(writing& at, const close_link& command) {
  const auto closed = transition(link_status::pending, command.trigger).value();
  const auto changed = at.db[close_link_sql].run(
      static_cast<std::int64_t>(closed), static_cast<std::int64_t>(failure_reason_of(command.trigger)),
      to_millis(at.when.now), command.workspace.view(), command.link.view(), to_millis(at.when.now));
  auto link = read_link(at.db, command.workspace, command.link);
  if (!link) return errc::not_found;
  if (changed == 0) return errc::payment_link_not_pending;
  at.tally.count_links(command.workspace, closed, at.when.now);
  at.audit.note(command.by, {command.workspace.view(), "payment_link.cancelled", command.link.view()}, at.when.now);
  return std::move(*link);
}

result<expired_links> carry_out(writing& at, const expire_links& command) {
  expired_links expired;
  std::string due = "[";
  int taken = 0;
  at.db[take_due_links_sql].each(
      [&](const auto& columns) {
        due.append(taken++ == 0 ? "" : ",").append(std::to_string(column_at<0>(columns).value));
      },
      to_millis(at.when.now), std::int64_t{command.limit});
  PAYLINK_FAILPOINT(after_expiries_taken);
  if (taken > 0)
    at.db[expire_links_sql].each(
        [&](const auto& columns) {
          const auto& [public_id, workspace, id, closed_at] = columns.fields;
          const auto of = workspace_id::from_store(workspace.view());
          expired.public_ids.push_back(public_id.value);
          expired.links.emplace_back(of, payment_link_id::from_store(id.view()));
          at.tally.count_links(of, link_status::expired, from_millis(closed_at.value));
        },
        due + "]", to_millis(at.when.now));
  expired.more = taken >= command.limit;
  auto& next_due = at.db[next_due_link_sql];
  if (!expired.more && next_due.first() && !next_due.column<0>().is_null())
    expired.next_due = from_millis(next_due.column<0>().value);
  return expired;
}

} // namespace paylink
