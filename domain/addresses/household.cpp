#include "domain/addresses/household.hpp"

#include "domain/addresses/address_policy.hpp"

#include <algorithm>
#include <array>
#include <span>

namespace paylink {
namespace {

constexpr std::size_t block_bytes = 8;
/// An IPv4 client of an IPv6 socket: otherwise all of them would share one block.
constexpr std::array<std::uint8_t, 12> mapped_prefix{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};

} // namespace

std::string household_of(std::string_view address) {
  const auto parsed = ip_address::parse(address);
  if (!parsed || !parsed->is_v6) return std::string{address};
  const auto& bytes = parsed->bytes;
  if (std::ranges::equal(mapped_prefix, std::span{bytes}.first<mapped_prefix.size()>())) {
    ip_address v4;
    std::copy(bytes.begin() + mapped_prefix.size(), bytes.end(), v4.bytes.begin());
    return v4.text();
  }
  return {reinterpret_cast<const char*>(bytes.data()), block_bytes};
}

} // namespace paylink
