#pragma once
#include "api/description/described.hpp"
#include "api/description/order_filters.hpp"
#include "api/description/people_forms.hpp"
#include "api/description/webhook_forms.hpp"

namespace paylink {

inline constexpr form bank_in_path{.pattern = "^[A-Za-z0-9_-]{1,16}$", .example = "MB"};

/// The parameters in path patterns.
inline constexpr parameter_description path_parameters_described[]{
    {"workspace_id", forms::workspace_id, "The Workspace", "", true},
    {"link_id", forms::link_id, "The payment link", "", true},
    {"order_id", forms::own_order_id, "The order, by your id or ours", "", true},
    {"bank_account_id", forms::bank_account_id, "The bank account", "", true},
    {"virtual_account_id", forms::virtual_account_id, "The virtual account", "", true},
    {"transaction_id", forms::transaction_id, "The transaction", "", true},
    {"token_id", forms::token_id, "The API token", "", true},
    {"session_id", forms::session_id, "The session", "", true},
    {"user_id", forms::user_id, "The member", "", true},
    {"invitation_id", forms::invitation_id, "The invitation", "", true},
    {"passkey_id", forms::passkey_id, "The passkey", "", true},
    {"webhook_id", forms::webhook_id, "The webhook", "", true},
    {"delivery_id", forms::delivery_id, "The delivery", "", true},
    {"month", forms::month, "The month in Vietnam, such as 2026-03", "", true},
    {"day", forms::day, "The day in Vietnam, such as 2026-03-15", "", true},
    {"bank", bank_in_path, "The bank's code, or `NAPAS` for the switch", "", true},
};

/// Whether every parameter of a pattern is described: for a `static_assert` over a table.
constexpr bool has_described_parameters(std::string_view pattern) {
  for (auto open = pattern.find('{'); open != pattern.npos; open = pattern.find('{', open + 1)) {
    const auto name = pattern.substr(open + 1, pattern.find('}', open) - open - 1);
    bool is_described = false;
    for (const auto& one : path_parameters_described) is_described = is_described || one.name == name;
    if (!is_described) return false;
  }
  return true;
}

} // namespace paylink
