#pragma once
#include "sandbox/formats/vietqr_reader.hpp"
#include "sandbox/order_desk.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace paylink::sandbox {

/// What a phone's bank app asks the payer to confirm.
struct app_payment {
  std::string payload; ///< As it was read from the code.
  vietqr_request asks;
};

/// The app's pages: where a code is pasted (`fault` says what was wrong with the last one), …
std::string render_app_start(std::string_view payload = {}, std::string_view fault = {});
/// … what it asks to pay, …
std::string render_app_confirmation(const app_payment& payment);
/// … and what came of it.
std::string render_app_result(const order_outcome& outcome);

/// The order that a confirmed payment is, from the form's amount and text; faults name what the payer has to mend.
std::pair<payment_order, field_faults> order_of(const app_payment& payment, const std::string& amount,
                                                const std::string& text);

/// The code that a phone would read from the page of what is asked for; none if no code can say it.
std::optional<std::string> code_of(const payment_order& order);

/// Why, as one text.
std::string text_of(const order_refusal& refused);

} // namespace paylink::sandbox
