#pragma once
#include "api/accounts/tried.hpp"
#include "api/calls/call.hpp"
#include "api/description/request_record.hpp"
#include "connectors/connector_protocol.hpp"

/// What the calls about bank accounts have in common.
namespace paylink {

/// The account that the path names. `not_found`.
result<account_overview> find_account_of_call(call_context& context);

/// Answers with it.
handled show_bank_account(call_context& context);

/// The status of a bank: as the operator has set it, else as configured.
bank_status status_of_bank(const api_services& services, std::string_view code, std::span<const set_status> set);

/// Adds `required` for a member that is missing, unless it has a fault.
void require_member(const std::optional<std::string>& given, std::string_view name, field_faults& faults);

/// Counts what makes a bank send a code, or guess one, for the Workspace's account and for the caller's address, and
/// ten times as many for the number by all callers together; goes on unless there were too many: 429.
continue_with<> count_code_then(const call_context& context, tried what, const bank_account& account, next_step next);

/// Whether accounts of a bank can be connected in Workspaces of the mode.
bool serves(const api_services& services, std::string_view code, banking_mode mode);

/// Whether this installation has a feed over which the bank's entries can come: the bank's own, or the switch's.
bool has_feed(const api_services& services, std::string_view code);

/// 502, or 503 if the call was lost. The reason is logged.
http_response fail_at_bank(const reply_context& context, const connector_failure& why);

/// 422 with what the bank does not accept: `fields` are those that the caller can give.
http_response refuse_by_bank(const reply_context& context, const connector_refusal& why,
                             std::span<const std::string_view> fields);

/// The same of a connector's answer; none: it is neither a failure nor a refusal.
template <class Read>
std::optional<http_response> refuse_answer(const reply_context& context, const Read& read,
                                           std::span<const std::string_view> fields) {
  if (const auto* const failure = std::get_if<connector_failure>(&read)) return fail_at_bank(context, *failure);
  if (const auto* const refusal = std::get_if<connector_refusal>(&read))
    return refuse_by_bank(context, *refusal, fields);
  return std::nullopt;
}

} // namespace paylink
