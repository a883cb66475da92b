#pragma once
#include "domain/banks/bank.hpp"
#include "domain/banks/bank_status.hpp"
#include "domain/errors/errc.hpp"
#include "domain/identity/account.hpp"
#include "domain/identity/audit.hpp"
#include "persistence/records/mail_records.hpp"
#include "persistence/records/page.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// The stores' records about what an operator does to accounts, tokens and banks.
namespace paylink {

/// What becomes of an entry in quarantine.
struct retried_entry {
  bool is_recorded_soon = false; ///< Its account is connected; otherwise it waits until it is.
};

/// The invitation with which the first person makes an account. One that was made before ends. `conflict`: there are
/// users.
struct invite_first_user {
  using reply = no_reply;
  static constexpr bool is_apart = true;
  invitation_id id;
  std::string digest;
  act by;
};
result<no_reply> carry_out(writing& at, const invite_first_user& command);

/// An operator invites a person to make an account. An older invitation of an operator for the address ends.
/// `conflict`: the address has an account.
struct invite_user {
  using reply = no_reply;
  static constexpr bool is_apart = true;
  invitation_id id;
  std::string digest;
  std::string email; ///< Empty: anyone who has the link.
  act by;
  std::optional<personal_mail> mail{}; ///< None: the operator hands over the link.
};
result<no_reply> carry_out(writing& at, const invite_user& command);

/// Locks a user out or lets the user in again. Locking ends all sessions; tokens are refused from the next request.
/// `not_found`.
struct set_user_lock {
  using reply = user_account;
  static constexpr bool is_apart = true;
  user_id user;
  bool is_locked = false;
  act by;
};
result<user_account> carry_out(writing& at, const set_user_lock& command);

/// Revokes anyone's API token; one that is revoked already stays so. `not_found`.
struct revoke_any_token {
  using reply = no_reply;
  static constexpr bool is_apart = true;
  token_id token;
  act by;
};
result<no_reply> carry_out(writing& at, const revoke_any_token& command);

/// Sets a bank's operational status, which then wins over the configured one.
struct set_bank_status {
  using reply = no_reply;
  static constexpr bool is_apart = true;
  std::string code; ///< `MB`
  bank_status status = bank_status::active;
  act by;
};
result<no_reply> carry_out(writing& at, const set_bank_status& command);

/// What is to be done with an entry in quarantine: one of an account that nobody had connected, or that could not be
/// read. If the account is connected by now, its upkeep records the entry soon. `not_found`: it is in quarantine no
/// more.
struct retry_kept_entry {
  using reply = retried_entry;
  static constexpr bool is_apart = true;
  std::int64_t row = 0;
  std::optional<bank_entry> entry{}; ///< What could not be read, as it is read now; none: it was readable.
};
result<retried_entry> carry_out(writing& at, const retry_kept_entry& command);

using operator_verbs =
    verbs<retry_kept_entry, invite_first_user, invite_user, set_user_lock, revoke_any_token, set_bank_status>;

/// What an operator sees of an API token.
struct listed_token {
  token_id id;
  user_id user;
  std::string email; ///< The user's.
  std::string name, last4;
  timestamp created_at, expires_at;
  std::optional<timestamp> revoked_at, last_used_at;
};

/// An entry in quarantine.
struct quarantined_entry {
  std::int64_t row = 0;
  std::string feed, account_number, bank_reference;
  entry_status status = entry_status::booked;
  entry_result reason = entry_result::unknown_account; ///< Or `invalid`.
  std::string detail;                                  ///< Why, for people.
  std::string raw;                                     ///< As received; of an unknown account in the native form.
  timestamp received_at;
};

/// The entries in quarantine, the oldest first. At most `limit`, and fewer if their texts are long: a page ends once it
/// has read a MiB. `after_row` is the `last_row` of the previous page, or 0.
struct list_quarantined_entries {
  std::int64_t after_row = 0;
  int limit = 0;
};
page<quarantined_entry> answer(reading& at, const list_quarantined_entries& wanted);

/// A status that an operator has set.
struct set_status {
  std::string code;
  bank_status status = bank_status::active;
};

/// Everybody's accounts, the newest first. `before_row` is the `last_row` of the previous page, or 0.
struct list_users {
  std::int64_t before_row;
  int limit;
};
page<user_account> answer(reading& at, const list_users& wanted);

/// The tokens of a user or, without one, of all, the newest first. `before_row` as for `list_users`.
struct list_all_tokens {
  user_id of;
  std::int64_t before_row;
  int limit;
};
page<listed_token> answer(reading& at, const list_all_tokens& wanted);

/// The banks' statuses that an operator has set; the others are as configured.
struct list_bank_statuses {};
std::vector<set_status> answer(reading& at, const list_bank_statuses& wanted);

} // namespace paylink
