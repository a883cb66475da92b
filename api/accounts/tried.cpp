#include "api/accounts/tried.hpp"

#include "domain/addresses/household.hpp"
#include "domain/values/ascii.hpp"
#include "domain/values/word_list.hpp"
#include "secrets/hmac.hpp"

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

constexpr std::string_view too_many_tries =
    "There were too many tries for this account or from this address; wait the number of seconds in Retry-After.";

} // namespace

std::vector<std::string> keys_of(tried what, std::string_view account, const http_request& request) {
  const std::string name{names.word(what)};
  // The digest: what people type into the field of an address may be a password, and an IPv6 household is bytes that
  // are no text.
  return {name + "/account/" + sha256_hex(ascii_lowered(account)),
          name + "/address/" + sha256_hex(household_of(request.peer))};
}

asked_command count_then(const call_context& context, const std::vector<std::string>& keys, next_step next, int times) {
  const int limit = context.services.tries == 0 ? std::numeric_limits<int>::max() : context.services.tries * times;
  return {.command = {.write = count_try{.keys = keys, .limit = limit}},
          .tell = [next = std::move(next)](const reply_context& done, result<write_reply>& outcome) -> told_reply {
            const auto counted = reply_to<count_try>(outcome);
            if (!counted) return done.fail(counted.error());
            if (counted->is_allowed) return next;
            auto refused = done.fail(errc::rate_limited, too_many_tries);
            const auto wait = std::chrono::ceil<std::chrono::seconds>(counted->next_at - done.now);
            refused.headers.emplace_back("Retry-After", std::to_string(std::max<std::int64_t>(1, wait.count())));
            return refused;
          }};
}

} // namespace paylink
