#pragma once
#include "api/description/people_forms.hpp"
#include "api/description/written_record.hpp"
#include "domain/identity/access.hpp"
#include "domain/identity/workspace.hpp"

namespace paylink {

inline constexpr std::string_view workspace_tag = "Workspaces";

/// Needs the caller's role in it.
extern const written_record<workspace, std::optional<role>> workspace_record;

} // namespace paylink
