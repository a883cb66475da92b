#include "api/audit/audit_record.hpp"
#include "api/calls/list_parameters.hpp"
#include "api/calls/subject_routes.hpp"
#include "api/description/audit_filters.hpp"
#include "domain/values/utf8.hpp"
#include "http/wire/envelope.hpp"

namespace paylink {

namespace {

constexpr std::size_t word_bytes_max = 128;

std::optional<std::string> parse_word(std::string_view text) {
  if (text.empty() || text.size() > word_bytes_max || utf8_fault(text) != text.size()) return std::nullopt;
  return std::string{text};
}

audit_filter read_audit_filter(const call_context& context, field_faults& faults) {
  audit_filter filter;
  parameter_reader given{context, faults};
  given.take("from", filter.from, parse_rfc3339);
  given.take("to", filter.to, parse_rfc3339);
  std::optional<std::string> actor, action, target;
  given.take("actor", actor, parse_word);
  given.take("action", action, parse_word);
  given.take("target", target, parse_word);
  filter.actor = actor.value_or("");
  filter.action = action.value_or("");
  filter.target = target.value_or("");
  return filter;
}

constexpr route_description listing_the_log{
    .id = "listAuditLog",
    .tag = "Audit log",
    .summary = "List the actions in a Workspace, with who did them and from where",
    .details = "For the Workspace's Owner and Admins, and their tokens. Rows are never changed or removed: each row's "
               "hash covers the previous row.",
    .query = {audit_filters, list_parameters_described},
    .answers = {answers::page("The rows, newest first.", audit_record)},
};

handled list_audit_log(call_context& context) {
  auto asked = read_list_parameters(context);
  auto filter = read_audit_filter(context, asked.faults);
  if (!asked.faults.empty()) return context.refuse(asked.faults);
  asked.bound(filter);
  filter.after = asked.place();
  return answer_page(context, context.rows.ask(list_audit_rows{context.workspace, filter}), audit_record,
                     [](const audit_row& last) { return position_of_place(last.at, last.number); });
}

} // namespace

constexpr api_route audit_rows[]{
    routes::in_turn(
        routes::by_admins(routes::with(permission::workspaces_read, http_method::get,
                                       "/v1.1/workspaces/{workspace_id}/audit-log", list_audit_log, listing_the_log))),
};
constexpr std::span<const api_route> audit_routes{audit_rows};

} // namespace paylink
