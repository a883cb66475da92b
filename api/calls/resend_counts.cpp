#include "api/calls/resend_counts.hpp"

#include "api/calls/idempotency.hpp"
#include "api/calls/list_parameters.hpp"
#include "http/wire/envelope.hpp"

#include <algorithm>
#include <charconv>

namespace paylink {

namespace {

using enum presence;

constexpr auto counts_members = members_of<resend_counts, bool>({
    {"matched", forms::number, get<&resend_counts::matched>,
     "The number of links or deliveries that match the filters.", always, "12"},
    {"queued", forms::number, get<&resend_counts::queued>, "The number of callbacks or deliveries that are sent again.",
     always, "10"},
    {"skipped", forms::number, [](auto& of) { return of.matched - of.queued; },
     "The number of the others: still being sent, a link without a callback, or a disabled webhook.", always, "2"},
    {"dry_run", forms::truth, [](auto&, auto only_counted) { return only_counted; }, "Whether they were only counted."},
});

} // namespace

constexpr written_record<resend_counts, bool> resend_counts_record{
    "ResendCounts", "The result of sending many callbacks or deliveries again.", counts_members};

http_response answer_resend_counts(const resend_counts& counts, bool only_counted, bool is_replay) {
  return repeatable(success(200, resend_counts_record.json(counts, only_counted), counts.counted_at), is_replay);
}

http_response replay_resend_counts(const call_context&, std::string_view subject) {
  resend_counts counts;
  counts.matched = take_number(subject);
  counts.queued = take_number(subject);
  counts.counted_at = from_millis(take_number(subject));
  return answer_resend_counts(counts, false, true);
}

bool read_dry_run(const call_context& context, described_parameters filters, std::string_view what,
                  field_faults& faults) {
  parameter_reader given{context, faults};
  const bool only_counts = given.flag("dry_run"), means_all = given.flag("all");
  if (!only_counts && !means_all && !has_any(context.call.request, filters))
    faults.push_back({"all", "required",
                      "Without a filter, every " + std::string{what} +
                          " of the Workspace would be sent again. Provide a filter or all=true."});
  return only_counts;
}

http_response refuse_bodiless(const reply_context& context) {
  return context.fail(errc::conflict, {},
                      {"body", "deleted", "The body has been deleted because of its age, so it cannot be sent again."});
}

void announce_resent(const write_reply& reply, news_desk& news) {
  if (std::get<resend_counts>(reply).queued > 0) news.on_deliveries_due();
}

std::int64_t take_number(std::string_view& text) {
  std::int64_t number = 0;
  const auto* const end = text.data() + text.size();
  const auto* const stop = std::from_chars(text.data(), end, number).ptr;
  text.remove_prefix(static_cast<std::size_t>(std::min(stop + 1, end) - text.data()));
  return number;
}

} // namespace paylink
