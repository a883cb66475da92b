#include "actors/api/handlers.hpp"
#include "actors/api/list_parameters.hpp"
#include "http/codec.hpp"
#include "http/envelope.hpp"

#include <array>

namespace paylink {

namespace {

constexpr std::array<std::string_view, 7> filter_names{
    "status", "callback_status", "reference", "bank_account_id", "from", "to", "attention"};

link_filter read_filter(const call_context& context, field_faults& faults) {
  const auto& request = context.call.request;
  link_filter filter;
  take(request, "status", filter.status, parse_link_status,
       "status is one of pending, succeeded, failed, expired, cancelled.", faults);
  take(request, "callback_status", filter.callback, parse_callback_status,
       "callback_status is one of none, pending, acknowledged, failed.", faults);
  take(request, "reference", filter.ref, reference::parse, "reference is PFSL and 8 of A-Z and 0-9.", faults);
  take(request, "bank_account_id", filter.account, bank_account_id::parse, "bank_account_id is an id, ba_….", faults);
  take(request, "from", filter.from, parse_rfc3339, "from is an RFC 3339 time.", faults);
  take(request, "to", filter.to, parse_rfc3339, "to is an RFC 3339 time.", faults);
  filter.untold = wants_attention(request, faults);
  return filter;
}

} // namespace

handled list_payment_links(call_context& context) {
  auto asked = read_list_parameters(context, filter_names);
  auto filter = read_filter(context, asked.faults);
  if (!asked.faults.empty()) return context.fail(errc::validation_error, {}, asked.faults);
  filter.limit = asked.limit;
  filter.ascending = asked.ascending;
  if (!asked.position.empty()) filter.after = payment_link_id::parse(asked.position);
  const auto found = context.rows.list_links(context.workspace, filter, context.now);
  std::string data = "[";
  for (const auto& link : found.rows) {
    if (data.size() > 1) data += ',';
    append_link(data, link, context.services.public_url, context.now);
  }
  data += ']';
  return success_list(data, found.has_more,
                      next_cursor(context, found.has_more, [&] { return found.rows.back().id.text(); }), context.now);
}

} // namespace paylink
