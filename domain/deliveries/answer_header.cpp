#include "domain/deliveries/answer_header.hpp"
#include "domain/values/ascii.hpp"

#include <algorithm>

namespace paylink {

const std::string* find_header(const attempt& made, std::string_view lower_case_name) {
  const auto found = std::ranges::find_if(
      made.response_headers, [&](const auto& header) { return equals_ignoring_case(header.first, lower_case_name); });
  return found == made.response_headers.end() ? nullptr : &found->second;
}

} // namespace paylink
