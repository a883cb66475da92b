#include "api/links/payment_links.hpp"

#include "api/calls/list_parameters.hpp"
#include "api/links/link_filters.hpp"
#include "http/wire/envelope.hpp"
#include "http/wire/link_codec.hpp"

namespace paylink {

handled list_payment_links(call_context& context) {
  auto asked = read_list_parameters(context);
  auto filter = read_link_filter(context, asked.faults);
  if (!asked.faults.empty()) return context.fail(errc::validation_error, {}, asked.faults);
  filter.limit = asked.limit;
  filter.ascending = asked.ascending;
  if (!asked.position.empty()) filter.after = payment_link_id::parse(asked.position);
  const auto found = context.rows.list_links(context.workspace, filter, context.now);
  const auto data = list_of(found.rows, [&](std::string& out, const payment_link& link) {
    append_link(out, link, context.services.public_url, context.now);
  });
  return success_list(data, found.has_more,
                      next_cursor(context, found.has_more, [&] { return found.rows.back().id.text(); }), context.now);
}

} // namespace paylink
