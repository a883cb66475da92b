#pragma once
#include "persistence/records/records.hpp"
#include "persistence/sql/dialect.hpp"
#include "persistence/sql/statement.hpp"
#include "persistence/sql/superseded.hpp"

#include <unordered_map>

namespace paylink {

/// Whom an account belongs to, read in the transaction that settles its entries: this decides, whatever an actor
/// remembers.
struct account_holder {
  /// Of the account `a`. A disconnected account has moved once its number was connected elsewhere, and so has one that
  /// was removed, or whose Workspace is deleted. Uses subqueries, which use their keys whatever the planner knows about
  /// the tables.
  static std::string columns() {
    return "a.row, (SELECT w.owner_id FROM workspaces w WHERE w.id = a.workspace_id), (SELECT w.status FROM workspaces "
           "w WHERE w.id = a.workspace_id), CASE WHEN (SELECT w.deleted_at FROM workspaces w WHERE w.id = "
           "a.workspace_id) IS NOT NULL OR a.removed_at IS NOT NULL THEN 1 ELSE " +
           std::string{is_superseded} +
           " END, (SELECT MIN(h.row) FROM webhooks h WHERE h.workspace_id = a.workspace_id AND h.deleted_at IS NULL), "
           "a.stated_to, (SELECT MIN(o.row + 0) FROM bank_accounts o WHERE o.number = a.number AND o.bin = a.bin AND "
           "o.row "
           "<> a.row AND o.connected_at IS NOT NULL)";
  }
  static constexpr std::string_view tables = " FROM bank_accounts a ";
  /// The end of the query: until the transaction ends, no import begins that its entries do not know of. Rows that
  /// refer to the account, which others insert meanwhile, do the same.
  static constexpr std::string_view kept(dialect spoken) {
    return spoken == dialect::postgresql ? " FOR KEY SHARE OF a" : "";
  }

  user_id owner;
  bool is_suspended = false;
  bool has_moved = false; ///< Its number was connected as another account since, or its Workspace is deleted.
  bool has_webhooks = false;
  timestamp stated_to{};      ///< Statements have told of entries before this time.
  bool shares_number = false; ///< Another account has, or had, its number: their entries must not be counted twice.

  static account_holder read(const sql_text& owner, const sql_text& status, const sql_number& moved,
                             const sql_number& first_webhook, const sql_number& stated_to, const sql_number& namesake) {
    return {user_id::from_store(owner.view()), status.view() != "active",        moved.value != 0,
            !first_webhook.is_null(),          from_millis(stated_to.or_zero()), !namesake.is_null()};
  }
  /// Whether a statement may tell, or have told, of the entry.
  bool has_statement_of(const bank_entry& entry) const {
    return !entry.statement_id.empty() || entry.occurred_at < stated_to;
  }
};

/// The holders of the accounts in a batch, each read once.
class account_holders {
public:
  account_holders(soci::session& session, dialect spoken);

  /// Throws a broken invariant if there is no such account.
  const account_holder& of(std::int64_t account_row);
  /// Call at the beginning of a transaction, and when a Workspace's status has changed in it.
  void forget() { known_.clear(); }

private:
  statement<sql_row<sql_number>,
            sql_row<sql_number, sql_text, sql_text, sql_number, sql_number, sql_number, sql_number>>
      find_;
  std::unordered_map<std::int64_t, account_holder> known_;
};

} // namespace paylink
