#include "domain/addresses/outbound_url.hpp"
#include "domain/addresses/url_reference.hpp"
#include "domain/values/ascii.hpp"
#include "domain/values/decimal.hpp"
#include "domain/values/free_text.hpp"

#include <algorithm>

namespace paylink {

namespace {

bool holds_control_or_space(std::string_view text) {
  return holds_control_character(text) || text.find_first_of(" \n") != text.npos;
}

/// A host that a browser can follow, with or without a port. Names in other scripts are left to the browser.
bool is_host_and_port(std::string_view authority) {
  std::string_view host, behind;
  if (authority.starts_with('[')) {
    const auto bracket = authority.find(']');
    if (bracket == authority.npos) return false;
    host = authority.substr(1, bracket - 1);
    behind = authority.substr(bracket + 1);
    const auto address = ip_address::parse(host);
    if (!address || !address->is_v6) return false;
  } else {
    host = authority.substr(0, authority.find(':'));
    behind = authority.substr(host.size());
    if (host.empty() || host.find_first_of("<>[]^|%\\\"`{}") != host.npos) return false;
  }
  if (behind.empty()) return true;
  behind.remove_prefix(1);
  const auto digits = std::min(behind.find_first_not_of('0'), behind.size());
  const auto significant = behind.substr(digits);
  return authority[authority.size() - behind.size() - 1] == ':' && !significant.empty() && significant.size() <= 5 &&
         std::ranges::all_of(significant, is_digit) && (significant.size() < 5 || significant <= "65535");
}

} // namespace

std::optional<url_fault> check_redirect_url(std::string_view text) {
  if (text.size() > url_size_max) return url_fault{"too_long", "The URL is longer than 2,048 bytes."};
  if (holds_control_or_space(text))
    return url_fault{"format", "The URL must not contain spaces or control characters."};
  const auto parts = split_url(text);
  if (parts.scheme.empty()) return url_fault{"format", "The URL must begin with https://."};
  if (!equals_ignoring_case(parts.scheme, "https")) return url_fault{"not_https", "The URL must begin with https://."};
  if (!parts.authority || parts.authority->empty()) return url_fault{"format", "The URL has no host."};
  if (parts.authority->find('@') != std::string_view::npos)
    return url_fault{"format", "The URL must not contain a user name or password."};
  if (!is_host_and_port(*parts.authority)) return url_fault{"format", "The URL's host or port is not valid."};
  return std::nullopt;
}

} // namespace paylink
