#pragma once
#include "api/calls/route.hpp"

namespace paylink {

/// Making an account, and getting back into it.
std::span<const api_route> account_routes();
/// Signing in and out.
std::span<const api_route> session_routes();
/// A person's own account.
std::span<const api_route> own_account_routes();

} // namespace paylink
