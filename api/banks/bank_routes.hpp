#pragma once
#include "api/calls/route.hpp"

namespace paylink {

/// The banks, with their status.
std::span<const api_route> bank_routes();
/// The bank accounts of a Workspace, how they are connected, and their virtual accounts.
std::span<const api_route> bank_account_routes();
std::span<const api_route> connection_routes();
std::span<const api_route> connection_proof_routes();
std::span<const api_route> virtual_account_routes();
std::span<const api_route> virtual_account_creation_routes();
std::span<const api_route> statement_import_routes();
/// How an account's bank is heard.
std::span<const api_route> account_health_routes();

} // namespace paylink
