#include "domain/addresses/address_policy.hpp"

#include "domain/values/decimal.hpp"

#include <algorithm>
#include <charconv>

namespace paylink {

namespace {

constexpr int v6_groups = 8;

/// A number below `limit` in decimal without leading zeros, taken off the front of `text`; −1 if there is none.
int take_number(std::string_view& text, int limit) {
  const auto length = std::min(text.find_first_not_of("0123456789"), text.size());
  if (length == 0 || length > 5 || (length > 1 && text.front() == '0')) return -1;
  int value = 0;
  std::from_chars(text.data(), text.data() + length, value);
  text.remove_prefix(length);
  return value < limit ? value : -1;
}

/// Reads four numbers into `out`, up to the end of `text`.
bool parse_v4(std::string_view text, std::uint8_t* out) {
  for (int place = 0; place < 4; ++place) {
    if (place > 0) {
      if (!text.starts_with('.')) return false;
      text.remove_prefix(1);
    }
    const int value = take_number(text, 256);
    if (value < 0) return false;
    out[place] = static_cast<std::uint8_t>(value);
  }
  return text.empty();
}

/// One side of a `::`, or all of an address without one: groups of hexadecimal digits, the last two perhaps as IPv4.
/// Returns how many groups it wrote, or −1.
int parse_groups(std::string_view text, std::uint8_t* out, bool may_end_in_v4) {
  if (text.empty()) return 0;
  for (int count = 0; count < v6_groups;) {
    const auto colon = text.find(':');
    const auto group = text.substr(0, colon);
    if (may_end_in_v4 && colon == text.npos && group.find('.') != group.npos)
      return count <= v6_groups - 2 && parse_v4(group, out + 2 * count) ? count + 2 : -1;
    unsigned value = 0;
    const auto [end, error] = std::from_chars(group.data(), group.data() + group.size(), value, 16);
    if (group.empty() || group.size() > 4 || error != std::errc{} || end != group.data() + group.size()) return -1;
    out[2 * count] = static_cast<std::uint8_t>(value >> 8);
    out[2 * count + 1] = static_cast<std::uint8_t>(value);
    ++count;
    if (colon == text.npos) return count;
    text.remove_prefix(colon + 1);
  }
  return -1;
}

bool parse_v6(std::string_view text, std::uint8_t* out) {
  const auto gap = text.find("::");
  if (gap == text.npos) return parse_groups(text, out, true) == v6_groups;
  const auto behind = text.substr(gap + 2);
  std::array<std::uint8_t, 16> tail{};
  const int before_count = parse_groups(text.substr(0, gap), out, false);
  const int behind_count = parse_groups(behind, tail.data(), true);
  // The gap stands for at least one group.
  if (before_count < 0 || behind_count < 0 || before_count + behind_count >= v6_groups) return false;
  std::fill(out + 2 * before_count, out + 16, std::uint8_t{0});
  std::copy_n(tail.begin(), 2 * behind_count, out + 16 - 2 * behind_count);
  return true;
}

void append_v4(std::string& out, const std::uint8_t* bytes) {
  for (int place = 0; place < 4; ++place) {
    if (place > 0) out += '.';
    append_decimal(out, bytes[place]);
  }
}

void append_hexadecimal(std::string& out, unsigned value) {
  char digits[8];
  out.append(digits, std::to_chars(digits, digits + sizeof digits, value, 16).ptr);
}

/// RFC 5952: lower case, no leading zeros, the longest run of two or more zero groups as `::`, the first of equals.
void append_v6(std::string& out, const std::array<std::uint8_t, 16>& bytes) {
  std::array<unsigned, v6_groups> groups;
  for (std::size_t place = 0; place < groups.size(); ++place)
    groups[place] = bytes[2 * place] << 8 | bytes[2 * place + 1];
  if (std::all_of(groups.begin(), groups.begin() + 5, [](unsigned group) { return group == 0; }) &&
      groups[5] == 0xffff) {
    out += "::ffff:";
    return append_v4(out, bytes.data() + 12);
  }
  int gap = -1, gap_size = 1;
  for (int place = 0; place < v6_groups; ++place) {
    int end = place;
    while (end < v6_groups && groups[static_cast<std::size_t>(end)] == 0) ++end;
    if (end - place > gap_size) {
      gap = place;
      gap_size = end - place;
    }
    if (end > place) place = end - 1;
  }
  for (int place = 0; place < v6_groups; ++place) {
    if (place == gap) {
      out += "::";
      place += gap_size - 1;
      continue;
    }
    if (!out.empty() && out.back() != ':') out += ':';
    append_hexadecimal(out, groups[static_cast<std::size_t>(place)]);
  }
}

} // namespace

std::optional<ip_address> ip_address::parse(std::string_view text) {
  ip_address parsed;
  parsed.is_v6 = text.find(':') != text.npos;
  const bool is_read = parsed.is_v6 ? parse_v6(text, parsed.bytes.data()) : parse_v4(text, parsed.bytes.data());
  if (!is_read) return std::nullopt;
  return parsed;
}

std::string ip_address::text() const {
  std::string written;
  if (is_v6)
    append_v6(written, bytes);
  else
    append_v4(written, bytes.data());
  return written;
}

std::optional<network> network::parse(std::string_view text) {
  network parsed;
  std::string_view address = text;
  std::string_view rest;
  if (text.starts_with('[')) {
    const auto bracket = text.find(']');
    if (bracket == text.npos) return std::nullopt;
    address = text.substr(1, bracket - 1);
    rest = text.substr(bracket + 1);
    if (address.find(':') == address.npos) return std::nullopt;
  } else {
    // Without brackets or a prefix, a colon begins a port only where the address can have none itself.
    const bool has_one_colon = std::ranges::count(text, ':') == 1;
    const auto end = std::min(text.find('/'), has_one_colon ? text.find(':') : text.npos);
    address = text.substr(0, end);
    if (end < text.size()) rest = text.substr(end);
  }
  const auto read = ip_address::parse(address);
  if (!read) return std::nullopt;
  parsed.address = *read;
  const int bits = read->is_v6 ? 128 : 32;
  parsed.prefix_bits = bits;
  if (rest.starts_with('/')) {
    rest.remove_prefix(1);
    parsed.prefix_bits = take_number(rest, bits + 1);
    if (parsed.prefix_bits < 0) return std::nullopt;
  }
  if (rest.starts_with(':')) {
    rest.remove_prefix(1);
    const int port = take_number(rest, 65'536);
    if (port < 1) return std::nullopt;
    parsed.port = static_cast<std::uint16_t>(port);
  }
  if (!rest.empty()) return std::nullopt;
  return parsed;
}

} // namespace paylink
