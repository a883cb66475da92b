#pragma once
#include "persistence/records/records.hpp"
#include "persistence/sql/statement.hpp"

#include <unordered_map>

namespace paylink {

/// Who an account belongs to, as it is inside the transaction that settles its entries: whatever an actor remembers,
/// this decides.
struct account_holder {
  /// Of the account `a`. One that was disconnected is another one's as soon as its number is connected elsewhere. By
  /// subqueries, which are answered by their keys however the planner judges the tables.
  static constexpr std::string_view columns =
      "a.row, (SELECT w.owner_id FROM workspaces w WHERE w.id = a.workspace_id), (SELECT w.status FROM workspaces w "
      "WHERE w.id = a.workspace_id), CASE WHEN a.state <> 'connected' AND (SELECT c.row FROM bank_accounts c WHERE "
      "c.bin = a.bin AND c.number = a.number AND c.state = 'connected') IS NOT NULL THEN 1 ELSE 0 END";
  static constexpr std::string_view tables = " FROM bank_accounts a ";

  user_id owner;
  bool is_suspended = false;
  bool has_moved = false; ///< Its number is connected as another account.

  static account_holder read(const text& owner, const text& status, const number& moved) {
    return {user_id::from_store(owner.view()), status.view() != "active", moved.value != 0};
  }
};

/// The holders of the accounts that a batch has met, each read once.
class account_holders {
public:
  explicit account_holders(soci::session& session);

  /// Throws a broken invariant when there is no such account.
  const account_holder& of(std::int64_t account_row);
  /// At the beginning of a transaction, and when a Workspace's status has changed in it.
  void forget() { known_.clear(); }

private:
  statement<row<number>, row<number, text, text, number>> find_;
  std::unordered_map<std::int64_t, account_holder> known_;
};

} // namespace paylink
