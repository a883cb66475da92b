#include "api/banks/account_calls.hpp"

#include "logging/log.hpp"

#include <algorithm>

namespace paylink {

http_response fail_at_bank(const reply_context& context, const connector_failure& why) {
  log::warning("bank.unreachable", {{"trace_id", context.call.request.trace_id}, {"reason", why.reason}});
  return context.fail(why.error == errc::service_unavailable ? why.error : errc::bank_unreachable);
}

http_response refuse_by_bank(const reply_context& context, const connector_refusal& why,
                             std::span<const std::string_view> fields) {
  log::info("bank.refused", {{"trace_id", context.call.request.trace_id}, {"code", why.code}});
  const bool is_known = std::ranges::find(fields, why.field) != fields.end();
  return context.refuse({is_known ? why.field : "body", "refused_by_bank",
                         why.message.empty() ? "The bank rejects this: " + why.code : why.message});
}

void require_member(const std::optional<std::string>& given, std::string_view name, field_faults& faults) {
  if (!given) add_faults(faults, {{std::string{name}, "required", std::string{name} + " is missing."}});
}

// A stranger may name any number, and must not keep its holder out: what all of them together may do is far more than
// what one Workspace or address may.
continue_with<> count_code_then(const call_context& context, tried what, const bank_account& account, next_step next) {
  constexpr int all_together = 10;
  const auto number = account.bin + "/" + account.number;
  const auto own = keys_of(what, context.workspace.text() + "/" + number, context.call.request);
  const auto of_number = std::vector{keys_of(what, number, context.call.request).front()};
  return count_then(context, own, [of_number, next = std::move(next)](call_context& again) -> handled {
    return count_then(again, of_number, next, all_together);
  });
}

} // namespace paylink
