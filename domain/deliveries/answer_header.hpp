#pragma once
#include "domain/deliveries/delivery.hpp"

namespace paylink {

/// The value of a header of the answer, whose name is given in lower case; null without it.
const std::string* find_header(const attempt& made, std::string_view lower_case_name);

} // namespace paylink
