#include "config/value_forms.hpp"

#include <arpa/inet.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

namespace paylink::config {
namespace {

constexpr refusal not_allowed = "is not allowed";
constexpr refusal seconds_meant = "is in milliseconds, but seconds were probably meant: write the unit";

template <class Number>
std::optional<Number> read_whole(std::string_view text) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

template <class Number>
refusal set_in_range(Number& target, texts given, Number least, Number most) {
  const auto value = read_whole<Number>(given.front());
  if (!value || !(*value >= least && *value <= most)) return not_allowed;
  target = *value;
  return taken;
}

bool is_one_of(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::ranges::find(words, text) != words.end();
}

bool is_letter_or_digit(char c) { return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); }

/// 4 or 6, or 0 if it is not an address.
int address_version(std::string_view text) {
  std::array<unsigned char, 16> bytes{};
  const std::string terminated{text};
  if (::inet_pton(AF_INET, terminated.c_str(), bytes.data()) == 1) return 4;
  return ::inet_pton(AF_INET6, terminated.c_str(), bytes.data()) == 1 ? 6 : 0;
}

bool is_number_up_to(std::string_view text, int least, int most) {
  if (text.empty() || text.size() > 5 || (text.size() > 1 && text.front() == '0')) return false;
  const auto value = read_whole<int>(text);
  return value && *value >= least && *value <= most;
}

struct split_address {
  int version = 0;       ///< 0: no address.
  std::string_view rest; ///< What follows it.
};

/// Takes the address off the front: up to `/` or `:`, or in brackets. IPv6 needs no brackets if no port can follow.
split_address take_address(std::string_view text) {
  if (text.starts_with('[')) {
    const auto end = text.find(']');
    if (end == std::string_view::npos || address_version(text.substr(1, end - 1)) != 6) return {};
    return {6, text.substr(end + 1)};
  }
  const auto slash = std::min(text.find('/'), text.size());
  if (const auto version = address_version(text.substr(0, slash)); version != 0) return {version, text.substr(slash)};
  const auto colon = std::min(text.find(':'), text.size());
  return {address_version(text.substr(0, colon)), text.substr(colon)};
}

// The other form of PostgreSQL's addresses: `host=db.example dbname=paylink`.
bool is_key_value_string(std::string_view text) {
  const auto equals = text.find('=');
  return equals != 0 && equals < text.find("://");
}

bool has_network_form(std::string_view text, bool port_allowed) {
  auto [version, rest] = take_address(text);
  if (version == 0) return false;
  if (rest.starts_with('/')) {
    const auto end = std::min(rest.find(':'), rest.size());
    if (!is_number_up_to(rest.substr(1, end - 1), 0, version == 4 ? 32 : 128)) return false;
    rest.remove_prefix(end);
  }
  if (rest.empty()) return true;
  return port_allowed && rest.starts_with(':') && is_number_up_to(rest.substr(1), 1, 65'535);
}

} // namespace

refusal set_text(std::string& target, texts given, bool (*fits)(std::string_view)) {
  if (!fits(given.front())) return not_allowed;
  target = given.front();
  return taken;
}

refusal set_list(std::vector<std::string>& target, texts given, bool (*fits)(std::string_view)) {
  if (!std::ranges::all_of(given, [fits](const std::string& one) { return fits(one); })) return not_allowed;
  target.assign(given.begin(), given.end());
  return taken;
}

refusal set_integer(int& target, texts given, int least, int most) { return set_in_range(target, given, least, most); }

refusal set_integer(std::int64_t& target, texts given, std::int64_t least, std::int64_t most) {
  return set_in_range(target, given, least, most);
}

refusal set_number(double& target, texts given, double least, double most) {
  return set_in_range(target, given, least, most);
}

refusal set_duration(std::chrono::milliseconds& target, texts given, std::chrono::milliseconds most, int bare_least) {
  struct unit {
    std::string_view name;
    std::int64_t millis;
  };
  constexpr std::array units{unit{"ms", 1}, unit{"s", 1'000}, unit{"m", 60'000}, unit{"h", 3'600'000}, unit{"", 1}};
  const std::string_view text = given.front();
  const auto digits = std::min(text.find_first_not_of("0123456789"), text.size());
  const auto unit_found = std::ranges::find(units, text.substr(digits), &unit::name);
  const auto count = read_whole<std::int64_t>(text.substr(0, digits));
  if (!count || unit_found == units.end() || *count < 1 || *count > most.count() / unit_found->millis)
    return not_allowed;
  if (unit_found->name.empty() && *count < bare_least) return seconds_meant;
  target = std::chrono::milliseconds{*count * unit_found->millis};
  return taken;
}

refusal set_days(std::chrono::days& target, texts given, std::chrono::days most) {
  std::string_view text = given.front();
  if (!text.ends_with('d')) return not_allowed;
  text.remove_suffix(1);
  const auto count = read_whole<std::chrono::days::rep>(text);
  if (!count || *count < 1 || *count > most.count()) return not_allowed;
  target = std::chrono::days{*count};
  return taken;
}

bool is_any_text(std::string_view text) {
  return std::ranges::none_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; });
}

