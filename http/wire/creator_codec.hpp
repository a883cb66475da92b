#pragma once
#include "domain/identity/creator.hpp"

#include <string>

namespace paylink {

void append_creator(std::string& out, const creator& by);

} // namespace paylink
