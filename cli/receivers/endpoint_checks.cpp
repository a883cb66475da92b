#include "cli/receivers/endpoint_checks.hpp"

namespace paylink::cli {

constexpr std::array<check_row, 12> check_rows{{
    {endpoint_check::good, "good", true, "a valid callback",
     "A valid callback is rejected: compare the key, and sign `timestamp.body` over the raw bytes."},
    {endpoint_check::repeated, "repeated", true, "the same bytes again, as attempt 2",
     "Return 2xx again to an event that was already processed, without processing it twice."},
    {endpoint_check::previous_key, "previous_key", true, "signed with the previous key, if there is one",
     "For 24 hours after a key rotation, callbacks recorded before it keep the previous key's signature: verify with "
     "both keys."},
    {endpoint_check::late_repeat, "late_repeat", true, "attempt 10 of a callback signed 36 minutes ago",
     "A retry keeps the first timestamp and signature: accept timestamps up to 24 hours old, not only minutes."},
    {endpoint_check::raw_bytes, "raw_bytes", true, "JSON with whitespace and escapes, signed as sent",
     "The signature covers the bytes as received: verify it before parsing, not over JSON that you serialized "
     "yourself."},
    {endpoint_check::unknown_member, "unknown_member", true, "an unknown member",
     "Ignore unknown members: a later version may add more."},
    {endpoint_check::slow_body, "slow_body", true, "the body in five pieces over one second",
     "A body may arrive in pieces: read all of it before checking it."},
    {endpoint_check::no_signature, "no_signature", false, "no signature header",
     "A callback without a signature is accepted: anyone could report a payment."},
    {endpoint_check::wrong_signature, "wrong_signature", false, "signed with a wrong key",
     "A signature by a wrong key is accepted: anyone could report a payment."},
    {endpoint_check::changed_body, "changed_body", false, "an amount changed after signing",
     "A body changed after signing is accepted: the amount could be anything."},
    {endpoint_check::too_old, "too_old", false, "signed more than 24 hours ago",
     "A callback signed more than 24 hours ago is accepted: anyone who has a copy could send it again and again."},
    {endpoint_check::too_far_ahead, "too_far_ahead", false, "signed with a timestamp 10 minutes ahead",
     "A timestamp more than 5 minutes ahead is accepted: it would stay valid for more than 24 hours."},
}};

constexpr std::array<check_row, 14> webhook_check_rows{{
    {endpoint_check::good, "good", true, "a valid webhook",
     "A valid webhook is rejected: compare the API key and the secret, and sign `timestamp.body`."},
    {endpoint_check::repeated, "repeated", true, "the same event again, as attempt 2, signed again",
     "Return 2xx again to an event that was already processed, without processing it twice."},
    {endpoint_check::previous_key, "previous_key", true, "with the second API key and secret, if there are two of each",
     "Between a rotation and its activation, webhooks still carry the old API key and secret: accept both pairs."},
    {endpoint_check::late_repeat, "late_repeat", true, "attempt 10 of an event from 36 minutes ago, signed now",
     "Every attempt is signed again: check the age of X-Service-Timestamp, not of the event."},
    {endpoint_check::unknown_member, "unknown_member", true, "an unknown member",
     "Ignore unknown members: a later version may add more."},
    {endpoint_check::odd_text, "odd_text", true,
     "a transfer text with quotes, emoji, Vietnamese and control characters",
     "The signature covers the body as received, in UTF-8: verify it over these bytes, or over JSON that your language "
     "writes exactly as JSON.stringify does."},
    {endpoint_check::slow_body, "slow_body", true, "the body in five pieces over one second",
     "A body may arrive in pieces: read all of it before checking it."},
    {endpoint_check::no_api_key, "no_api_key", false, "no API key header",
     "A webhook without an API key is accepted: compare X-Client-API-Key."},
    {endpoint_check::wrong_api_key, "wrong_api_key", false, "a wrong API key",
     "A webhook with a wrong API key is accepted: compare X-Client-API-Key."},
    {endpoint_check::no_signature, "no_signature", false, "no signature header",
     "A webhook without a signature is accepted: anyone who learns the API key could report a payment."},
    {endpoint_check::wrong_signature, "wrong_signature", false, "signed with a wrong secret",
     "A signature by a wrong secret is accepted: anyone who learns the API key could report a payment."},
    {endpoint_check::changed_body, "changed_body", false, "an amount changed after signing",
     "A body changed after signing is accepted: the amount could be anything."},
    {endpoint_check::too_old, "too_old", false, "signed 10 minutes ago",
     "A webhook signed more than 5 minutes ago is accepted: anyone who has a copy could send it again and again."},
    {endpoint_check::too_far_ahead, "too_far_ahead", false, "signed with a timestamp 10 minutes ahead",
     "A timestamp more than 5 minutes ahead is accepted: it would stay valid for longer than 5 minutes."},
}};

} // namespace paylink::cli
