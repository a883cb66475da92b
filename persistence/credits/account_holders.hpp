#pragma once
#include "persistence/records/records.hpp"
#include "persistence/sql/connection.hpp"

#include <unordered_map>

namespace paylink {

/// Whom an account belongs to, read in the transaction that settles its entries: this decides, whatever an actor
/// remembers.
struct account_holder {
  /// Of the account `a`; `moved` is 1 where it is disconnected, and 2 where it has moved: once its number was connected
  /// elsewhere, it was removed, or its Workspace is deleted. Uses subqueries, which use their keys whatever the planner
  /// knows about the tables.
  static std::string columns() {
    return "(SELECT w.owner_id FROM workspaces w WHERE w.id = a.workspace_id), (SELECT w.status FROM workspaces "
           "w WHERE w.id = a.workspace_id), CASE WHEN (SELECT w.deleted_at FROM workspaces w WHERE w.id = "
           "a.workspace_id) IS NOT NULL OR a.removed_at IS NOT NULL THEN 2 WHEN a.state = 'connected' THEN 0 WHEN "
           "a.superseded_at IS NULL THEN 1 ELSE 2 END, (SELECT MIN(h.row) FROM webhooks h WHERE h.workspace_id = "
           "a.workspace_id AND h.deleted_at IS NULL), a.stated_to, (SELECT MIN(o.row + 0) FROM bank_accounts o WHERE "
           "o.number = a.number AND o.bin = a.bin AND o.row <> a.row AND o.connected_at IS NOT NULL), a.bank";
  }
  /// What a query finds in them.
  struct found {
    sql_text owner, status;
    sql_number moved, first_webhook, stated_to, same_number;
    sql_text bank;

    account_holder read() const {
      return {
          user_id::from_store(owner.view()), status.view() != "active",        moved.value != 0,       moved.value == 2,
          !first_webhook.is_null(),          from_millis(stated_to.or_zero()), !same_number.is_null(), bank.value};
    }
  };
  static constexpr std::string_view tables = " FROM bank_accounts a ";
  /// The end of the query: until the transaction ends, no import begins that its entries do not know of. Rows that
  /// refer to the account, which others insert meanwhile, do the same.
  static constexpr std::string_view kept(dialect spoken) { return choose(spoken, "", " FOR KEY SHARE OF a"); }

  user_id owner;
  bool is_suspended = false;
  bool is_disconnected = false; ///< It gets only what is asked for of it: fetched for its links, or in a statement.
  bool has_moved = false;       ///< Its number was connected as another account since, or its Workspace is deleted.
  bool has_webhooks = false;
  timestamp stated_to{};      ///< Statements have told of entries before this time.
  bool shares_number = false; ///< Another account has, or had, its number: their entries must not be counted twice.
  std::string bank;           ///< Of the account.

  /// Whether the entry is for another account, or for nobody yet.
  bool refuses(const record_entry& command) const { return has_moved || (is_disconnected && !command.is_asked_for); }

  /// Whether a statement may tell, or have told, of the entry.
  bool has_statement_of(const bank_entry& entry) const {
    return !entry.statement_id.empty() || entry.occurred_at < stated_to;
  }
};

/// The holders of the accounts in a batch, each read once.
class account_holders {
public:
  explicit account_holders(connection& db) : db_{db} {}

  /// Throws a broken invariant if there is no such account.
  const account_holder& of(std::int64_t account_row);
  /// Call at the beginning of a transaction, and when a Workspace's status has changed in it.
  void forget() { known_.clear(); }

private:
  connection& db_;
  std::unordered_map<std::int64_t, account_holder> known_;
};

} // namespace paylink
