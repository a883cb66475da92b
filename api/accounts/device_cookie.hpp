#pragma once
#include "api/calls/call.hpp"

namespace paylink {

/// What shows that a browser has signed in to an account before: a cookie of its own, sealed with the master key and
/// bound to the account. It opens nothing; its tries are counted apart from those of strangers, who can guess an
/// address, but not this.
struct known_device {
  std::string number; ///< Its own, random; empty: the browser is unknown to the account.
};

/// A digest of the account's address, in any case of its letters.
std::string account_digest(std::string_view email);

/// The device, if the request comes from one that has signed in to the account; by the address' digest, or by the user.
known_device find_device(const reply_context& context, std::string_view account);
known_device find_device(const reply_context& context, user_id user);

/// Sets the cookie, for another while. A device keeps its number, so that signing in again wins no tries; cookies of
/// too many accounts go.
void set_device_cookie(http_response& response, const reply_context& context, const user_account& user);

} // namespace paylink
