#include "api/deliveries/delivery_filter.hpp"

#include "api/calls/list_parameters.hpp"
#include "api/description/delivery_filters.hpp"
#include "domain/values/utf8.hpp"

namespace paylink {

namespace {

std::optional<std::string> read_subject(std::string_view text) {
  const bool is_id = !text.empty() && text.size() <= static_cast<std::size_t>(*delivery_subject.most) &&
                     utf8_fault(text) == text.size() && text.find('\0') == text.npos;
  return is_id ? std::optional{std::string{text}} : std::nullopt;
}

std::optional<failure_class> read_failure(std::string_view text) {
  const auto found = parse_failure_class(text);
  return found == failure_class::none ? std::nullopt : found;
}

} // namespace

delivery_filter read_delivery_filter(const call_context& context, field_faults& faults) {
  delivery_filter filter;
  parameter_reader given{context, faults};
  given.take("webhook_id", filter.webhook, webhook_id::parse);
  given.take("event", filter.event, parse_webhook_event);
  given.take("status", filter.status, parse_delivery_status);
  given.take("subject_id", filter.subject, read_subject);
  given.take("error_class", filter.failed_by, read_failure);
  given.take("from", filter.from, parse_rfc3339);
  given.take("to", filter.to, parse_rfc3339);
  return filter;
}

} // namespace paylink
