#pragma once
#include "domain/errors/errc.hpp"
#include "domain/identity/second_factor.hpp"
#include "persistence/records/account_records.hpp"

#include <cstdint>
#include <string>
#include <vector>

/// The stores' records about second factors: an authenticator app, recovery codes and passkeys.
namespace paylink {

/// The authenticator app of a user.
struct stored_totp {
  std::string sealed; ///< Its secret; the user's id names the place.
  timestamp begun_at;
  bool is_in_force = false;                ///< A code has confirmed it.
  std::optional<std::int64_t> last_step{}; ///< Of the last code that was accepted.
};

/// A passkey. Bytes are in base64url.
struct stored_passkey {
  passkey_id id;
  user_id user;
  std::string credential_id; ///< Unique among all users.
  std::string public_key;    ///< A COSE key.
  std::int32_t algorithm = 0;
  std::int64_t sign_count = 0;
  bool is_backup_eligible = false, is_backed_up = false;
  std::string name;
  timestamp created_at{};
  std::optional<timestamp> used_at{};
};

/// Everything with which a user proves more than to know the password.
struct second_factor {
  std::optional<stored_totp> totp{};
  std::vector<stored_passkey> passkeys{}; ///< The oldest first.
  std::int64_t recovery_codes = 0;        ///< Those that are left.

  bool has_totp() const { return totp && totp->is_in_force; }
  /// Whether signing in needs more than the password.
  bool is_on() const { return has_totp() || !passkeys.empty(); }
};

/// What a passkey is asked; the answer names the challenge, and works once.
struct ceremony {
  ceremony_kind kind = ceremony_kind::sign_in;
  user_id user{};       ///< Empty: nobody is signed in.
  session_id session{}; ///< The same.
};

/// Asks a passkey.
struct begin_ceremony {
  using reply = no_reply;
  static constexpr bool is_apart = true;
  std::string digest; ///< Of the challenge.
  ceremony asked;
};
result<no_reply> carry_out(writing& at, const begin_ceremony& command);

/// A passkey has answered. `not_found`: the challenge was answered before, is too old, or is none.
struct take_ceremony {
  using reply = ceremony;
  static constexpr bool is_apart = true;
  std::string digest;
};
result<ceremony> carry_out(writing& at, const take_ceremony& command);

/// A user wants an authenticator app; a new secret replaces one that waits. `conflict`: one is in force.
struct begin_totp {
  using reply = no_reply;
  static constexpr bool is_apart = true;
  user_id user;
  std::string sealed;
};
result<no_reply> carry_out(writing& at, const begin_totp& command);

/// What comes with every change of a user's factors: whose, the session that makes it and stays if the others end
/// (empty: an operator; `authentication_error`: it has ended), and the mail that tells the user (its recipient is
/// filled in).
struct factor_change {
  user_id user;
  session_id kept{};
  personal_mail mail{};
  act by;
};

/// The first code of an authenticator app: it is in force, the recovery codes are new, and other sessions end.
/// `not_found`: none waits, or another than the one that began then.
struct confirm_totp {
  using reply = no_reply;
  static constexpr bool is_apart = true;
  factor_change change;
  timestamp begun_at;
  std::int64_t step = 0;                   ///< Of the code.
  std::vector<std::string> recovery_codes; ///< Digests.
  settled_try tried{};
};
result<no_reply> carry_out(writing& at, const confirm_totp& command);

/// The authenticator app is no longer in force. `not_found`: there is none.
struct end_totp {
  using reply = no_reply;
  static constexpr bool is_apart = true;
  factor_change change;
};
result<no_reply> carry_out(writing& at, const end_totp& command);

/// New recovery codes replace the old. `conflict`: the user has no second factor.
struct renew_recovery_codes {
  using reply = no_reply;
  static constexpr bool is_apart = true;
  factor_change change;
  std::vector<std::string> recovery_codes; ///< Digests.
};
result<no_reply> carry_out(writing& at, const renew_recovery_codes& command);

struct added_passkey {
  bool has_new_codes = false; ///< It is the first factor: the recovery codes are in force.
  timestamp created_at{};
};

/// A user adds a passkey; other sessions end. `conflict`: its credential is known, or the user has too many.
struct add_passkey {
  using reply = added_passkey;
  static constexpr bool is_apart = true;
  factor_change change;
  stored_passkey made;                     ///< Its times are those of the transaction.
  std::vector<std::string> recovery_codes; ///< Digests, for a user who has no factor yet.
};
result<added_passkey> carry_out(writing& at, const add_passkey& command);

/// `not_found`: the user has no such passkey.
struct remove_passkey {
  using reply = no_reply;
  static constexpr bool is_apart = true;
  factor_change change;
  passkey_id id;
};
result<no_reply> carry_out(writing& at, const remove_passkey& command);

/// An operator takes all factors of a user away; all sessions end. `not_found`: the user has none, or there is no such
/// user.
struct reset_second_factor {
  using reply = no_reply;
  static constexpr bool is_apart = true;
  factor_change change;
};
result<no_reply> carry_out(writing& at, const reset_second_factor& command);

using second_factor_verbs = verbs<begin_ceremony, take_ceremony, begin_totp, confirm_totp, end_totp,
                                  renew_recovery_codes, add_passkey, remove_passkey, reset_second_factor>;

/// What the user has; without anything for an unknown user.
struct find_second_factor {
  user_id of;
};
second_factor answer(reading& at, const find_second_factor& wanted);

} // namespace paylink
