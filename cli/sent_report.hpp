#pragma once
#include "cli/service_call.hpp"

namespace paylink::cli {

/// Prints a callback, or a delivery to a webhook, and its attempts and rounds as tables; or its request alone, as a
/// curl command.
exit_status finish_sent(const std::variant<api_answer, unreachable>& outcome, terminal& at,
                        const service_options& connection, bool as_curl);

} // namespace paylink::cli
