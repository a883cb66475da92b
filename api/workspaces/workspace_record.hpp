#pragma once
#include "api/description/described.hpp"
#include "api/description/people_forms.hpp"
#include "domain/identity/access.hpp"
#include "domain/identity/workspace.hpp"

namespace paylink {

inline constexpr std::string_view workspace_tag = "Workspaces";

extern const record_description workspace_record;
/// `held`: the caller's role in it.
void append_workspace(std::string& out, const workspace& record, std::optional<role> held);

} // namespace paylink
