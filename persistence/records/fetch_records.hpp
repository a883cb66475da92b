#pragma once
#include "domain/banks/bank.hpp"
#include "domain/errors/errc.hpp"
#include "domain/identity/audit.hpp"
#include "persistence/records/verb.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

/// The stores' records about entries that are fetched from banks' connectors.
namespace paylink {

/// An account whose connector is to be asked.
struct due_fetch {
  std::shared_ptr<const bank_account> account{}; ///< Null: none is due.
  std::string connection_id;
  std::string after;                   ///< The connector's place; empty: from the beginning.
  std::optional<timestamp> next_due{}; ///< If none is due: when the next one is.
};

/// Takes an account whose connector is to be asked; no other node takes it for two minutes.
struct claim_fetch {
  using reply = due_fetch;
  std::vector<std::string> feeds; ///< Those whose connectors this node can ask.
};
result<due_fetch> carry_out(writing& at, const claim_fetch& command);

/// What fetching came to.
struct note_fetch {
  using reply = no_reply;
  std::int64_t account_row = 0;
  std::string connection_id; ///< That was asked; another one by now is left alone.
  std::string fetched_to;    ///< All entries up to this place of the connector's are on disk.
  std::string fault{};       ///< Why it failed, for the account's Workspace; empty: it did not.
  bool is_more_due = false;  ///< There are more entries: again at once.
};
result<no_reply> carry_out(writing& at, const note_fetch& command);

/// A node has started: what was lost meanwhile is looked for soon.
struct fetch_soon {
  using reply = no_reply;
};
result<no_reply> carry_out(writing& at, const fetch_soon& command);

struct lapsed_connection {
  workspace_id workspace{}; ///< Of the account `id`; empty: nothing was changed.
  bank_account_id id{};
};

/// The bank reports that a connection is over: the account is disconnected. Of an account that is not connected nothing
/// is changed.
struct lapse_connection {
  using reply = lapsed_connection;
  static constexpr bool ends_stretch = true;
  std::string feed, bin, number; ///< As the bank names the account.
  act by{};
};
result<lapsed_connection> carry_out(writing& at, const lapse_connection& command);

using fetch_verbs = verbs<claim_fetch, note_fetch, fetch_soon, lapse_connection>;

} // namespace paylink
