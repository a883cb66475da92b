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

/// In `accounts.tries`: what all strangers of an account may try together, and all without a cookie from the addresses
/// that it knows; how often each of them may sign in; and how often passkeys may be shown from one address.
constexpr int strangers_times = 3, known_places_times = 3, successes_times = 10, passkeys_times = 10;

http_response refuse_try(const reply_context& context, timestamp next_at, std::string_view refusal) {
  auto refused = context.fail(errc::rate_limited, refusal);
  const auto wait = std::chrono::ceil<std::chrono::seconds>(next_at - context.now);
  refused.headers.emplace_back("Retry-After", std::to_string(std::max<std::int64_t>(1, wait.count())));
  return refused;
}

continue_with<> count(std::vector<try_limit> limits, next_step next, std::string_view refusal) {
  return {{.write = count_try{.limits = std::move(limits)}},
          on_success<count_try>(
              [next = std::move(next), refusal](const reply_context& done, const auto& counted) -> handled {
                if (!counted.is_allowed) return refuse_try(done, counted.next_at, refusal);
                return next;
              })};
}

std::string key_of(std::string_view what, std::string_view whose) {
  return std::string{what}.append("/").append(whose);
}

try_limit limit_of(const call_context& context, std::string key, int times = 1, int in = 1) {
  return {.key = std::move(key), .limit = tries_allowed(context.services, times, in)};
}

/// Successes: they count, too, since each has a password hashed.
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

/// Who says to own an account.
struct claimant {
  std::string account, household; ///< As digests.
  known_device device;
  bool comes_from_known_place = false;

  bool is_stranger() const { return device.key.empty() && !comes_from_known_place; }
  /// The key of those with whom the claimant shares counts: of nobody but the device, of the account and the place, or
  /// of all strangers of the account.
  std::string group() const {
    if (!device.key.empty()) return key_of("device", device.key);
    if (comes_from_known_place) return key_of("place", sha256_hex(account + "|" + household));
    return key_of("strangers", account);
  }
};

claimant find_claimant(call_context& context, std::string_view email) {
  claimant found{.account = account_digest(email), .household = household_digest(context.call.request), .device = {}};
  found.device = find_device(context, found.account);
  // Asked in any case: it takes the same time for everybody.
  found.comes_from_known_place = context.rows.ask(knows_household{email, found.household, context.now});
  return found;
}

} // namespace

std::vector<std::string> keys_of(tried what, std::string_view account, const http_request& request) {
  const std::string name{names.word(what)};
  // The digest: what people type into the field of an address may be a password, and an IPv6 household is bytes that
  // are no text.
  return {name + "/account/" + account_digest(account), name + "/address/" + household_digest(request)};
}

continue_with<> count_then(const call_context& context, const std::vector<std::string>& keys, next_step next,
                           int times) {
  std::vector<try_limit> limits;
  for (const auto& key : keys) limits.push_back(limit_of(context, key, times));
  return count(std::move(limits), std::move(next), too_many_tries);
}

counted_attempt sign_in_attempt(call_context& context, std::string_view email) {
  const auto who = find_claimant(context, email);
  const bool is_device = !who.device.key.empty();
  counted_attempt attempt;
  attempt.place = hash_place{who.account, is_device ? who.device.place : who.household, !who.is_stranger()};
  if (is_device) {
    attempt.limits.push_back(limit_of(context, key_of("sign-in/device", who.device.key)));
  } else {
    attempt.limits.push_back(limit_of(context, key_of("sign-in/address", who.household)));
    attempt.limits.push_back(who.is_stranger()
                                 ? limit_of(context, key_of("sign-in/strangers", who.account), strangers_times)
                                 : limit_of(context, key_of("sign-in/places", who.account), known_places_times));
  }
  give_back_on_success(attempt);
  count_success(context, attempt, who.group());
  if (!who.is_stranger()) attempt.half_settled = attempt.settled;
  return attempt;
}

counted_attempt passkey_attempt(call_context& context, user_id user, std::string_view credential_id) {
  const auto device = find_device(context, user);
  // Nobody guesses a passkey: what strangers try from the same address does not hold up its owner.
  const auto household = household_digest(context.call.request);
  const auto of_both = sha256_hex(std::string{credential_id} + "|" + household);
  counted_attempt attempt;
  if (!device.key.empty()) {
    attempt.limits.push_back(limit_of(context, key_of("sign-in/device", device.key)));
  } else {
    attempt.limits.push_back(limit_of(context, key_of("passkey", of_both)));
    attempt.limits.push_back(limit_of(context, key_of("passkey/address", household), passkeys_times));
  }
  give_back_on_success(attempt);
  count_success(context, attempt, device.key.empty() ? key_of("passkey", of_both) : key_of("device", device.key));
  return attempt;
}

counted_attempt code_attempt(call_context& context, std::string_view email) {
  const auto who = find_claimant(context, email);
  counted_attempt attempt;
  // A known device has its own tries, which its sign-in has counted.
  if (who.device.key.empty()) attempt.limits.push_back(limit_of(context, key_of("code", who.group())));
  give_back_on_success(attempt);
  return attempt;
}

counted_attempt confirmation_attempt(const call_context& context) {
  const auto& who = context.who;
  counted_attempt attempt{.limits = {limit_of(context, key_of("confirmation/session", who.session.view()))},
                          .settled = {},
                          .place = hash_place{who.user.text(), household_digest(context.call.request), true}};
  give_back_on_success(attempt);
  count_success(context, attempt, key_of("session", who.session.view()));
  return attempt;
}

counted_attempt mailing_attempt(call_context& context, tried what, std::string_view email) {
  const auto who = find_claimant(context, email);
  const std::string name{names.word(what)};
  const auto of_both = sha256_hex(who.account + "|" + who.household);
  counted_attempt attempt;
  if (what == tried::sign_up) attempt.place = hash_place{who.account, who.household, false};
  if (!who.device.key.empty()) {
    attempt.limits.push_back(limit_of(context, name + "/device/" + who.device.key));
    return attempt;
  }
  // One address alone does not use up what all strangers of an account have.
  attempt.limits.push_back(limit_of(context, name + "/both/" + of_both, 3, 10));
  attempt.limits.push_back(limit_of(context, name + "/address/" + who.household));
  if (what != tried::recovery && who.is_stranger())
    attempt.limits.push_back(limit_of(context, name + "/account/" + who.account));
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
  const auto seen = context.rows.ask(look_at_tries{attempt.limits, context.now});
  if (!seen.is_allowed) return refuse_try(context, seen.next_at, refusal);
  // Before the try is counted: those who are turned away have not tried, and a crowd costs no writes.
  if (attempt.place && !context.call.take_hash_turn(*attempt.place))
    return context.fail(errc::service_unavailable, "Too many people are signing in at once. Try again shortly.");
  return count(attempt.limits, std::move(next), refusal);
}

std::string household_digest(const http_request& request) { return sha256_hex(household_of(request.peer)); }

int tries_allowed(const api_services& services, int times, int in) {
  if (services.tries == 0) return std::numeric_limits<int>::max();
  return std::max(1, services.tries * times / in);
}

} // namespace paylink
