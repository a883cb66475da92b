#pragma once
#include "domain/values/ids.hpp"

#include <algorithm>
#include <string>

namespace paylink {

/// How many characters at the beginning of an identifier's text, behind its prefix, are its time.
inline constexpr std::size_t time_characters = 10;

/// The beginning that the texts of all identifiers of this millisecond have, from 1970 to 10889.
inline std::string sortable_time(timestamp at) {
  /// Only the time counts of what is made with it.
  struct no_random_source final : random_source {
    void fill(std::span<std::byte> bytes) override { std::ranges::fill(bytes, std::byte{0}); }
  } zeros;
  const auto text = make_sortable_text(at, zeros);
  return {text.data(), time_characters};
}

} // namespace paylink
