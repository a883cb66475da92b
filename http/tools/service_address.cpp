#include "domain/values/ascii.hpp"
#include "domain/values/decimal.hpp"
#include "http/tools/api_client.hpp"

#include <algorithm>

namespace paylink {
namespace {

bool starts_with_scheme(std::string_view url, std::string_view scheme) {
  return url.size() > scheme.size() && equals_ignoring_case(url.substr(0, scheme.size()), scheme);
}

bool is_port(std::string_view text) { return !text.empty() && text.size() <= 5 && std::ranges::all_of(text, is_digit); }

bool is_host(std::string_view text) { return !text.empty() && text.find_first_of(" \t\r\n@\\/?#[]\"<>") == text.npos; }

} // namespace

std::string service_address::authority() const {
  auto text = host.find(':') == host.npos ? host : "[" + host + "]";
  if (port != (is_tls ? "443" : "80")) text += ":" + port;
  return text;
}

bool service_address::is_loopback() const { return host == "localhost" || host == "::1" || host.starts_with("127."); }

std::optional<service_address> parse_service_address(std::string_view url) {
  service_address address;
  if (starts_with_scheme(url, "https://"))
    address.is_tls = true;
  else if (!starts_with_scheme(url, "http://"))
    return std::nullopt;
  url.remove_prefix(address.is_tls ? 8 : 7);
  if (url.find_first_of("?# \t\r\n") != url.npos) return std::nullopt;

  auto slash = std::min(url.find('/'), url.size());
  auto authority = url.substr(0, slash);
  address.path = url.substr(slash);
  while (address.path.ends_with('/')) address.path.pop_back();

  auto host_end = authority.starts_with('[') ? authority.find(']') : std::min(authority.find(':'), authority.size());
  if (host_end == authority.npos) return std::nullopt;
  bool in_brackets = authority.starts_with('[');
  address.host = in_brackets ? authority.substr(1, host_end - 1) : authority.substr(0, host_end);
  auto rest = authority.substr(in_brackets ? host_end + 1 : host_end);
  if (!rest.empty() && (rest.front() != ':' || !is_port(rest.substr(1)))) return std::nullopt;
  address.port = rest.empty() ? (address.is_tls ? "443" : "80") : rest.substr(1);
  if (!is_host(address.host)) return std::nullopt;
  return address;
}

} // namespace paylink
