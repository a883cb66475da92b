#pragma once
#include "domain/banks/bank.hpp"
#include "persistence/records/credit_records.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace paylink {

/// An entry in the native feed's form, from which stored entries can be read again.
std::string raw_of(const bank_entry& entry);

/// The entry that `raw_of` has written; none if the text is another.
std::optional<bank_entry> entry_of(std::string_view raw);

/// The reason for holding an entry of a suspended Workspace.
inline constexpr const char* suspended_reason = "the Workspace is suspended";
/// The reason for keeping one of an account that is not connected.
inline constexpr const char* unknown_account_reason = "no Workspace has connected this account";

/// Keeps an entry of such an account, as the feed reported it.
keep_entry keep_unknown_entry(const std::string& feed, const bank_entry& entry);

} // namespace paylink
