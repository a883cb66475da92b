#pragma once
#include "sandbox/order_desk.hpp"

#include <string>
#include <string_view>

namespace paylink::sandbox {

/// The bank's only page: a form that pays, the result of the last payment, and the journal. `entries_json` as listed.
std::string render_bank_page(const order_outcome* last, std::string_view entries_json);

/// `/style.css`.
std::string_view bank_page_style();

} // namespace paylink::sandbox
