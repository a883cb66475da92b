#pragma once
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

#include <string>
#include <string_view>

namespace paylink {

/// The text under `name`; empty when there is none.
inline std::string text_at(const boost::json::object& from, std::string_view name) {
  const auto* value = from.if_contains(name);
  return value && value->is_string() ? std::string{value->get_string()} : std::string{};
}

} // namespace paylink
