#include "app/node_settings.hpp"

#include "config/setting_row.hpp"
#include "connectors/http_connector.hpp"
#include "http/outbound/tls_client.hpp"
#include "secrets/hmac.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace paylink {

namespace {

/// Settings of one machine; those of a section end with a dot. A file's content counts, not its name.
constexpr std::array<std::string_view, 14> of_one_machine{"http.listen",
                                                          "http.tls_certificate",
                                                          "http.tls_key",
                                                          "http.max_connections",
                                                          "http.max_streams_per_link",
                                                          "http.drain_delay",
                                                          "http.trusted_proxies",
                                                          "database.",
                                                          "secrets.",
                                                          "http.body_memory_mib",
                                                          "outbound.ca_file",
                                                          "log.",
                                                          "cluster.",
                                                          "delivery.in_flight"};

/// Of a secret, a short one, by which nobody can find it.
constexpr std::size_t print_digits = 16, secret_print_digits = 4;

bool is_of_one_machine(std::string_view name) {
  return std::ranges::any_of(of_one_machine, [&](std::string_view local) {
    return local.ends_with('.') ? name.starts_with(local) : name == local;
  });
}

std::string print_of(std::string_view value, std::size_t digits = print_digits) {
  return sha256_hex(value).substr(0, digits);
}

template <class Row, class Values>
std::string print_of_row(const Row& row, const Values& values) {
  return print_of(row.show(values), row.shown == config::shown_as::value ? print_digits : secret_print_digits);
}

std::string content_of(const std::filesystem::path& file) {
  std::ifstream in{file, std::ios::binary};
  return {std::istreambuf_iterator<char>{in}, {}};
}

std::string print_of_system_authorities() {
  std::string contents;
  for (const auto& file : system_authorities()) contents += sha256_hex(content_of(file));
  return print_of(contents);
}

} // namespace

std::vector<network> networks_of(const std::vector<std::string>& texts, const char* setting) {
  std::vector<network> all;
  for (const auto& text : texts) {
    auto parsed = network::parse(text);
    if (!parsed)
      throw std::runtime_error{std::string{setting} + ": " + text +
                               " is not a network (10.0.0.0/8, 127.0.0.1:9000, …)"};
    all.push_back(*parsed);
  }
  return all;
}

address_policy addresses_of(const settings& values) {
  address_policy policy{.allow = networks_of(values.outbound.allow_networks, "outbound.allow_networks"),
                        .deny = networks_of(values.outbound.deny_networks, "outbound.deny_networks"),
                        .allow_http = networks_of(values.outbound.allow_http, "outbound.allow_http")};
  return policy;
}

retry_policy retries_of(const settings& values) {
  const auto& from = values.webhook;
  return {from.timeout, from.max_attempts, from.initial_delay, from.backoff_multiplier, from.max_delay};
}

rate_limits::rates rates_of(const settings& values) {
  const auto& from = values.rate_limits;
  const auto rate = [](int per_second, int burst) { return bucket_rate{static_cast<double>(per_second), burst}; };
  return {.token = rate(from.token_rate, from.token_burst),
          .address = rate(from.address_rate, from.address_burst),
          .page = rate(from.page_rate, from.page_burst),
          .written_per_minute = std::int64_t{from.written_kib} << 10};
}

session_limits sessions_of(const settings& values) {
  return {.idle = values.accounts.session_idle, .life = values.accounts.session_life};
}

retention_policy retention_of(const settings& values) {
  const auto& from = values.retention;
  return {.bodies = from.bodies, .deliveries = from.deliveries, .report_only = from.report_only == "on"};
}

replication_policy replication_of(const settings& values) {
  const auto& wanted = values.database.replication;
  if (wanted == "required") return replication_policy::required;
  return wanted == "off" ? replication_policy::off : replication_policy::warn;
}

std::map<std::string, std::string> feed_secrets_of(const settings& values) {
  std::map<std::string, std::string> secrets;
  for (const auto& [code, bank] : values.banks) secrets[code] = bank.connector_secret;
  return secrets;
}

std::set<std::string, std::less<>> connectors_of(const settings& values) {
  std::set<std::string, std::less<>> codes;
  for (const auto& [code, bank] : values.banks)
    if (!bank.connector_url.empty()) codes.insert(code);
  return codes;
}

std::map<std::string, std::function<std::unique_ptr<connector_line>()>> connector_lines_of(const settings& values,
                                                                                           const wall_clock& clock) {
  std::map<std::string, std::function<std::unique_ptr<connector_line>()>> lines;
  for (const auto& [code, bank] : values.banks) {
    if (bank.connector_url.empty()) continue;
    lines[code] = [options = http_connector::options{.url = bank.connector_url,
                                                     .secret = bank.connector_secret,
                                                     .brand = values.brand.name,
                                                     .ca_file = values.outbound.ca_file},
                   &clock] { return std::make_unique<http_connector>(options, clock); };
  }
  return lines;
}

std::map<std::string, std::string> feed_formats_of(const settings& values) {
  std::map<std::string, std::string> formats;
  for (const auto& [code, bank] : values.banks) formats[code] = bank.format;
  return formats;
}

std::map<std::string, configured_bank> configured_banks_of(const settings& values) {
  std::map<std::string, configured_bank> banks;
  for (const auto& [code, bank] : values.banks) {
    auto& configured = banks[code];
    configured.status = parse_bank_status(bank.status).value_or(bank_status::active);
    for (const auto& mode : bank.modes)
      if (const auto known = parse_banking_mode(mode)) configured.modes.push_back(*known);
  }
  return banks;
}

std::vector<settings_fault> correct_banks(const settings& values) {
  std::vector<bank_correction> corrections;
  for (const auto& [code, bank] : values.banks)
    if (!bank.name.empty() || !bank.bin.empty()) corrections.push_back({code, bank.name, bank.bin});
  std::string faulty;
  const auto fault = correct_banks(corrections, faulty);
  if (fault.empty()) return {};
  const auto behind = fault.find(' ');
  return {{"settings", "banks." + faulty + "." + fault.substr(0, behind), fault.substr(behind + 1)}};
}

operator_surroundings surroundings_of(const settings& values) {
  operator_surroundings around{.public_url = values.http.public_url,
                               .has_mail_server = !values.mail.smtp_url.empty(),
                               .banks = configured_banks_of(values)};
  if (around.public_url.empty())
    around.public_url = (values.http.tls_certificate.empty() ? "http://" : "https://") + values.http.listen;
  while (around.public_url.ends_with('/')) around.public_url.pop_back();
  return around;
}

setting_prints prints_of(const settings& values, const master_keys& keys) {
  setting_prints prints;
  for (const auto& row : config::setting_rows())
    if (!is_of_one_machine(row.name) && row.name != "http.public_url")
      prints.emplace_back(row.name, print_of_row(row, values));
  // The one in force: without it, each node takes its own address.
  prints.emplace_back("http.public_url", print_of(surroundings_of(values).public_url));
  for (const auto& [code, bank] : values.banks) {
    std::string whole;
    for (const auto& row : config::bank_rows()) whole += print_of_row(row, bank) + ' ';
    prints.emplace_back("banks." + code, print_of(whole));
  }
  const auto& own = values.outbound.ca_file;
  prints.emplace_back("outbound.ca_file", print_of(own.empty() ? std::string{} : content_of(own)));
  prints.emplace_back("outbound.system_certificates", print_of_system_authorities());
  prints.emplace_back("secrets.master_key", print_of(keys.current_id()));
  prints.emplace_back("version", print_of(PAYLINK_VERSION));
  return prints;
}

} // namespace paylink
