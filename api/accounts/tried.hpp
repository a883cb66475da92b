#pragma once
#include "api/calls/call.hpp"

namespace paylink {

/// What a person may try seldom, because another might be guessing, or might have us mail people who did not ask for
/// it: so often in a quarter of an hour for an account, and as often from an address, over all nodes
/// (`accounts.tries`).
enum class tried { sign_in, sign_up, recovery, confirmation, invitation, bank_code, bank_code_guess };

/// The keys under which it is counted: the account's, then the address's. `account` is an email address in any case; of
/// a bank account its BIN and number.
std::vector<std::string> keys_of(tried what, std::string_view account, const http_request& request);

/// Counts a try, and goes on with `next` unless there were too many, or so many times as many: 429.
asked_command count_then(const call_context& context, const std::vector<std::string>& keys, next_step next,
                         int times = 1);

} // namespace paylink
