#pragma once
#include "domain/banks/bank.hpp"

#include <string>

namespace paylink {

/// An entry in the native feed's form, from which stored entries can be read again.
std::string raw_of(const bank_entry& entry);

/// The reason for holding an entry of a suspended Workspace.
inline constexpr const char* suspended_reason = "the Workspace is suspended";

} // namespace paylink
