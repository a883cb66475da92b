#include "http/wire/entity_tags.hpp"

#include "domain/values/ascii.hpp"

#include <algorithm>

namespace paylink {

bool names_etag(std::string_view if_none_match, std::string_view etag) {
  while (!if_none_match.empty()) {
    const auto end = std::min(if_none_match.find(','), if_none_match.size());
    auto one = trimmed(if_none_match.substr(0, end));
    if (one.starts_with("W/")) one.remove_prefix(2);
    if (one == etag || one == "*") return true;
    if_none_match.remove_prefix(std::min(end + 1, if_none_match.size()));
  }
  return false;
}

} // namespace paylink
