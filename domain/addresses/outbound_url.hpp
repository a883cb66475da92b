#pragma once
#include "domain/addresses/address_policy.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace paylink {

/// Maximum bytes of a URL from a caller.
inline constexpr std::size_t url_size_max = 2048;

/// A parsed URL that the service may call. Views point into the parsed text.
struct outbound_url {
  bool is_https = true;
  std::string_view host;             ///< As written; an IPv6 literal without its brackets.
  std::optional<ip_address> literal; ///< When the host is an address.
  std::uint16_t port = 443;
  std::string_view target; ///< Path and query, beginning with `/` or `?`; empty means `/`.

  std::string request_target() const; ///< The target in the request line.
  std::string host_header() const;    ///< Host, with the port when it is not the scheme's.
  std::string origin() const;         ///< `https://host:port`, lower case, the port always written.
};

/// Why a URL is refused: the code of the field fault (`format`, `not_https`, `blocked_address`, `too_long`) and a
/// sentence.
struct url_fault {
  std::string_view code;
  std::string message;
};

/// The strict parser used both when a URL is saved and at every hop: https with `//`, no user info, no fragment, a host
/// that all parsers read alike, an allowed port, an allowed literal address.
struct url_verdict {
  std::optional<outbound_url> url; ///< None: refused, and `fault` says why.
  url_fault fault;
};
url_verdict check_outbound_url(std::string_view text, const address_policy& policy);

/// Reads a URL that the operator has chosen: http or https, any host and port. None: it is not one.
std::optional<outbound_url> read_operators_url(std::string_view text);

/// Whether both are URLs of one origin.
bool is_same_origin(std::string_view one, std::string_view other);

/// Resolves a `Location` against the URL that answered, and drops its fragment. None when it is not a URL reference.
std::optional<std::string> resolve_location(std::string_view base_url, std::string_view location);

/// A `redirect_url`, which only the payer's browser follows: https, a host, no user info, no control characters or
/// spaces, at most 2,048 bytes.
std::optional<url_fault> check_redirect_url(std::string_view text);

} // namespace paylink
