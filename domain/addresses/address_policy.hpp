#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace paylink {

/// An IPv4 or IPv6 address as 16 bytes (IPv4 in the first four).
struct ip_address {
  bool is_v6 = false;
  std::array<std::uint8_t, 16> bytes{};

  /// Strict: four decimal numbers without leading zeros, or IPv6 without zone.
  static std::optional<ip_address> parse(std::string_view text);
  std::string text() const;
  bool operator==(const ip_address&) const = default;
};

/// A block of addresses, optionally one port of it: `127.0.0.0/8`, `127.0.0.1:9901`, `[::1]/128:8443`,
/// `10.0.0.0/8:443`.
struct network {
  ip_address address;
  int prefix_bits = 0;
  std::optional<std::uint16_t> port;

  static std::optional<network> parse(std::string_view text);
  bool contains(const ip_address& candidate, std::uint16_t candidate_port) const;
};

/// Which addresses the service may call for a merchant. The refused blocks are IANA's special-purpose registries.
struct address_policy {
  std::vector<network> allow;      ///< Refused blocks that the operator opened (`outbound.allow_networks`).
  std::vector<network> deny;       ///< Refused besides the table (`outbound.deny_networks`); wins over `allow`.
  std::vector<network> allow_http; ///< Destinations that accept plain http, and that also count as allowed.

  bool may_dial(const ip_address& address, std::uint16_t port) const;
  bool may_use_http(const ip_address& address, std::uint16_t port) const;
};

/// Whether the address is in a refused block, regardless of the operator's settings.
bool is_special_purpose(const ip_address& address);

} // namespace paylink
