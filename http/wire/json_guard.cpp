#include "http/wire/json_guard.hpp"

#include "domain/values/utf8.hpp"
#include "http/wire/json_cursor.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <deque>
#include <vector>

namespace paylink {
namespace {

/// The number of decimal digits that a double always represents exactly.
constexpr std::size_t exact_digits_max = 15;

struct text_fault {
  json_fault fault = json_fault::none;
  std::size_t at = 0; ///< Within the text.
};

/// Checks the escape whose backslash is at `at`; `length` is its length.
text_fault check_escape(std::string_view raw, std::size_t at, std::size_t& length) {
  constexpr std::string_view short_escapes = "\"\\/bfnrt";
  length = 2;
  if (short_escapes.find(raw[at + 1]) != short_escapes.npos) return {};
  const int unit = raw[at + 1] == 'u' ? hex_unit(raw.substr(at + 2)) : -1;
  if (unit < 0) return {json_fault::not_json, at};
  if (unit == 0) return {json_fault::null_character, at};
  length = 6;
  if (unit < 0xD800 || unit > 0xDFFF) return {};
  const auto behind = raw.substr(at + 6);
  const int low = behind.starts_with("\\u") ? hex_unit(behind.substr(2)) : -1;
  if (unit > 0xDBFF || low < 0xDC00 || low > 0xDFFF) return {json_fault::lone_surrogate, at};
  length = 12;
  return {};
}

/// UTF-8 may encode a surrogate too; that gets its own message.
bool is_encoded_surrogate(std::string_view text) {
  return text.size() >= 2 && text[0] == '\xED' && (static_cast<unsigned char>(text[1]) & 0xE0) == 0xA0;
}

text_fault check_text(std::string_view raw) {
  for (std::size_t at = 0, length = 1; at < raw.size(); at += length) {
    const auto byte = static_cast<unsigned char>(raw[at]);
    length = 1;
    if (byte == '\\') {
      if (const auto fault = check_escape(raw, at, length); fault.fault != json_fault::none) return fault;
    } else if (byte == 0) {
      return {json_fault::null_character, at};
    } else if (byte < 0x20) {
      return {json_fault::control_character, at};
    } else if (byte >= 0x80) {
      const auto unit = utf8_front(raw.substr(at));
      if (!unit.is_valid)
        return {is_encoded_surrogate(raw.substr(at)) ? json_fault::lone_surrogate : json_fault::invalid_utf8, at};
      length = unit.length;
    }
  }
  return {};
}

/// Whether the number survives being read: whole numbers within 64 bits, others with at most 15 significant digits.
json_fault check_number(std::string_view number) {
  const auto* const end = number.data() + number.size();
  if (number.find_first_of(".eE") == number.npos) {
    std::int64_t whole = 0;
    std::uint64_t large = 0;
    const bool fits = std::from_chars(number.data(), end, whole).ec == std::errc{} ||
                      (number[0] != '-' && std::from_chars(number.data(), end, large).ec == std::errc{});
    return fits ? json_fault::none : json_fault::number_out_of_range;
  }
  std::string digits;
  for (const char byte : number.substr(0, number.find_first_of("eE")))
    if (byte >= '0' && byte <= '9' && !(byte == '0' && digits.empty())) digits += byte;
  while (!digits.empty() && digits.back() == '0') digits.pop_back();
  if (digits.size() > exact_digits_max) return json_fault::number_precision;
  double value = 0;
  const bool is_read = std::from_chars(number.data(), end, value).ec == std::errc{};
  return is_read && (value != 0 || digits.empty()) ? json_fault::none : json_fault::number_out_of_range;
}

/// One walk through a document.
class walk {
public:
  explicit walk(std::string_view document) : cursor_{document}, document_{document} {}

  json_verdict judge() {
    if (document_.starts_with("\xEF\xBB\xBF"))
      fail(json_fault::byte_order_mark, 0);
    else if (cursor_.is_at_end())
      fail(json_fault::empty, 0);
    else if (const char first = cursor_.peek(); first != '{')
      judge_other();
    else if (value(json_depth_max) && !cursor_.is_at_end())
      fail(json_fault::trailing_bytes);
    return std::move(verdict_);
  }

private:
  bool fail(json_fault fault) { return fail(fault, cursor_.offset()); }
  bool fail(json_fault fault, std::size_t offset) {
    if (verdict_.fault == json_fault::none) {
      verdict_.fault = fault;
      verdict_.offset = offset;
    }
    return false;
  }

  /// Distinguishes a document of another type from invalid JSON.
  void judge_other() {
    if (value(json_depth_max) && !cursor_.is_at_end())
      fail(json_fault::not_json);
    else
      fail(json_fault::not_an_object, 0);
  }

