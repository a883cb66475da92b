#pragma once
#include "domain/banks/bank.hpp"

#include <string>

namespace paylink {

/// An entry as the native feed writes it: what is kept aside is read from this again.
std::string raw_of(const bank_entry& entry);

/// Why an entry of a suspended Workspace is held.
inline constexpr const char* suspended_reason = "the Workspace is suspended";

} // namespace paylink
