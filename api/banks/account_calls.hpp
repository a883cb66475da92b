#pragma once
#include "api/calls/call.hpp"
#include "connectors/connector_protocol.hpp"

/// What the calls about bank accounts have in common.
namespace paylink {

/// The account that the path names. `not_found`.
result<account_overview> find_account_of_call(call_context& context);

/// The status of a bank: as the operator has set it, else as configured.
bank_status status_of_bank(const api_services& services, std::string_view code, std::span<const set_status> set);

/// 502, or 429 if too many wait for the bank. The reason is logged.
http_response fail_at_bank(const reply_context& context, const connector_failure& why);

/// 422 with what the bank does not accept: `fields` are those that the caller can give.
http_response refuse_by_bank(const reply_context& context, const connector_refusal& why,
                             std::span<const std::string_view> fields);

} // namespace paylink
