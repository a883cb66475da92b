#pragma once
#include "domain/values/random_source.hpp"

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace paylink {

/// What a transfer reference belongs to: payment links have `PFSL…`, orders `PFOD…`.
enum class reference_kind : std::uint8_t { payment_link, order };

/// A transfer reference: `PFSL` or `PFOD`, then 8 of A–Z and 0–9. The 8 characters are kept as a number below 36^8,
/// which makes the index over millions of references small and quick.
struct reference {
  reference_kind kind = reference_kind::payment_link;
  std::int64_t number = 0;

  /// A new reference, without `0`, `O`, `1` and `I`, which people confuse.
  static reference make(reference_kind kind, random_source& random);
  static std::optional<reference> parse(std::string_view text); ///< Exactly 12 characters, upper case.
  std::string text() const;
  auto operator<=>(const reference&) const = default;
};

/// Every candidate reference in a transfer text, each once, in order of appearance: the text is folded to A–Z and 0–9
/// (diacritics stripped, all else dropped), and every prefix, even overlapping, is taken with the 8 characters after
/// it. The caller looks up whether a candidate exists.
std::vector<reference> find_references(std::string_view transfer_text);

/// The references that a transfer text contains with one wrong character: one for every place where 12 characters of
/// the folded text form a reference except for exactly one of them. In the first 64 KiB. The caller looks up which
/// of these have a link.
std::vector<reference> find_near_references(std::string_view transfer_text);

/// A text folded to upper-case A–Z and 0–9: diacritics are stripped, `đ` becomes `D`, everything else is dropped.
std::string fold_transfer_text(std::string_view text);

} // namespace paylink
