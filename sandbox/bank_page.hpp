#pragma once
#include "sandbox/order_desk.hpp"

#include <string>
#include <string_view>

namespace paylink::sandbox {

/// The bank's only page: a form that pays, the result of the last payment, and the journal. `entries_json` as listed;
/// `base_url` is the service's, for the example of a payment page's address, empty if it is unknown.
std::string render_bank_page(const order_outcome* last, std::string_view entries_json, std::string_view base_url);

/// `/style.css`.
std::string_view bank_page_style();

} // namespace paylink::sandbox