  bool text(json_text& taken) {
    const auto from = cursor_.offset() + 1;
    if (!cursor_.take_string(taken)) return fail(json_fault::not_json);
    if (taken.is_plain) return true;
    const auto found = check_text(taken.raw);
    return found.fault == json_fault::none || fail(found.fault, from + found.at);
  }

  bool value(int depth_left) {
    json_text taken;
    std::string_view number;
    const auto from = (cursor_.peek(), cursor_.offset());
    switch (cursor_.peek()) {
    case '{':
      return depth_left > 0 ? object(depth_left - 1) : fail(json_fault::too_deep);
    case '[':
      return depth_left > 0 ? array(depth_left - 1) : fail(json_fault::too_deep);
    case '"':
      return text(taken);
    case 't':
      return cursor_.take_word("true") || fail(json_fault::not_json);
    case 'f':
      return cursor_.take_word("false") || fail(json_fault::not_json);
    case 'n':
      return cursor_.take_word("null") || fail(json_fault::not_json);
    default:
      break;
    }
    if (!cursor_.take_number(number)) return fail(json_fault::not_json);
    const auto fault = check_number(number);
    return fault == json_fault::none || fail(fault, from);
  }

  bool array(int depth_left) {
    cursor_.take('[');
    if (cursor_.take(']')) return true;
    do {
      if (!value(depth_left)) return false;
    } while (cursor_.take(','));
    return cursor_.take(']') || fail(json_fault::not_json);
  }

  bool object(int depth_left) {
    cursor_.take('{');
    if (cursor_.take('}')) return true;
    const auto first_name = names_.size();
    do {
      json_text name;
      if (cursor_.peek() != '"') return fail(json_fault::not_json);
      if (!text(name)) return false;
      names_.push_back(name.raw.find('\\') == name.raw.npos ? name.raw : unescaped(name.raw));
      if (!cursor_.take(':')) return fail(json_fault::not_json);
      if (!value(depth_left)) return false;
    } while (cursor_.take(','));
    if (!cursor_.take('}')) return fail(json_fault::not_json);
    return names_are_unique(first_name);
  }

  std::string_view unescaped(std::string_view raw) {
    append_unescaped(unescaped_.emplace_back(), raw);
    return unescaped_.back();
  }

  /// Sorted, so that thousands of members in one body do not take quadratic time.
  bool names_are_unique(std::size_t first_name) {
    const auto first = names_.begin() + static_cast<std::ptrdiff_t>(first_name);
    std::sort(first, names_.end());
    const auto twin = std::adjacent_find(first, names_.end());
    if (twin != names_.end()) {
      verdict_.member = *twin;
      return fail(json_fault::duplicate_member);
    }
    names_.resize(first_name);
    return true;
  }

  json_cursor cursor_;
  std::string_view document_;
  json_verdict verdict_;
  std::vector<std::string_view> names_; ///< Of the objects that are open, one behind the other.
  std::deque<std::string> unescaped_;   ///< Names that were written with escapes; addresses stay.
};

} // namespace

json_verdict check_json_object(std::string_view document) { return walk{document}.judge(); }

std::string describe(const json_verdict& verdict) {
  const auto at_byte = " (byte " + std::to_string(verdict.offset) + ").";
  switch (verdict.fault) {
  case json_fault::none:
    return {};
  case json_fault::empty:
    return "The body is empty; a JSON object is expected.";
  case json_fault::byte_order_mark:
    return "The body begins with a byte order mark; send UTF-8 without one.";
  case json_fault::not_json:
    return "The body is not valid JSON" + at_byte;
  case json_fault::not_an_object:
    return "The body must be a JSON object.";
  case json_fault::too_deep:
    return "The body is nested more than " + std::to_string(json_depth_max) + " levels deep" + at_byte;
  case json_fault::trailing_bytes:
    return "There is more data after the JSON object" + at_byte;
  case json_fault::duplicate_member:
    return "The member \"" + std::string{shown_name(verdict.member)} + "\" occurs more than once.";
  case json_fault::invalid_utf8:
    return "The body is not valid UTF-8" + at_byte;
  case json_fault::lone_surrogate:
    return "A string contains half of a surrogate pair" + at_byte;
  case json_fault::null_character:
    return "A string contains the character U+0000" + at_byte;
  case json_fault::control_character:
    return "A string contains an unescaped control character" + at_byte;
  case json_fault::number_out_of_range:
    return "A number is out of range" + at_byte;
  case json_fault::number_precision:
    return "A number has more digits than can be stored exactly" + at_byte;
  }
  return {};
}

} // namespace paylink
