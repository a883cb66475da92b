#pragma once
#include "domain/banks/bank.hpp"

#include <string>

namespace paylink {

/// An account as the audit log tells of it. The log outlives the Workspace, and names nobody: no holder, and no whole
/// number.
std::string described_account(const bank_account& account);

} // namespace paylink
