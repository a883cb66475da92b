#pragma once
#include "domain/errors/field_fault.hpp"
#include "domain/identity/workspace.hpp"

namespace paylink {

/// What a person gives for a Workspace; absent: not given.
struct workspace_request {
  std::optional<std::string> name{}, description{}, entity{}, mode{}, lang{};
};

/// Whether an entity may use a mode: an enterprise either, the others open banking alone.
bool fits(entity_type entity, banking_mode mode);

/// The faults of a request for a new Workspace, in the order of its members.
field_faults check_new_workspace(const workspace_request& request);
/// The same for a change, which leaves the entity and the mode as they are.
field_faults check_workspace_change(const workspace_request& request);

} // namespace paylink
