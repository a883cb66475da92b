#include "http/outbound/dial_guard.hpp"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>

#include <algorithm>
#include <cstring>

namespace paylink {
namespace {

using namespace std::chrono_literals;

std::vector<ip_address> read_own_addresses() {
  std::vector<ip_address> own;
  ifaddrs* list = nullptr;
  if (getifaddrs(&list) != 0) return own;
  for (const ifaddrs* one = list; one != nullptr; one = one->ifa_next) {
    if (one->ifa_addr == nullptr) continue;
    ip_address address;
    if (one->ifa_addr->sa_family == AF_INET) {
      std::memcpy(address.bytes.data(), &reinterpret_cast<const sockaddr_in*>(one->ifa_addr)->sin_addr, 4);
    } else if (one->ifa_addr->sa_family == AF_INET6) {
      address.is_v6 = true;
      std::memcpy(address.bytes.data(), &reinterpret_cast<const sockaddr_in6*>(one->ifa_addr)->sin6_addr, 16);
    } else {
      continue;
    }
    own.push_back(address);
  }
  freeifaddrs(list);
  return own;
}

// Where RFC 6052 puts the four bytes of an IPv4 address behind a prefix of each permitted length; byte 8 is skipped.
struct embedding {
  int prefix_bits;
  std::array<std::size_t, 4> places;
};
constexpr std::array embeddings{
    embedding{96, {12, 13, 14, 15}}, embedding{64, {9, 10, 11, 12}}, embedding{56, {7, 9, 10, 11}},
    embedding{48, {6, 7, 9, 10}},    embedding{40, {5, 6, 7, 9}},    embedding{32, {4, 5, 6, 7}},
};

// The well-known addresses of ipv4only.arpa: 192.0.0.170 and 192.0.0.171.
bool embeds_known_address(const ip_address& answer, const embedding& form) {
  const auto at = [&](std::size_t index) { return answer.bytes[form.places[index]]; };
  return at(0) == 192 && at(1) == 0 && at(2) == 0 && (at(3) == 170 || at(3) == 171);
}

ip_address first_of_block(ip_address address, int prefix_bits) {
  std::fill(address.bytes.begin() + prefix_bits / 8, address.bytes.end(), std::uint8_t{0});
  return address;
}

bool any_contains(const std::vector<network>& blocks, const ip_address& address, std::uint16_t port) {
  return std::ranges::any_of(blocks, [&](const network& block) { return block.contains(address, port); });
}

} // namespace

dial_guard::dial_guard(address_policy policy) : policy_{std::move(policy)} {}

bool dial_guard::may_dial(const ip_address& address, std::uint16_t port) const {
  return policy_.may_dial(address, port) && !is_of_this_site(address, port);
}

bool dial_guard::may_use_http(const ip_address& address, std::uint16_t port) const {
  return policy_.may_use_http(address, port);
}

bool dial_guard::is_of_this_site(const ip_address& address, std::uint16_t port) const {
  const bool special = std::ranges::find(own_, address) != own_.end() || any_contains(translation_, address, port);
  return special && !any_contains(policy_.allow, address, port) && !any_contains(policy_.allow_http, address, port);
}

void dial_guard::refresh_own_addresses(time_point now) {
  if (own_read_at_ != time_point{} && now < own_read_at_ + 1min) return;
  own_read_at_ = now;
  own_ = read_own_addresses();
}

void dial_guard::learn_translation(std::span<const ip_address> answers, bool answered, time_point now) {
  translation_known_until_ = now + (answered ? 1h : 1min);
  if (!answered) return; // keep the earlier result
  translation_.clear();
  for (const ip_address& answer : answers) {
    if (!answer.is_v6) continue;
    for (const embedding& form : embeddings)
      if (embeds_known_address(answer, form))
        translation_.push_back({first_of_block(answer, form.prefix_bits), form.prefix_bits, std::nullopt});
  }
}

} // namespace paylink
