#include "api/accounts/tried.hpp"

#include "api/accounts/device_cookie.hpp"
#include "domain/addresses/household.hpp"
#include "domain/values/ascii.hpp"
#include "domain/values/word_list.hpp"
#include "secrets/hmac.hpp"

#include <algorithm>
#include <limits>

namespace paylink {

namespace {

constexpr word_list<tried, 7> names{{{tried::sign_in, "sign-in"},
                                     {tried::sign_up, "sign-up"},
                                     {tried::recovery, "recovery"},
                                     {tried::confirmation, "confirmation"},
                                     {tried::invitation, "invitation"},
                                     {tried::bank_code, "bank-code"},
                                     {tried::bank_code_guess, "bank-code-guess"}}};
static_assert(names.is_in_order());

/// In `accounts.tries`: what all strangers of an account may try together, how often it may be signed in to, and how
/// often passkeys may be shown from one address.
constexpr int strangers_times = 3, successes_times = 10, passkeys_times = 10;

http_response refuse_try(const reply_context& context, timestamp next_at, std::string_view refusal) {
  auto refused = context.fail(errc::rate_limited, refusal);
  const auto wait = std::chrono::ceil<std::chrono::seconds>(next_at - context.now);
  refused.headers.emplace_back("Retry-After", std::to_string(std::max<std::int64_t>(1, wait.count())));
  return refused;
}

asked_command count(std::vector<try_limit> limits, next_step next, std::string_view refusal) {
  return {
      .command = {.write = count_try{.limits = std::move(limits)}},
      .tell = [next = std::move(next), refusal](const reply_context& done, result<write_reply>& outcome) -> told_reply {
        const auto counted = reply_to<count_try>(outcome);
        if (!counted) return done.fail(counted.error());
        if (!counted->is_allowed) return refuse_try(done, counted->next_at, refusal);
        return next;
      }};
}

std::string key_of(std::string_view what, std::string_view whose) {
  return std::string{what}.append("/").append(whose);
}

try_limit limit_of(const call_context& context, std::string key, int times = 1, int in = 1) {
  return {.key = std::move(key), .limit = tries_allowed(context.services, times, in)};
}

/// Successes of an account: they count, too, since each has a password hashed.
void count_success(const call_context& context, counted_attempt& attempt, std::string_view whose) {
  attempt.settled.succeeded = key_of("success", whose);
  attempt.limits.push_back({.key = attempt.settled.succeeded,
                            .limit = tries_allowed(context.services, successes_times),
                            .is_counted = false});
}

/// What was counted counts no longer if it succeeds.
void give_back_on_success(counted_attempt& attempt) {
  for (const auto& one : attempt.limits)
    if (one.is_counted) attempt.settled.returned.push_back(one.key);
}

} // namespace

std::vector<std::string> keys_of(tried what, std::string_view account, const http_request& request) {
  const std::string name{names.word(what)};
  // The digest: what people type into the field of an address may be a password, and an IPv6 household is bytes that
  // are no text.
  return {name + "/account/" + account_digest(account), name + "/address/" + household_digest(request)};
}

asked_command count_then(const call_context& context, const std::vector<std::string>& keys, next_step next, int times) {
  std::vector<try_limit> limits;
  for (const auto& key : keys) limits.push_back(limit_of(context, key, times));
  return count(std::move(limits), std::move(next), too_many_tries);
}

counted_attempt sign_in_attempt(call_context& context, std::string_view email) {
  const auto account = account_digest(email), household = household_digest(context.call.request);
  const auto device = find_device(context, account);
  // Asked in any case: it takes the same time for everybody.
  const bool is_known_place = context.rows.knows_household(email, household, context.now);
  const bool is_stranger = device.number.empty() && !is_known_place;
  counted_attempt attempt{.limits = {}, .settled = {}, .place = hash_place{account, household, !is_stranger}};
  if (device.number.empty())
    attempt.limits.push_back(limit_of(context, "sign-in/address/" + household));
  else
    attempt.limits.push_back(limit_of(context, key_of("sign-in/device", device.number)));
  if (is_stranger) attempt.limits.push_back(limit_of(context, key_of("sign-in/strangers", account), strangers_times));
  give_back_on_success(attempt);
  count_success(context, attempt, account);
  return attempt;
}

counted_attempt passkey_attempt(call_context& context, user_id user, std::string_view credential_id) {
  const auto device = find_device(context, user);
  counted_attempt attempt;
  if (!device.number.empty()) {
    attempt.limits.push_back(limit_of(context, key_of("sign-in/device", device.number)));
  } else {
    // Nobody guesses a passkey: what strangers try from the same address does not hold up its owner.
    const auto household = household_digest(context.call.request);
    const auto of_both = sha256_hex(std::string{credential_id} + "|" + household);
    attempt.limits.push_back(limit_of(context, key_of("passkey", of_both)));
    attempt.limits.push_back(limit_of(context, key_of("passkey/address", household), passkeys_times));
  }
  give_back_on_success(attempt);
  count_success(context, attempt, user.view());
  return attempt;
}

counted_attempt code_attempt(call_context& context, std::string_view email) {
  const auto account = account_digest(email);
  counted_attempt attempt;
  // A known device has its own tries, which its sign-in has counted.
  if (find_device(context, account).number.empty())
    attempt.limits.push_back(limit_of(context, key_of("code/account", account)));
  give_back_on_success(attempt);
  return attempt;
}

counted_attempt confirmation_attempt(const call_context& context) {
  const auto& who = context.who;
  counted_attempt attempt{.limits = {limit_of(context, key_of("confirmation/session", who.session.view()))},
                          .settled = {},
                          .place = hash_place{who.user.text(), household_digest(context.call.request), true}};
  give_back_on_success(attempt);
  count_success(context, attempt, who.user.view());
  return attempt;
}

counted_attempt mailing_attempt(call_context& context, tried what, std::string_view email) {
  const auto account = account_digest(email), household = household_digest(context.call.request);
  const auto device = find_device(context, account);
  const std::string name{names.word(what)};
  const auto of_both = sha256_hex(account + "|" + household);
  counted_attempt attempt;
  if (what == tried::sign_up) attempt.place = hash_place{account, household, false};
  const bool is_known_place = context.rows.knows_household(email, household, context.now);
  if (!device.number.empty()) {
    attempt.limits.push_back(limit_of(context, name + "/device/" + device.number));
  } else {
    // One address alone does not use up what all strangers of an account have.
    attempt.limits.push_back(limit_of(context, name + "/both/" + of_both, 3, 10));
    attempt.limits.push_back(limit_of(context, name + "/address/" + household));
    if (!is_known_place) attempt.limits.push_back(limit_of(context, name + "/account/" + account));
  }
  return attempt;
}

counted_attempt token_attempt(const call_context& context, tried what, std::string_view token_digest) {
  counted_attempt attempt;
  for (const auto& key : keys_of(what, token_digest, context.call.request))
    attempt.limits.push_back(limit_of(context, key));
  attempt.place = hash_place{std::string{token_digest}, household_digest(context.call.request), false};
  give_back_on_success(attempt);
  return attempt;
}

handled count_attempt_then(call_context& context, const counted_attempt& attempt, next_step next,
                           std::string_view refusal) {
  if (attempt.limits.empty()) return next(context);
  const auto seen = context.rows.look_at_tries(attempt.limits, context.now);
  if (!seen.is_allowed) return refuse_try(context, seen.next_at, refusal);
  auto asked = count(attempt.limits, std::move(next), refusal);
  asked.place = attempt.place;
  return asked;
}

std::string household_digest(const http_request& request) { return sha256_hex(household_of(request.peer)); }

int tries_allowed(const api_services& services, int times, int in) {
  if (services.tries == 0) return std::numeric_limits<int>::max();
  return std::max(1, services.tries * times / in);
}

} // namespace paylink