bool is_endpoint(std::string_view text) {
  const auto colon = text.rfind(':');
  if (colon == std::string_view::npos || !is_number_up_to(text.substr(colon + 1), 0, 65'535)) return false;
  const auto address = text.substr(0, colon);
  if (address.starts_with('['))
    return address.ends_with(']') && address_version(address.substr(1, address.size() - 2)) == 6;
  return address_version(address) == 4;
}

bool is_base_url_or_empty(std::string_view text) {
  if (text.empty()) return true;
  auto rest = text;
  if (rest.starts_with("https://"))
    rest.remove_prefix(8);
  else if (rest.starts_with("http://"))
    rest.remove_prefix(7);
  else
    return false;
  const auto fits = [](char c) {
    return c > 0x20 && c < 0x7f && std::string_view{"@?#\\\"<>"}.find(c) == std::string_view::npos;
  };
  return !rest.empty() && rest.front() != '/' && rest.front() != ':' && rest.back() != '/' &&
         std::ranges::all_of(rest, fits);
}

bool is_base_url(std::string_view text) { return !text.empty() && is_base_url_or_empty(text); }

bool is_database_url_or_empty(std::string_view text) {
  if (text.empty()) return true;
  if (!is_any_text(text)) return false;
  for (const std::string_view scheme : {"sqlite://", "postgresql://", "postgres://"})
    if (text.starts_with(scheme)) return text.size() > scheme.size();
  return is_key_value_string(text);
}

bool is_switch(std::string_view text) { return text == "on" || text == "off"; }
bool is_open_or_closed(std::string_view text) { return text == "open" || text == "closed"; }
bool is_replication(std::string_view text) { return text == "off" || text == "warn" || text == "required"; }

bool is_network(std::string_view text) { return has_network_form(text, false); }
bool is_network_with_port(std::string_view text) { return has_network_form(text, true); }

bool is_resolver_list_or_empty(std::string_view text) {
  for (auto rest = text; !rest.empty();) {
    const auto comma = std::min(rest.find(','), rest.size());
    const auto one = rest.substr(0, comma);
    if (address_version(one) == 0 && !is_endpoint(one)) return false;
    if (comma + 1 == rest.size()) return false; // Nothing follows the last comma.
    rest.remove_prefix(std::min(comma + 1, rest.size()));
  }
  return true;
}

bool is_smtp_url_or_empty(std::string_view text) {
  if (text.empty()) return true;
  const auto scheme = text.starts_with("smtp://") ? 7U : text.starts_with("smtps://") ? 8U : 0U;
  if (scheme == 0) return false;
  auto rest = text.substr(scheme);
  if (const auto query = rest.find('?'); query != std::string_view::npos) {
    if (scheme != 7 || !is_one_of(rest.substr(query), {"?starttls=required", "?starttls=never"})) return false;
    rest = rest.substr(0, query);
  }
  const auto is_visible = [](char c) { return c > 0x20 && c < 0x7f && c != '"' && c != '\\'; };
  const auto is_of_a_name = [](char c) { return is_letter_or_digit(c) || c == '-' || c == '.'; };
  if (const auto at = rest.rfind('@'); at != std::string_view::npos) {
    const auto account = rest.substr(0, at);
    if (account.empty() || account.starts_with(':') || !std::ranges::all_of(account, is_visible)) return false;
    if (account.find_first_of("@/#") != std::string_view::npos) return false; // Those are written %40, %2F, %23.
    rest.remove_prefix(at + 1);
  }
  if (const auto slash = rest.find('/'); slash != std::string_view::npos) {
    if (!std::ranges::all_of(rest.substr(slash + 1), is_of_a_name)) return false;
    rest = rest.substr(0, slash);
  }
  if (rest.starts_with('['))
    return is_endpoint(rest.find("]:") == std::string_view::npos ? std::string{rest} + ":25" : std::string{rest});
  const auto colon = std::min(rest.find(':'), rest.size());
  const bool has_port = colon == rest.size() || is_number_up_to(rest.substr(colon + 1), 1, 65'535);
  return has_port && colon > 0 && std::ranges::all_of(rest.substr(0, colon), is_of_a_name);
}

bool is_mailbox_or_empty(std::string_view text) {
  if (text.empty()) return true;
  if (const auto open = text.find('<'); open != std::string_view::npos) {
    if (!text.ends_with('>') || !is_any_text(text)) return false;
    text = text.substr(open + 1, text.size() - open - 2);
  }
  const auto at = text.find('@');
  if (at == std::string_view::npos || text.size() > 254 || at > 64) return false;
  const auto fits = [](std::string_view part, std::string_view besides) {
    return !part.empty() && part.front() != '.' && part.back() != '.' && part.find("..") == std::string_view::npos &&
           std::ranges::all_of(
               part, [&](char c) { return is_letter_or_digit(c) || besides.find(c) != std::string_view::npos; });
  };
  const auto host = text.substr(at + 1);
  return fits(text.substr(0, at), ".!#$%&'*+/=?^_`{|}~-") && fits(host, ".-") && host.front() != '-' &&
         host.back() != '-' && host.find(".-") == std::string_view::npos && host.find("-.") == std::string_view::npos;
}

bool is_brand(std::string_view text) {
  return !text.empty() && text.size() <= 31 &&
         std::ranges::all_of(text, [](char c) { return is_letter_or_digit(c) || c == '-'; });
}

bool is_node_name_or_empty(std::string_view text) {
  return text.size() <= 63 &&
         std::ranges::all_of(text, [](char c) { return is_letter_or_digit(c) || c == '-' || c == '.'; });
}

bool is_log_level(std::string_view text) { return is_one_of(text, {"debug", "info", "warning", "error"}); }

bool is_secret_or_empty(std::string_view text) {
  return text.empty() || (text.size() >= 16 && text.size() <= 256 &&
                          std::ranges::all_of(text, [](char c) { return c > 0x20 && c < 0x7f; }));
}

bool is_feed_format(std::string_view text) { return is_one_of(text, {"native", "camt054", "sepay", "casso"}); }
bool is_banking_mode(std::string_view text) { return is_one_of(text, {"open_banking", "national_switch"}); }
bool is_bank_status(std::string_view text) { return is_one_of(text, {"Active", "Maintenance", "Discontinued"}); }

bool is_bank_name_or_empty(std::string_view text) {
  constexpr std::size_t characters_max = 40;
  return text.size() <= characters_max && !text.starts_with(' ') && !text.ends_with(' ') &&
         std::ranges::all_of(text, [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == ' ' || c == '.' ||
                  c == '&' || c == '-';
         });
}

bool is_bin_or_empty(std::string_view text) {
  return text.empty() || (text.size() == 6 && text.find_first_not_of("0123456789") == text.npos);
}

std::string as_toml(const std::string& text) {
  std::string quoted{'"'};
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c; // Control characters were refused when the value was read.
  }
  return quoted + '"';
}

std::string as_toml(const std::vector<std::string>& list) {
  std::string shown{'['};
  for (const auto& one : list) shown.append(shown.size() > 1 ? ", " : "").append(as_toml(one));
  return shown + ']';
}

std::string as_toml(std::int64_t number) { return std::to_string(number); }

std::string as_toml(double number) {
  std::array<char, 32> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
  return {digits.data(), end};
}

std::string as_toml(std::chrono::milliseconds time) {
  const auto millis = time.count();
  return millis % 1'000 == 0 ? '"' + std::to_string(millis / 1'000) + "s\"" : '"' + std::to_string(millis) + "ms\"";
}

std::string as_toml(std::chrono::days time) { return '"' + std::to_string(time.count()) + "d\""; }

} // namespace paylink::config
