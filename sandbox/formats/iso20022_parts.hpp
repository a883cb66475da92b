#pragma once
#include "domain/banks/bank.hpp"

#include <string>
#include <string_view>

namespace paylink::sandbox {

/// Parts that a camt.053 and a camt.054 have in common, version 8.
/// The `Acct`: its number, its currency and its bank.
void append_account(std::string& out, std::string_view number, std::string_view bin);
/// One `Ntry`; `number` counts within the message.
void append_ntry(std::string& out, const bank_entry& entry, std::size_t number);

} // namespace paylink::sandbox
