#pragma once
#include "api/calls/route.hpp"

namespace paylink {

/// Making an account, and getting back into it.
std::span<const api_route> account_routes();
/// A person's sessions, and signing out.
std::span<const api_route> session_routes();
std::span<const api_route> sign_in_routes();
/// Showing that one is still there.
std::span<const api_route> confirmation_routes();
/// The authenticator app and recovery codes.
std::span<const api_route> second_factor_routes();
std::span<const api_route> passkey_routes();
/// A person's own account.
std::span<const api_route> own_account_routes();

} // namespace paylink
