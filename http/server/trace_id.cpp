#include "http/server/trace_id.hpp"

#include "domain/values/hex_digits.hpp"

#include <algorithm>
#include <array>

namespace paylink {
namespace {

bool is_lower_hex(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

bool is_zero(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return c == '0'; });
}

std::mt19937_64 seeded_generator() {
  std::random_device device;
  std::array<std::uint32_t, 16> words;
  std::ranges::generate(words, std::ref(device));
  std::seed_seq seed(words.begin(), words.end());
  return std::mt19937_64{seed};
}

} // namespace

std::optional<std::string_view> parse_traceparent(std::string_view value) {
  // version "-" trace-id "-" parent-id "-" flags; later versions may append more behind another dash.
  constexpr std::size_t version_0_size = 55;
  if (value.size() < version_0_size || value[2] != '-' || value[35] != '-' || value[52] != '-') return std::nullopt;
  const auto version = value.substr(0, 2), trace = value.substr(3, 32), parent = value.substr(36, 16),
             flags = value.substr(53, 2);
  if (!is_lower_hex(version) || !is_lower_hex(trace) || !is_lower_hex(parent) || !is_lower_hex(flags))
    return std::nullopt;
  if (version == "ff" || is_zero(trace) || is_zero(parent)) return std::nullopt;
  if (value.size() > version_0_size && (version == "00" || value[version_0_size] != '-')) return std::nullopt;
  return trace;
}

trace_id_source::trace_id_source() : random_{seeded_generator()} {}

std::string trace_id_source::make() {
  std::string text;
  do text = hex_digits(random_()) + hex_digits(random_());
  while (is_zero(text)); // all zeros means "no trace"
  return text;
}

} // namespace paylink
