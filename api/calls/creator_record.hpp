#pragma once
#include "api/description/written_record.hpp"
#include "domain/identity/creator.hpp"

namespace paylink {

extern const written_record<creator> creator_record;

/// The user or token with this id; none if it is empty.
std::optional<creator> creator_if_any(const std::string& id);

} // namespace paylink
