#include "cli/receivers/endpoint_checks.hpp"

namespace paylink::cli {

constexpr std::array<check_row, 12> check_rows{{
    {endpoint_check::good, "good", true, "a good callback",
     "A good callback is refused: compare the key, and sign `timestamp.body` over the raw bytes."},
    {endpoint_check::repeated, "repeated", true, "the same bytes again, as attempt 2",
     "An event that was already processed must be acknowledged again, without processing it twice."},
    {endpoint_check::previous_key, "previous_key", true, "signed with the previous key, if there is one",
     "After a key rotation, callbacks recorded before it carry the previous key's signature for 24 hours: verify with "
     "both keys."},
    {endpoint_check::late_repeat, "late_repeat", true, "attempt 10 of a callback signed 36 minutes ago",
     "A repeat keeps its first timestamp and signature: accept timestamps up to 24 hours old, not only minutes."},
    {endpoint_check::raw_bytes, "raw_bytes", true, "JSON with blanks and escapes, signed as it is sent",
     "The signature covers the bytes as received: verify it before parsing, not over JSON that you serialized "
     "yourself."},
    {endpoint_check::unknown_member, "unknown_member", true, "a member that this version does not have",
     "Ignore members that you do not know: a later version may add more."},
    {endpoint_check::slow_body, "slow_body", true, "the body in five pieces over one second",
     "A body may arrive in pieces: read all of it before you check it."},
    {endpoint_check::no_signature, "no_signature", false, "no signature header",
     "A callback without a signature is accepted: anyone could report a payment."},
    {endpoint_check::wrong_signature, "wrong_signature", false, "signed with another key",
     "A signature by another key is accepted: anyone could report a payment."},
    {endpoint_check::changed_body, "changed_body", false, "an amount other than the one that was signed",
     "A body that was changed after it was signed is accepted: the amount could be anything."},
    {endpoint_check::too_old, "too_old", false, "signed more than 24 hours ago",
     "A callback signed more than 24 hours ago is accepted: anyone who has a copy could send it again and again."},
    {endpoint_check::too_far_ahead, "too_far_ahead", false, "signed with a timestamp 10 minutes ahead",
     "A timestamp more than 5 minutes ahead is accepted: it would stay valid for more than 24 hours."},
}};

namespace {

constexpr bool is_in_order() {
  for (std::size_t place = 0; place < check_rows.size(); ++place)
    if (static_cast<std::size_t>(check_rows[place].check) != place) return false;
  return true;
}
static_assert(is_in_order());

} // namespace

const check_row& describe(endpoint_check check) { return check_rows[static_cast<std::size_t>(check)]; }

} // namespace paylink::cli
