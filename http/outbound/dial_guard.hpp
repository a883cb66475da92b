#pragma once
#include "domain/addresses/address_policy.hpp"

#include <chrono>
#include <span>
#include <vector>

namespace paylink {

/// Decides whether an address may be connected to: by the address table, and by this machine's own addresses and the
/// network's NAT64 prefixes, which are refused unless the operator allowed them.
class dial_guard {
public:
  using time_point = std::chrono::steady_clock::time_point;

  explicit dial_guard(address_policy policy);

  bool may_dial(const ip_address& address, std::uint16_t port) const;
  bool may_use_http(const ip_address& address, std::uint16_t port) const;
  const address_policy& policy() const { return policy_; }

  /// Reads the addresses of the machine's interfaces again if the last reading is a minute old.
  void refresh_own_addresses(time_point now);

  /// Whether the NAT64 prefixes were looked up recently; before that, do not connect to IPv6 addresses.
  bool knows_translation(time_point now) const { return now < translation_known_until_; }

  /// Sets the IPv6 addresses that the network's name servers return for `ipv4only.arpa` (RFC 7050); none: no NAT64.
  void learn_translation(std::span<const ip_address> answers, bool answered, time_point now);

private:
  bool is_of_this_site(const ip_address& address, std::uint16_t port) const;

  address_policy policy_;
  std::vector<ip_address> own_;
  std::vector<network> translation_;
  time_point own_read_at_{};
  time_point translation_known_until_{};
};

} // namespace paylink
