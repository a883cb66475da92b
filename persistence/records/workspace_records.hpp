#pragma once
#include "domain/errors/errc.hpp"
#include "domain/identity/access.hpp"
#include "domain/identity/audit.hpp"
#include "domain/identity/workspace.hpp"
#include "persistence/records/idempotency_key.hpp"
#include "persistence/records/member_records.hpp"
#include "persistence/records/page.hpp"
#include "persistence/records/verb.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// The stores' records about the life of a Workspace.
namespace paylink {

struct made_workspace {
  workspace record;
  bool is_replay = false; ///< An earlier request with the same key made it.
};

/// A Workspace with its Owner and its signing key. `not_found` (owner), `plan_workspace_limit`,
/// `idempotency_key_reused`.
struct make_workspace {
  using reply = made_workspace;
  static constexpr bool is_apart = true;
  workspace record;
  membership_id owner_membership;
  std::string signing_key_id;
  std::string sealed_signing_key;
  idempotency_key key{};
  act by;
};
result<made_workspace> carry_out(writing& at, const make_workspace& command);

/// Changes what may be changed; absent: stays. `not_found`.
struct change_workspace {
  using reply = workspace;
  static constexpr bool is_apart = true;
  workspace_id id;
  std::optional<std::string> name{}, description{};
  std::optional<language> lang{};
  std::uint32_t notices_on = 0, notices_off = 0; ///< The kinds of mail to switch: a bit for each `notice_kind`.
  std::optional<bool> needs_second_factor{};
  act by;
};
result<workspace> carry_out(writing& at, const change_workspace& command);

/// Ends a Workspace at once: nobody has access, its accounts are free, its pending links are closed, and no entry is
/// recorded in it. Its data goes with `clear_workspace`. `not_found`.
struct delete_workspace {
  using reply = no_reply;
  static constexpr bool ends_stretch = true;
  workspace_id id;
  bool ends_callbacks = false; ///< Unfinished callbacks end, too; otherwise they are sent to their end first.
  act by;
};
result<no_reply> carry_out(writing& at, const delete_workspace& command);

/// What a portion of clearing did.
struct cleared_portion {
  workspace_id workspace;                ///< Empty: there was none to clear.
  bool is_more_due = false;              ///< Repeat at once.
  bool has_closed_links = false;         ///< No link of it is pending, and no callback is unfinished unless it may be.
  std::vector<std::string> public_ids{}; ///< Of the links that were closed, for their pages.
};

/// Closes the links of a deleted Workspace, then removes its data, a portion at a time: what is left are the closed
/// links with their payments' amounts and times, its usage and its audit log.
struct clear_workspace {
  using reply = cleared_portion;
  static constexpr bool ends_stretch = true;
  workspace_id only{}; ///< Empty: one that is due.
  int limit = 200;     ///< Rows of a portion.
};
result<cleared_portion> carry_out(writing& at, const clear_workspace& command);

using workspace_verbs = verbs<make_workspace, change_workspace, delete_workspace, clear_workspace>;

/// A Workspace in the list of a caller.
struct held_workspace {
  workspace record;
  std::optional<role> held; ///< The role of the user, or of the token's creator.
};

/// Those in which the caller may do anything, in the order of their ids.
struct list_workspaces {
  const caller& who;
  const people_filter& filter;
};
page<held_workspace> answer(reading& at, const list_workspaces& wanted);

struct count_unfinished_callbacks {
  workspace_id in;
};
std::int64_t answer(reading& at, const count_unfinished_callbacks& wanted);

} // namespace paylink
