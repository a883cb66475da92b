#pragma once
#include "api/calls/call.hpp"
#include "api/description/forms.hpp"
#include "api/description/written_record.hpp"

namespace paylink {

/// The result of sending many callbacks or deliveries again, and the parameters of such a call.
extern const written_record<resend_counts, bool> resend_counts_record;
inline constexpr parameter_description resend_parameters[]{
    {"dry_run", forms::truth, "Count only; change nothing", "false"},
    {"all", forms::truth, "Without a filter: select everything in the Workspace", "false"},
};

http_response answer_resend_counts(const resend_counts& counts, bool only_counted, bool is_replay);
/// What an idempotency key was used for.
http_response replay_resend_counts(const call_context& context, std::string_view subject);

/// Whether matches are only to be counted. A call without a filter must mean all, or count: otherwise a fault; `what`
/// is sent again.
bool read_dry_run(const call_context& context, described_parameters filters, std::string_view what,
                  field_faults& faults);

/// 409 with the member that is no longer there.
http_response refuse_bodiless(const reply_context& context);

/// Some deliveries are due at once, if any have been queued.
void announce_resent(const write_reply& reply, news_desk& news);

/// Takes a number from the beginning of a text, and the one character behind it.
std::int64_t take_number(std::string_view& text);

} // namespace paylink
