#include "tests/domain/addresses/address_oracle.hpp"

#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <charconv>
#include <random>
#include <stdexcept>
#include <vector>

namespace paylink::test {

namespace {

// As IANA's registries write them (special-purpose IPv4 and IPv6 addresses, IPv6 address space, multicast), whole, so
// that a sub-block which is marked reachable is refused with the block around it; and what our own rule adds.
constexpr auto lines = std::to_array<std::string_view>(
    {// Special-purpose IPv4 addresses.
     "0.0.0.0/8", "0.0.0.0/32", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12",
     "192.0.0.0/24", "192.0.0.0/29", "192.0.0.8/32", "192.0.0.9/32", "192.0.0.10/32", "192.0.0.170/32",
     "192.0.0.171/32", "192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24", "192.88.99.2/32",
     "192.168.0.0/16", "192.175.48.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "240.0.0.0/4",
     "255.255.255.255/32",
     // Multicast; metadata of clouds, one inside a block and one outside of all.
     "224.0.0.0/4", "169.254.169.254/32", "168.63.129.16/32",
     // Special-purpose IPv6 addresses, and forms that hold an IPv4 address.
     "::/128", "::1/128", "::/96", "::ffff:0:0/96", "::ffff:0:0:0/96", "64:ff9b::/96", "64:ff9b:1::/48", "100::/64",
     "100:0:0:1::/64", "2001::/23", "2001::/32", "2001:1::1/128", "2001:1::2/128", "2001:1::3/128", "2001:2::/48",
     "2001:3::/32", "2001:4:112::/48", "2001:10::/28", "2001:20::/28", "2001:30::/28", "2001:db8::/32", "2002::/16",
     "2620:4f:8000::/48", "3ffe::/16", "3fff::/20", "5f00::/16", "fc00::/7", "fd00::/8", "fd00:ec2::254/128",
     "fe80::/10", "fec0::/10", "ff00::/8", "ff02::1/128",
     // The IPv6 address space but for 2000::/3, which alone is handed out.
     "::/8", "100::/8", "200::/7", "400::/7", "600::/7", "800::/6", "c00::/6", "1000::/4", "4000::/3", "6000::/3",
     "8000::/3", "a000::/3", "c000::/3", "e000::/4", "f000::/5", "f800::/6", "fc00::/8", "fe00::/9",
     // Unallocated today, private before: what an old list may call public.
     "fe00::/8", "1::/32", "1fff::/16", "4000::/16", "ffff::/16"});

struct prefix {
  bool is_v6;
  std::vector<bool> bits;
};

// An address as its bits, the first one first.
std::vector<bool> bits_of(const ip_address& address) {
  std::vector<bool> bits;
  for (std::size_t byte = 0; byte < (address.is_v6 ? 16u : 4u); ++byte)
    for (int bit = 7; bit >= 0; --bit) bits.push_back(((address.bytes[byte] >> bit) & 1) != 0);
  return bits;
}

ip_address address_with(bool is_v6, const std::vector<bool>& bits) {
  ip_address address;
  address.is_v6 = is_v6;
  for (std::size_t i = 0; i < bits.size(); ++i)
    if (bits[i]) address.bytes[i / 8] = static_cast<std::uint8_t>(address.bytes[i / 8] | (0x80u >> (i % 8)));
  return address;
}

prefix read_line(std::string_view line) {
  const auto slash = line.find('/');
  const std::string text{line.substr(0, slash)};
  ip_address address;
  address.is_v6 = text.find(':') != std::string::npos;
  std::size_t length = 0;
  const auto digits = line.substr(slash + 1);
  std::from_chars(digits.data(), digits.data() + digits.size(), length);
  if (inet_pton(address.is_v6 ? AF_INET6 : AF_INET, text.c_str(), address.bytes.data()) != 1)
    throw std::logic_error{"not a block: " + std::string{line}};
  auto bits = bits_of(address);
  bits.resize(length);
  return {address.is_v6, std::move(bits)};
}

const std::vector<prefix>& prefixes() {
  static const std::vector<prefix> read = [] {
    std::vector<prefix> all;
    for (const auto line : lines) all.push_back(read_line(line));
    return all;
  }();
  return read;
}

ip_address end_of(const prefix& block, bool filling) {
  auto bits = block.bits;
  bits.resize(block.is_v6 ? 128 : 32, filling);
  return address_with(block.is_v6, bits);
}

class sampler {
public:
  explicit sampler(std::uint64_t seed) : random_{seed} {
    for (const auto& block : prefixes()) (block.is_v6 ? v6_ : v4_).push_back(block);
  }

