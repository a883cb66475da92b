#include "domain/deliveries/callback_round.hpp"

#include "domain/values/word_list.hpp"

namespace paylink {

namespace {

constexpr word_list<renewal, 3> renewals{
    {{renewal::none, ""}, {renewal::too_old, "too_old"}, {renewal::key_replaced, "key_replaced"}}};
static_assert(renewals.is_in_order());

} // namespace

renewal renewal_of(std::int64_t signed_at, std::chrono::seconds life, bool key_is_kept, timestamp now) {
  // A receiver accepts exactly this age, and refuses one second more.
  if (unix_seconds(now) - signed_at > life.count()) return renewal::too_old;
  return key_is_kept ? renewal::none : renewal::key_replaced;
}

std::string_view to_text(renewal value) { return renewals.word(value); }

} // namespace paylink
