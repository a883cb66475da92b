#pragma once
#include "api/calls/call.hpp"

namespace paylink {

/// What shows that a browser has signed in to an account before: a cookie, sealed with the master key and bound to the
/// account, to its password and to the place from which it was last signed in. It opens nothing; its tries are counted
/// apart from those of strangers, who can guess an address, but not this. It counts as long as the account has the
/// password and remembers the place: of places the newest 20, until all sessions end, the second factor is reset, the
/// account is locked or recovered. So many cookies give no more tries than the places of which they are.
struct known_device {
  std::string key{};   ///< Of its tries: of the account and the place. Empty: the browser is unknown to the account.
  std::string place{}; ///< The household's digest.
};

/// A digest of the account's address, in any case of its letters.
std::string account_digest(std::string_view email);

/// The device, if the request comes from one that has signed in to the account; by the address' digest, or by the user.
/// Reads rows only for a cookie that we have sealed for this account.
known_device find_device(const call_context& context, std::string_view account);
known_device find_device(const call_context& context, user_id user);

/// Sets the cookie, for another while, for an account that has the password of this hash and has been signed in to from
/// the place. Cookies of too many accounts go.
void set_device_cookie(http_response& response, const reply_context& context, const user_account& user,
                       std::string_view password_hash, std::string_view place);

} // namespace paylink
