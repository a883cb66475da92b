#include "domain/addresses/address_policy.hpp"

#include <algorithm>

namespace paylink {

namespace {

/// A block of the table: its first bytes and how many bits of them count.
struct block {
  std::array<std::uint8_t, 6> start;
  int bits;
};

// IANA's registry of special-purpose IPv4 addresses, whole blocks, with multicast and one cloud's metadata address.
constexpr std::array refused_v4{
    block{{0}, 8},                 // this network
    block{{10}, 8},                // private
    block{{100, 64}, 10},          // carriers' shared space
    block{{127}, 8},               // loopback
    block{{168, 63, 129, 16}, 32}, // a cloud's host agent
    block{{169, 254}, 16},         // link-local, where most clouds keep their metadata
    block{{172, 16}, 12},          // private
    block{{192, 0, 0}, 24},        // protocol assignments
    block{{192, 0, 2}, 24},        // documentation
    block{{192, 31, 196}, 24},     // AS112
    block{{192, 52, 193}, 24},     // AMT
    block{{192, 88, 99}, 24},      // 6to4 relays, withdrawn
    block{{192, 168}, 16},         // private
    block{{192, 175, 48}, 24},     // AS112
    block{{198, 18}, 15},          // benchmarks
    block{{198, 51, 100}, 24},     // documentation
    block{{203, 0, 113}, 24},      // documentation
    block{{224}, 4},               // multicast
    block{{240}, 4},               // reserved, and broadcast
};

// The only part of IPv6 that is allocated; everything else is refused: loopback, mapped and translated IPv4, local,
// multicast, and unallocated space.
constexpr block allocated_v6{{0x20}, 3};

constexpr std::array refused_v6{
    block{{0x20, 0x01}, 23},                         // protocol assignments: Teredo, ORCHID, benchmarks, AMT, DRIP
    block{{0x20, 0x01, 0x0d, 0xb8}, 32},             // documentation
    block{{0x20, 0x02}, 16},                         // 6to4
    block{{0x26, 0x20, 0x00, 0x4f, 0x80, 0x00}, 48}, // AS112
    block{{0x3f, 0xfe}, 16},                         // returned
    block{{0x3f, 0xff}, 20},                         // documentation
};

/// Whether the first `bits` bits are the same.
bool has_prefix(const std::uint8_t* bytes, const std::uint8_t* prefix, int bits) {
  const auto whole = static_cast<std::size_t>(bits / 8);
  if (!std::equal(prefix, prefix + whole, bytes)) return false;
  if (bits % 8 == 0) return true;
  const auto mask = 0xff00u >> (bits % 8);
  return ((bytes[whole] ^ prefix[whole]) & mask & 0xffu) == 0;
}

bool lies_in(const ip_address& address, const block& candidate) {
  return has_prefix(address.bytes.data(), candidate.start.data(), candidate.bits);
}

bool any_contains(const std::vector<network>& networks, const ip_address& address, std::uint16_t port) {
  return std::ranges::any_of(networks, [&](const network& each) { return each.contains(address, port); });
}

} // namespace

bool network::contains(const ip_address& candidate, std::uint16_t candidate_port) const {
  return candidate.is_v6 == address.is_v6 && (!port || *port == candidate_port) &&
         has_prefix(candidate.bytes.data(), address.bytes.data(), prefix_bits);
}

bool is_special_purpose(const ip_address& address) {
  const auto lies_here = [&](const block& candidate) { return lies_in(address, candidate); };
  if (!address.is_v6) return std::ranges::any_of(refused_v4, lies_here);
  return !lies_here(allocated_v6) || std::ranges::any_of(refused_v6, lies_here);
}

bool address_policy::may_dial(const ip_address& address, std::uint16_t port) const {
  if (any_contains(deny, address, port)) return false;
  return !is_special_purpose(address) || any_contains(allow, address, port) || any_contains(allow_http, address, port);
}

bool address_policy::may_use_http(const ip_address& address, std::uint16_t port) const {
  return any_contains(allow_http, address, port) && !any_contains(deny, address, port);
}

} // namespace paylink