  ip_address draw(std::uint64_t turn) {
    const bool is_v6 = turn % 2 != 0;
    return turn % 4 < 2 ? anywhere(is_v6) : near_a_border(is_v6);
  }

private:
  ip_address anywhere(bool is_v6) {
    ip_address address;
    address.is_v6 = is_v6;
    for (std::size_t byte = 0; byte < (is_v6 ? 16u : 4u); ++byte) address.bytes[byte] = some_byte();
    // Only an eighth of IPv6 is handed out, and all that is interesting lies there.
    if (is_v6 && random_() % 2 == 0) address.bytes[0] = static_cast<std::uint8_t>(0x20u | (address.bytes[0] & 0x1fu));
    return address;
  }

  // An end of a block, a few addresses further, or with one bit turned.
  ip_address near_a_border(bool is_v6) {
    const auto& blocks = is_v6 ? v6_ : v4_;
    auto address = end_of(blocks[random_() % blocks.size()], random_() % 2 == 0);
    if (random_() % 4 == 0) {
      const auto bit = random_() % (is_v6 ? 128 : 32);
      address.bytes[bit / 8] = static_cast<std::uint8_t>(address.bytes[bit / 8] ^ (0x80u >> (bit % 8)));
      return address;
    }
    return oracle::moved(address, static_cast<int>(random_() % 9) - 4);
  }

  std::uint8_t some_byte() { return static_cast<std::uint8_t>(random_() & 0xffu); }

  std::mt19937_64 random_;
  std::vector<prefix> v4_, v6_;
};

} // namespace

namespace oracle {

std::span<const std::string_view> refused_blocks() { return lines; }

ip_address first_of(std::string_view block) { return end_of(read_line(block), false); }
ip_address last_of(std::string_view block) { return end_of(read_line(block), true); }

ip_address moved(ip_address address, int step) {
  int carry = step;
  for (int place = address.is_v6 ? 15 : 3; place >= 0 && carry != 0; --place) {
    auto& byte = address.bytes[static_cast<std::size_t>(place)];
    const int sum = byte + carry;
    byte = static_cast<std::uint8_t>(sum & 0xff);
    carry = (sum - byte) / 256;
  }
  return address;
}

bool refuses(const ip_address& address) {
  const auto bits = bits_of(address);
  return std::ranges::any_of(prefixes(), [&](const prefix& block) {
    if (block.is_v6 != address.is_v6) return false;
    for (std::size_t i = 0; i < block.bits.size(); ++i)
      if (bits[i] != block.bits[i]) return false;
    return true;
  });
}

} // namespace oracle

opinions compare_opinions(std::uint64_t count, std::uint64_t seed) {
  const address_policy policy;
  sampler samples{seed};
  opinions found;
  for (; found.compared < count; ++found.compared) {
    const auto address = samples.draw(found.compared);
    const bool refused = oracle::refuses(address);
    if (refused) ++found.refused;
    if (is_special_purpose(address) == refused && policy.may_dial(address, 443) != refused) continue;
    if (found.differing++ == 0)
      found.first_difference = address.text() + (refused ? " must be refused" : " must be allowed");
  }
  return found;
}

} // namespace paylink::test
