#include "api/links/link_filters.hpp"

#include "api/calls/list_parameters.hpp"

#include <algorithm>

namespace paylink {

namespace {

std::optional<std::string> read_public_id(std::string_view text) {
  return is_public_id(text) ? std::optional{std::string{text}} : std::nullopt;
}

} // namespace

bool has_link_filter(const http_request& request) {
  return std::ranges::any_of(link_filter_names,
                             [&](std::string_view name) { return request.parameter(name).has_value(); });
}

link_filter read_link_filter(const http_request& request, field_faults& faults) {
  link_filter filter;
  take(request, "status", filter.status, parse_link_status,
       "status must be one of pending, succeeded, failed, expired, cancelled.", faults);
  take(request, "callback_status", filter.callback, parse_callback_status,
       "callback_status must be one of none, pending, acknowledged, failed.", faults);
  take(request, "reference", filter.ref, reference::parse, "reference must be PFSL and 8 of A-Z and 0-9.", faults);
  take(request, "public_id", filter.public_id, read_public_id, "public_id must be 22 of A-Z, a-z and 0-9.", faults);
  take(request, "bank_account_id", filter.account, bank_account_id::parse, "bank_account_id must be an id, ba_….",
       faults);
  take(request, "from", filter.from, parse_rfc3339, wants_time("from"), faults);
  take(request, "to", filter.to, parse_rfc3339, wants_time("to"), faults);
  filter.untold = wants_attention(request, faults);
  return filter;
}

} // namespace paylink
