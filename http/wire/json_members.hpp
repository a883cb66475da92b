#pragma once
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace paylink {

/// The text under `name`; empty if there is none.
inline std::string text_at(const boost::json::object& from, std::string_view name) {
  const auto* value = from.if_contains(name);
  return value && value->is_string() ? std::string{value->get_string()} : std::string{};
}

/// The elements of the array under `name` that are objects; they live as long as `from`.
inline std::vector<const boost::json::object*> objects_at(const boost::json::object& from, std::string_view name) {
  std::vector<const boost::json::object*> found;
  const auto* value = from.if_contains(name);
  if (!value || !value->is_array()) return found;
  for (const auto& element : value->get_array())
    if (element.is_object()) found.push_back(&element.get_object());
  return found;
}

} // namespace paylink
