#include "domain/addresses/outbound_url.hpp"

#include "domain/addresses/url_reference.hpp"
#include "domain/values/ascii.hpp"
#include "domain/values/decimal.hpp"

#include <algorithm>
#include <array>

namespace paylink {

namespace {

constexpr std::size_t host_size_max = 253;
constexpr std::size_t label_size_max = 63;

// Names that never belong to a merchant: this machine or its network resolves them.
constexpr std::array<std::string_view, 5> refused_domains{"localhost", "local", "internal", "home.arpa", "onion"};

// Ports from 1024 up that browsers block, because services of other protocols could misinterpret a request there
// (WHATWG).
constexpr std::array<std::uint16_t, 19> bad_ports{1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000,
                                                  6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080};

url_fault malformed(std::string message) { return {"format", std::move(message)}; }
url_fault blocked(std::string message) { return {"blocked_address", std::move(message)}; }

/// Reads the port behind a colon, or none: no sign, no leading zero, 1…65535.
std::optional<std::uint16_t> parse_port(std::string_view digits) {
  if (digits.empty() || digits.size() > 5 || digits.front() == '0' || !std::ranges::all_of(digits, is_digit))
    return std::nullopt;
  unsigned value = 0;
  for (const char c : digits) value = value * 10 + static_cast<unsigned>(c - '0');
  if (value > 65'535) return std::nullopt;
  return static_cast<std::uint16_t>(value);
}

bool is_allowed_port(std::uint16_t port, bool is_https) {
  if (port == (is_https ? 443 : 80)) return true;
  return port >= 1024 && std::ranges::find(bad_ports, port) == bad_ports.end();
}

bool is_in_domain(std::string_view host, std::string_view domain) {
  if (host.size() < domain.size() || !equals_ignoring_case(host.substr(host.size() - domain.size()), domain))
    return false;
  return host.size() == domain.size() || host[host.size() - domain.size() - 1] == '.';
}

bool ends_in_refused_domain(std::string_view host) {
  return std::ranges::any_of(refused_domains, [&](std::string_view domain) { return is_in_domain(host, domain); });
}

bool is_label(std::string_view label) {
  const auto is_label_character = [](char c) { return is_ascii_alphanumeric(c) || c == '-' || c == '_'; };
  return !label.empty() && label.size() <= label_size_max && label.front() != '-' && label.back() != '-' &&
         std::ranges::all_of(label, is_label_character);
}

/// Whether lenient parsers could read the host as a number, and so as an address.
bool ends_in_number(std::string_view host) {
  const auto dot = host.rfind('.');
  const auto last = dot == host.npos ? host : host.substr(dot + 1);
  return (!last.empty() && std::ranges::all_of(last, is_digit)) ||
         (last.size() >= 2 && equals_ignoring_case(last.substr(0, 2), "0x"));
}

/// Whose URL it is: a caller's names a host of the public name system, the operator's any host.
enum class url_of { caller, the_operator };

bool is_host_name(std::string_view host, url_of whose) {
  if (host.size() > host_size_max) return false;
  int labels = whose == url_of::caller ? 0 : 1;
  for (std::string_view rest = host;; ++labels) {
    const auto dot = rest.find('.');
    if (!is_label(rest.substr(0, dot))) return false;
    if (dot == rest.npos) return labels >= 1;
    rest.remove_prefix(dot + 1);
  }
}

/// Splits an authority and reads its host into `url`; returns what is wrong with it.
std::optional<url_fault> read_authority(std::string_view authority, outbound_url& url, url_of whose) {
  if (authority.find('@') != authority.npos) return malformed("The URL must not contain a user name or password.");
  const bool is_bracketed = authority.starts_with('[');
  const auto host_end = is_bracketed ? authority.find(']') : std::min(authority.find(':'), authority.size());
  if (host_end == authority.npos) return malformed("The closing bracket of the IPv6 address is missing.");
  url.host = is_bracketed ? authority.substr(1, host_end - 1) : authority.substr(0, host_end);
  const auto behind = authority.substr(host_end + (is_bracketed ? 1 : 0));

  url.port = url.is_https ? 443 : 80;
  if (!behind.empty()) {
    const auto port = behind.front() == ':' ? parse_port(behind.substr(1)) : std::nullopt;
    if (!port) return malformed("The port is not a number from 1 to 65535.");
    url.port = *port;
  }
  if (url.host.empty()) return malformed("The URL has no host.");
  if (is_bracketed || ends_in_number(url.host)) {
    url.literal = ip_address::parse(url.host);
    if (!url.literal || url.literal->is_v6 != is_bracketed) return malformed("The host is not a valid IP address.");
    return std::nullopt;
  }
  if (whose == url_of::caller && ends_in_refused_domain(url.host))
    return blocked("The host name is reserved for local networks.");
  if (!is_host_name(url.host, whose))
    return malformed("The host must be a full domain name, in its ASCII form, or an IP address.");
  return std::nullopt;
}

/// Checks only the form of the URL, not its destination.
std::optional<url_fault> read_form(std::string_view text, outbound_url& url, url_of whose = url_of::caller) {
  if (text.size() > url_size_max) return url_fault{"too_long", "The URL is longer than 2,048 bytes."};
  const auto is_allowed = [](char c) { return c > 0x20 && c < 0x7f && c != '\\'; };
  if (!std::ranges::all_of(text, is_allowed))
    return malformed("The URL may contain only printable ASCII characters, without spaces or backslashes.");
  const auto parts = split_url(text);
  if (parts.scheme.empty()) return malformed("The URL must begin with https://.");
  url.is_https = equals_ignoring_case(parts.scheme, "https");
  if (!url.is_https && !equals_ignoring_case(parts.scheme, "http"))
    return url_fault{"not_https", "The URL must begin with https://."};
  if (!parts.authority) return malformed("The scheme must be followed by // and a host.");
  if (parts.fragment) return malformed("The URL must not have a fragment.");
  url.target = text.substr(parts.scheme.size() + 3 + parts.authority->size());
  return read_authority(*parts.authority, url, whose);
}

/// Whether this machine, which the URL names `localhost`, may be called by its address.
bool may_use_loopback_instead(const outbound_url& url, const address_policy& policy) {
  return is_in_domain(url.host, "localhost") && is_allowed_port(url.port, true) &&
         policy.may_dial(*ip_address::parse("127.0.0.1"), url.port);
}

} // namespace

url_verdict check_outbound_url(std::string_view text, const address_policy& policy) {
  outbound_url url;
  const auto refuse = [](url_fault fault) { return url_verdict{std::nullopt, std::move(fault)}; };
  auto fault = read_form(text, url);
  // Plain http is only for addresses that the operator allowed. A name does not qualify: its address is not known yet.
  const bool may_use_http = !fault && url.literal && policy.may_use_http(*url.literal, url.port);
  if (!url.is_https && !may_use_http) return refuse({"not_https", "The URL must begin with https://."});
  if (fault && fault->code == "blocked_address" && may_use_loopback_instead(url, policy))
    fault->message += " For this machine, write https://127.0.0.1:" + std::to_string(url.port) + ".";
  if (fault) return refuse(std::move(*fault));
  if (!is_allowed_port(url.port, url.is_https))
    return refuse(blocked("The port must be 443, or a port from 1024 up that browsers do not block."));
  if (url.literal && !policy.may_dial(*url.literal, url.port))
    return refuse(blocked("The address is private, reserved or not allowed."));
  return {url, {}};
}

std::optional<outbound_url> read_operators_url(std::string_view text) {
  outbound_url url;
  return read_form(text, url, url_of::the_operator) ? std::nullopt : std::optional{url};
}

std::string outbound_url::request_target() const {
  std::string text;
  text.reserve(target.size() + 1);
  if (!target.starts_with('/')) text += '/';
  return text.append(target);
}

std::string outbound_url::host_header() const {
  const bool is_bracketed = literal && literal->is_v6;
  std::string text;
  text.reserve(host.size() + 8);
  if (is_bracketed) text += '[';
  text += host;
  if (is_bracketed) text += ']';
  if (port != (is_https ? 443 : 80)) {
    text += ':';
    append_decimal(text, port);
  }
  return text;
}

std::string outbound_url::origin() const {
  auto text = (is_https ? "https://" : "http://") + ascii_lowered(host_header());
  if (port == (is_https ? 443 : 80)) text += is_https ? ":443" : ":80";
  return text;
}

bool is_same_origin(std::string_view one, std::string_view other) {
  const auto first = read_operators_url(one), second = read_operators_url(other);
  return first && second && first->origin() == second->origin();
}

} // namespace paylink
