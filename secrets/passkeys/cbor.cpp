#include "secrets/passkeys/cbor.hpp"

#include <limits>

namespace paylink {
namespace {

/// The first byte of a value, and the number after it: a value, a length or a count.
struct cbor_head {
  unsigned major = 0;
  unsigned info = 0; ///< The lower five bits.
  std::uint64_t number = 0;
};

class cbor_walk {
public:
  explicit cbor_walk(std::string_view bytes) : left_{bytes} {}

  std::string_view left() const { return left_; }

  bool value(cbor_value& out, int depth_left) {
    if (++values_ > cbor_values_max) return false;
    const auto from = left_;
    cbor_head head;
    if (!take_head(head) || !content(head, out, depth_left)) return false;
    out.encoded = from.substr(0, from.size() - left_.size());
    return true;
  }

private:
  bool take_head(cbor_head& head) {
    if (left_.empty()) return false;
    const unsigned first = static_cast<unsigned char>(left_.front());
    left_.remove_prefix(1);
    head = {first >> 5U, first & 31U, first & 31U};
    if (head.info < 24) return true;
    if (head.info > 27) return false; // 28 to 30 are reserved; 31 is an indefinite length.
    const std::size_t width = std::size_t{1} << (head.info - 24);
    if (left_.size() < width) return false;
    head.number = 0;
    for (const char byte : left_.substr(0, width)) head.number = head.number << 8 | static_cast<unsigned char>(byte);
    left_.remove_prefix(width);
    return true;
  }

  bool content(const cbor_head& head, cbor_value& out, int depth_left) {
    switch (head.major) {
    case 0:
    case 1:
      if (head.number > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) return false;
      out.type = cbor_type::integer;
      out.number = static_cast<std::int64_t>(head.number);
      if (head.major == 1) out.number = -1 - out.number;
      return true;
    case 2:
    case 3:
      if (head.number > left_.size()) return false;
      out.type = head.major == 2 ? cbor_type::bytes : cbor_type::text;
      out.text = left_.substr(0, head.number);
      left_.remove_prefix(head.number);
      return true;
    case 4:
      out.type = cbor_type::array;
      return depth_left > 0 && items(head.number, 1, out, depth_left - 1);
    case 5:
      out.type = cbor_type::map;
      return depth_left > 0 && items(head.number, 2, out, depth_left - 1) && has_good_keys(out);
    case 7:
      return simple(head.info, out);
    default:
      return false;
    }
  }

  /// The bound comes first, so that no memory is reserved for a count that somebody made up.
  bool items(std::uint64_t count, std::size_t each, cbor_value& out, int depth_left) {
    if (count > cbor_values_max) return false;
    out.items.resize(static_cast<std::size_t>(count) * each);
    for (auto& item : out.items)
      if (!value(item, depth_left)) return false;
    return true;
  }

  static bool simple(unsigned info, cbor_value& out) {
    constexpr unsigned simple_false = 20, simple_true = 21, simple_null = 22;
    if (info < simple_false || info > simple_null) return false;
    out.type = info == simple_null ? cbor_type::null : cbor_type::boolean;
    out.number = info == simple_true ? 1 : 0;
    return true;
  }

  static bool has_good_keys(const cbor_value& map) {
    for (std::size_t at = 0; at < map.items.size(); at += 2) {
      const auto& key = map.items[at];
      if (key.type != cbor_type::integer && key.type != cbor_type::text) return false;
      for (std::size_t before = 0; before < at; before += 2) {
        const auto& other = map.items[before];
        if (other.type == key.type && other.number == key.number && other.text == key.text) return false;
      }
    }
    return true;
  }

  std::string_view left_;
  std::size_t values_ = 0;
};

template <class Fits>
const cbor_value* find_key(const cbor_value& map, Fits fits) {
  if (map.type != cbor_type::map) return nullptr;
  for (std::size_t at = 0; at < map.items.size(); at += 2)
    if (fits(map.items[at])) return &map.items[at + 1];
  return nullptr;
}

const cbor_value* if_type(const cbor_value* value, cbor_type wanted) {
  return value != nullptr && value->type == wanted ? value : nullptr;
}

} // namespace

const cbor_value* cbor_value::find(std::int64_t key) const {
  return find_key(*this, [key](const cbor_value& k) { return k.type == cbor_type::integer && k.number == key; });
}

const cbor_value* cbor_value::find(std::string_view key) const {
  return find_key(*this, [key](const cbor_value& k) { return k.type == cbor_type::text && k.text == key; });
}

const cbor_value* cbor_value::find(std::int64_t key, cbor_type wanted) const { return if_type(find(key), wanted); }

const cbor_value* cbor_value::find(std::string_view key, cbor_type wanted) const { return if_type(find(key), wanted); }

std::optional<cbor_value> take_cbor(std::string_view& bytes) {
  cbor_walk walk{bytes};
  cbor_value value;
  if (!walk.value(value, cbor_depth_max)) return std::nullopt;
  bytes = walk.left();
  return value;
}

std::optional<cbor_value> read_cbor(std::string_view bytes) {
  auto value = take_cbor(bytes);
  if (!bytes.empty()) return std::nullopt;
  return value;
}

} // namespace paylink
