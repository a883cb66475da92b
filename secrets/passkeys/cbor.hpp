#pragma once
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace paylink {

enum class cbor_type { integer, bytes, text, array, map, boolean, null };

/// A value of CBOR (RFC 8949), a view of the encoded bytes. Only what authenticators write: lengths are definite, keys
/// are integers or texts and occur once; no tags, no floating point.
struct cbor_value {
  cbor_type type = cbor_type::null;
  std::int64_t number = 0;       ///< Of an integer; 1 for `true`.
  std::string_view text;         ///< Of bytes or text.
  std::vector<cbor_value> items; ///< Of an array; for a map each key before its value.
  std::string_view encoded;      ///< The whole value.

  /// The value of this key, if this is a map that has it.
  const cbor_value* find(std::int64_t key) const;
  const cbor_value* find(std::string_view key) const;
  /// The same, only if the value has this type.
  const cbor_value* find(std::int64_t key, cbor_type wanted) const;
  const cbor_value* find(std::string_view key, cbor_type wanted) const;
  /// The number of keys of a map.
  std::size_t keys() const { return items.size() / 2; }
};

/// Arrays and maps inside each other, the outermost included: as deep as CTAP2 allows.
inline constexpr int cbor_depth_max = 4;
/// Values in one document.
inline constexpr std::size_t cbor_values_max = 256;

/// Reads the value at the beginning of `bytes` and removes it from there; none if it is malformed.
std::optional<cbor_value> take_cbor(std::string_view& bytes);

/// Reads a document that is one value.
std::optional<cbor_value> read_cbor(std::string_view bytes);

} // namespace paylink
