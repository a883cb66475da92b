#include "api/links/link_filters.hpp"

#include "api/calls/list_parameters.hpp"
#include "api/description/link_filters.hpp"

namespace paylink {

namespace {

std::optional<std::string> read_public_id(std::string_view text) {
  return is_public_id(text) ? std::optional{std::string{text}} : std::nullopt;
}

} // namespace

link_filter read_link_filter(const call_context& context, field_faults& faults) {
  link_filter filter;
  parameter_reader given{context, faults};
  given.take("status", filter.status, parse_link_status);
  given.take("callback_status", filter.callback, parse_callback_status);
  given.take("reference", filter.ref, reference::parse);
  given.take("public_id", filter.public_id, read_public_id);
  given.take("bank_account_id", filter.account, bank_account_id::parse);
  given.take("from", filter.from, parse_rfc3339);
  given.take("to", filter.to, parse_rfc3339);
  filter.unnotified = given.word("attention").has_value();
  return filter;
}

result<payment_link> named_link(call_context& context) {
  const auto id = payment_link_id::parse(context.call.path[1]);
  if (!id) return errc::not_found;
  return context.rows.ask(find_link{context.workspace, *id});
}

} // namespace paylink
