#pragma once
#include "api/calls/call.hpp"

#include <array>

namespace paylink {

/// The parameters by which payment links are chosen.
inline constexpr std::array<std::string_view, 8> link_filter_names{
    "status", "callback_status", "reference", "public_id", "bank_account_id", "from", "to", "attention"};

/// What these parameters ask for; those that cannot be read are faults.
link_filter read_link_filter(const http_request& request, field_faults& faults);

/// Whether any of them is given.
bool has_link_filter(const http_request& request);

} // namespace paylink
