#include "api/description/callback_event.hpp"

#include "api/description/forms.hpp"

namespace paylink {

namespace {

std::vector<std::string_view> event_statuses() { return {"success"}; }

constexpr form event_status{.words = event_statuses, .example = "success"};
constexpr form event_version{.type = json_type::whole_number, .least = 1, .most = 1, .example = "1"};
constexpr form event_signature{.pattern = "^[0-9a-f]{64}$",
                               .example = "d3e3dfb96b14aabe2276caec48dae3022e09b3d089ae3f9d370fa09993b8f7fc"};

constexpr member_description event_members[]{
    {"amount", forms::amount, "What was received, in VND; more than the link asked for if the payer sent more."},
    {"currency", forms::currency, "Always `VND`."},
    {"id", forms::event_id, "The event's id, the same in every repeat. Store it, and act on each id once."},
    {"paid_at", forms::time, "The time of the credit, as the bank reported it."},
    {"payment_link_id", forms::link_id, "The link's id in the API."},
    {"public_id", forms::public_id, "The link's id in its page's address."},
    {"reference", forms::reference, "The link's reference, as the transfer text carries it."},
    {"status", event_status, "`success`; the link's own `status` is `succeeded`."},
    {"transaction_id", forms::transaction_id, "The credit that completed the link."},
    {"version", event_version, "1. Later versions may add members: ignore those that you do not know."},
};

constexpr parameter_description event_headers[]{
    {"Signature", event_signature,
     "HMAC-SHA256, in lower-case hex, of the timestamp, a dot and the body's bytes, keyed with the Workspace's signing "
     "key",
     "", true},
    {"Timestamp", forms::unix_time, "The Unix time of signing; refuse a callback that is older than 24 hours", "",
     true},
    {"Event-ID", forms::event_id, "The body's `id`", "", true},
    {"Attempt", forms::attempt_number, "The number of this attempt; not signed", "", true},
};

constexpr answer_description event_answers[]{
    {"2XX", "The event is acknowledged: nothing more is sent.", answer_shape::nothing},
    {"3XX",
     "301, 302, 307 and 308 are followed up to three times, over https to public addresses, with the same bytes; any "
     "other redirect ends the delivery.",
     answer_shape::nothing},
    {"408", "The callback is sent again.", answer_shape::nothing},
    {"429", "The callback is sent again, no sooner than `Retry-After` allows.", answer_shape::nothing},
    {"4XX", "The callback is given up at once.", answer_shape::nothing},
    {"5XX", "The callback is sent again, with growing waits.", answer_shape::nothing},
};

} // namespace

constexpr record_description callback_event_record{
    .name = "CallbackEvent",
    .sentence = "A link was paid. Compact JSON, its members in alphabetical order.",
    .members = event_members,
};
described_parameters callback_headers() { return event_headers; }
std::span<const answer_description> callback_answers() { return event_answers; }

} // namespace paylink
