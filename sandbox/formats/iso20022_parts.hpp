#pragma once
#include "domain/banks/bank.hpp"

#include <string>
#include <string_view>

namespace paylink::sandbox {

/// Parts that a camt.053 and a camt.054 have in common, version 8.
/// Where an account is named by its bank: `Id`, `Ccy` and `Svcr` of an `Acct`.
void append_account(std::string& out, const bank_entry& entry, std::string_view feed);
/// One `Ntry`; `number` counts within the message.
void append_ntry(std::string& out, const bank_entry& entry, std::size_t number);

} // namespace paylink::sandbox
