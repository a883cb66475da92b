#pragma once
#include "domain/deliveries/delivery.hpp"

namespace paylink {

/// The value of an answer's header, whose name is given in lower case; null if missing.
const std::string* find_header(const attempt& made, std::string_view lower_case_name);

} // namespace paylink
