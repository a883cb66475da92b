#pragma once
#include "api/description/described.hpp"
#include "domain/identity/creator.hpp"

namespace paylink {

extern const record_description creator_record;
void append_creator(std::string& out, const creator& by);

} // namespace paylink
