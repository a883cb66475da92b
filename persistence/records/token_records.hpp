#pragma once
#include "domain/errors/errc.hpp"
#include "domain/identity/api_token.hpp"
#include "domain/identity/audit.hpp"
#include "persistence/records/idempotency_key.hpp"
#include "persistence/records/page.hpp"
#include "persistence/records/verb.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

/// The stores' records about API tokens. Digests are SHA-256 in lowercase hex.
namespace paylink {

struct created_token {
  token_id id;
  bool is_replay = false; ///< An earlier request with the same key created it.
};

/// A new API token (its digest) for an existing user. `not_found` (user, Workspace), `conflict`,
/// `idempotency_key_reused`.
struct create_token {
  using reply = created_token;
  static constexpr bool is_apart = true;
  token_id id;
  user_id user;
  std::string digest; ///< SHA-256 of the token, lowercase hex.
  std::string last4;
  std::string name;
  timestamp expires_at;
  std::vector<std::pair<workspace_id, std::uint32_t>> permissions; ///< `permission_set` for each Workspace.
  std::string networks{};                                          ///< With spaces between them; empty: all.
  idempotency_key key{};
  act by{};
};
result<created_token> carry_out(writing& at, const create_token& command);

/// Changes a token of a user; absent: stays. `not_found`; `conflict`: it is revoked.
struct change_token {
  using reply = api_token;
  static constexpr bool is_apart = true;
  token_id id;
  user_id user;
  std::optional<std::string> name{}, networks{};
  std::optional<std::vector<token_grant>> grants{};
  act by;
};
result<api_token> carry_out(writing& at, const change_token& command);

/// Gives a token another secret; the old one is refused from now on. `not_found`; `conflict`: it is revoked or has
/// expired.
struct rotate_token {
  using reply = api_token;
  static constexpr bool is_apart = true;
  token_id id;
  user_id user;
  std::string digest, last4;
  act by;
};
result<api_token> carry_out(writing& at, const rotate_token& command);

/// Ends a token of a user for good. Repeating it changes nothing. `not_found`.
struct revoke_token {
  using reply = no_reply;
  static constexpr bool is_apart = true;
  token_id id;
  user_id user;
  act by;
};
result<no_reply> carry_out(writing& at, const revoke_token& command);

/// A token came from an address outside its networks, and was refused: told in the audit log.
struct note_refused_token {
  using reply = no_reply;
  static constexpr bool is_apart = true;
  token_id id;
  user_id user;
  act by;
};
result<no_reply> carry_out(writing& at, const note_refused_token& command);

struct warned_of_tokens {
  std::int64_t count = 0;
  bool has_more = false; ///< The limit was reached: repeat at once.
};

/// Stores a mail to the creator of each token that ends in 14, 7 or 1 days, unless it was told so before.
struct warn_of_tokens {
  using reply = warned_of_tokens;
  static constexpr bool is_apart = true;
  int limit = 50;
};
result<warned_of_tokens> carry_out(writing& at, const warn_of_tokens& command);

using token_verbs = verbs<create_token, change_token, rotate_token, revoke_token, note_refused_token, warn_of_tokens>;

/// A page of a user's tokens.
struct token_filter {
  user_id user;
  bool ascending = false;
  int limit = 20;
  std::int64_t after = 0; ///< The row of the last token of the page before; 0: the first page.
};

/// A user's tokens, revoked and expired ones too.
struct list_tokens {
  const token_filter& filter;
  timestamp now;
};
page<api_token> answer(reading& at, const list_tokens& wanted);

struct find_token {
  user_id of;
  token_id id;
  timestamp now;
};
result<api_token> answer(reading& at, const find_token& wanted);

} // namespace paylink
