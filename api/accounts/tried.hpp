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
continue_with<> count_then(const call_context& context, const std::vector<std::string>& keys, next_step next,
                           int times = 1);

/// What is tried, and what it is to be counted as if it succeeds.
struct counted_attempt {
  std::vector<try_limit> limits;
  settled_try settled{};
  /// What it is to be counted as if its password is right and a second factor is still to come: no stranger's try is
  /// given back for that.
  settled_try half_settled{};
  std::optional<hash_place> place{}; ///< Of a password that it has hashed.
};

/// Someone who says to own an account signs in, with its password or with a passkey alone. Strangers keep nobody out:
/// a device that has signed in before looks at nothing but counts of its own, and an address from which somebody has is
/// not counted among all strangers of the account, who together have a few times as many tries as one. Successes have a
/// limit, too, since each has a password hashed: of a device, of an account and an address, of all strangers.
counted_attempt sign_in_attempt(call_context& context, std::string_view email);
counted_attempt passkey_attempt(call_context& context, user_id user, std::string_view credential_id);
/// A code is guessed by someone who knows the password. A device that has signed in before has no limit besides that of
/// its sign-ins.
counted_attempt code_attempt(call_context& context, std::string_view email);
/// The user of a session shows again to be there.
counted_attempt confirmation_attempt(const call_context& context);
/// Somebody has us mail this address, about an account that it has or is to have. Of recoveries an account gets a mail
/// every few minutes however many ask, so that no number of strangers has another refused.
counted_attempt mailing_attempt(call_context& context, tried what, std::string_view email);
/// By a token that nobody guesses.
counted_attempt token_attempt(const call_context& context, tried what, std::string_view token_digest);

constexpr std::string_view too_many_tries =
    "Too many attempts for this account or from this address. Wait the number of seconds in Retry-After.";
/// The same, with the ways that stay open to an account's owner.
constexpr std::string_view too_many_sign_ins =
    "Too many attempts for this account or from this address. Wait the number of seconds in Retry-After. Passkeys and "
    "devices that have signed in before are not blocked; setting a new password through an emailed link makes this "
    "device "
    "one "
    "of them.";

/// Looks first, so that a crowd of refused ones costs no writes; then counts, and goes on with `next`, with a place
/// among those who wait for a hash if the attempt needs one. 429 or 503.
handled count_attempt_then(call_context& context, const counted_attempt& attempt, next_step next,
                           std::string_view refusal = too_many_tries);

/// The digest of where the request comes from, as addresses are remembered.
std::string household_digest(const http_request& request);

/// So many times `accounts.tries`; at least one, and any number if that is 0.
int tries_allowed(const api_services& services, int times, int in = 1);

} // namespace paylink
