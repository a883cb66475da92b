#include "http/feeds/known_members.hpp"

#include <algorithm>

namespace paylink {

std::string name_of(const json_text& name) {
  if (name.is_plain) return std::string{name.raw};
  std::string text;
  append_unescaped(text, name.raw);
  return text;
}

bool known_members::read(json_cursor& cursor) {
  return take_object(cursor, [&](const std::string& name) { return read_value(cursor, name); });
}

bool known_members::read_value(json_cursor& cursor, std::string_view name) {
  const auto known = std::ranges::find(names_, name);
  if (known == names_.end()) return cursor.skip_value(unknown_depth_max);
  names_any_ = true;
  auto& value = values_[static_cast<std::size_t>(known - names_.begin())];
  const char first = cursor.peek();
  if (first == 'n') return cursor.take_word("null");
  if (!value.is_absent()) {
    value.is_repeated = true;
    return cursor.skip_value(unknown_depth_max);
  }
  if (first == '"') {
    json_text text;
    value.is = member_value::kind::text;
    if (!cursor.take_string(text)) return false;
    append_unescaped(value.text, text.raw);
    return true;
  }
  if (first == '-' || (first >= '0' && first <= '9')) {
    std::string_view number;
    value.is = member_value::kind::number;
    if (!cursor.take_number(number)) return false;
    value.text = number;
    return true;
  }
  value.is = member_value::kind::other;
  return cursor.skip_value(unknown_depth_max);
}

const member_value& known_members::operator[](std::string_view name) const {
  return values_.at(static_cast<std::size_t>(std::ranges::find(names_, name) - names_.begin()));
}

} // namespace paylink
