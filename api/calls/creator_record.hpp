#pragma once
#include "api/description/described.hpp"
#include "domain/identity/creator.hpp"

namespace paylink {

extern const record_description creator_record;
void append_creator(std::string& out, const creator& by);
/// The user or token with this id; `null` if it is empty.
void append_creator_or_null(std::string& out, const std::string& id);

} // namespace paylink
