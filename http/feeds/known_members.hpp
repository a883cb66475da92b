#pragma once
#include "http/wire/json_cursor.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace paylink {

/// How deeply members that a format does not know may be nested.
inline constexpr int unknown_depth_max = 32;

/// A member's value, as far as formats of flat objects need it.
struct member_value {
  enum class kind { absent, text, number, other } is = kind::absent; ///< Null is absent.
  std::string text{};       ///< With escapes resolved and repaired; of a number its digits, as sent.
  bool is_repeated = false; ///< It occurs again, so it is unclear what is meant.

  bool is_text() const { return is == kind::text; }
  bool is_number() const { return is == kind::number; }
  bool is_absent() const { return is == kind::absent; }
};

/// The members of one JSON object that a format knows. All others are passed over.
class known_members {
public:
  /// The names outlive it.
  explicit known_members(std::span<const std::string_view> names) : names_{names}, values_(names.size()) {}

  /// Takes one object; false if the text is no JSON object.
  bool read(json_cursor& cursor);
  /// Takes one value, known by the name; false if the text is not JSON.
  bool read_value(json_cursor& cursor, std::string_view name);

  const member_value& operator[](std::string_view name) const;
  /// Whether the object names any of them, if only with null.
  bool names_any() const { return names_any_; }

private:
  std::span<const std::string_view> names_;
  std::vector<member_value> values_;
  bool names_any_ = false;
};

/// The text of a member's name.
std::string name_of(const json_text& name);

/// Takes one object, calling `read_member(name)` for each name; that takes its value and says whether it was JSON.
template <class ReadMember>
bool take_object(json_cursor& cursor, ReadMember read_member) {
  if (!cursor.take('{')) return false;
  if (cursor.take('}')) return true;
  do {
    json_text name;
    if (!cursor.take_string(name) || !cursor.take(':') || !read_member(name_of(name))) return false;
  } while (cursor.take(','));
  return cursor.take('}');
}

} // namespace paylink
