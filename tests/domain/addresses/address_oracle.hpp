#pragma once
#include "domain/addresses/address_policy.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace paylink::test {

/// A second opinion on which addresses are refused, which shares nothing with the first but the type of an address: the
/// registries' own lines as text, read by the C library and compared bit by bit.
namespace oracle {

/// Every line, `192.0.2.0/24`, the sub-blocks of other lines among them.
std::span<const std::string_view> refused_blocks();

/// The first and the last address of a line.
ip_address first_of(std::string_view block);
ip_address last_of(std::string_view block);
/// The address `step` further, around the end of the numbers.
ip_address moved(ip_address address, int step);

bool refuses(const ip_address& address);

} // namespace oracle

/// How the policy and the oracle compare over many addresses.
struct opinions {
  std::uint64_t compared = 0, refused = 0, differing = 0;
  std::string first_difference; ///< Empty: none.
};

/// Compares them over `count` random addresses: half of them IPv4; half of each drawn close to an end of some block.
opinions compare_opinions(std::uint64_t count, std::uint64_t seed);

} // namespace paylink::test
