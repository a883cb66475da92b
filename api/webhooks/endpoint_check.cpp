#include "api/webhooks/endpoint_check.hpp"

#include "api/webhooks/test_events.hpp"
#include "domain/deliveries/delivery_channel.hpp"

namespace paylink {

namespace {

constexpr int unauthorized = 401;

delivery_job job_of(const call_context& context, const checked_endpoint& of, test_event event) {
  const auto& brand = context.services.brand;
  return {.attempt = 1,
          .kind = delivery_kind::webhook,
          .workspace = context.workspace,
          .event_id = event.delivery.text(),
          .url = of.url,
          .body = std::move(event.body),
          .signature = {},
          .agent = brand + std::string{channel_of(delivery_kind::webhook).agent},
          .brand = brand,
          .webhook = of.target,
          .lease_until = {},
          .raised_at = context.now};
}

std::optional<field_fault> fault_of(const attempt& made, bool is_new) {
  if (judge(made) == verdict::acknowledged) return std::nullopt;
  if (is_new && made.status_code == unauthorized) return std::nullopt;
  std::string message = "The endpoint did not accept the test event (";
  message.append(to_text(made.failed_by));
  if (made.status_code != 0) message.append(", status ").append(std::to_string(made.status_code));
  message.append("). Nothing was saved.");
  if (!made.error.empty()) message.append(" ").append(made.error);
  return field_fault{"url", "check_failed", std::move(message)};
}

} // namespace

handled check_endpoint(call_context& context, const checked_endpoint& of, after_check then) {
  auto job = job_of(context, of, make_test_event(context, webhook_type::http, of.event));
  return continue_with{
      endpoint_test{std::move(job)},
      [is_new = of.is_new, then = std::move(then)](call_context& after, const attempt& made) -> handled {
        if (const auto fault = fault_of(made, is_new)) return after.refuse({&*fault, 1});
        return then(after, made);
      }};
}

} // namespace paylink
