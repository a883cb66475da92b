#include "actors/api/link_filters.hpp"

#include "actors/api/list_parameters.hpp"

namespace paylink {

link_filter read_link_filter(const http_request& request, field_faults& faults) {
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

} // namespace paylink
