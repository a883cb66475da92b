#include "domain/answer_header.hpp"

#include <algorithm>

namespace paylink {

const std::string* find_header(const attempt& made, std::string_view lower_case_name) {
  const auto is_same = [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a - 'A' + 'a' : a) == b; };
  const auto found = std::ranges::find_if(made.response_headers, [&](const auto& header) {
    return std::ranges::equal(header.first, lower_case_name, is_same);
  });
  return found == made.response_headers.end() ? nullptr : &found->second;
}

} // namespace paylink
