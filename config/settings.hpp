#pragma once
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <iosfwd>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace paylink {

/// A connector that speaks for one bank, or for the switch.
struct bank_settings {
  std::string connector_url;
  std::string connector_secret;   ///< Signs the connector's reports; empty: this bank's feed is closed.
  std::string format = "native";  ///< Of the feed's bodies: `native`, `camt054`, `sepay`, `casso`.
  std::vector<std::string> modes; ///< `open_banking`, `national_switch`.
  std::string status = "Active";  ///< `Active`, `Maintenance`, `Discontinued`.
  std::string name, bin;          ///< Empty: as in the built-in table of banks.
};

/// Every setting, with its default. `config/settings_table.cpp` has names, ranges and help.
struct settings {
  struct {
    std::string listen = "127.0.0.1:8080";
    std::string public_url; ///< Empty: made from `listen`.
    std::string tls_certificate, tls_key;
    int max_connections = 16'384;
    int max_streams_per_link = 1'000;
    int body_memory_mib = 64;
    std::chrono::milliseconds drain_delay{5'000};
    std::vector<std::string> trusted_proxies;
    std::string docs = "on"; ///< `on` or `off`.
  } http;
  struct {
    std::string url;                  ///< Empty: `sqlite://<data>/paylink.db`.
    std::string replication = "warn"; ///< `off`, `warn` or `required`.
    int readers = 2, list_readers = 2;
    std::chrono::milliseconds list_time{2'000};
    std::string backup_folder; ///< Empty: `<data>/backups`.
    int backups_kept = 7;
  } database;
  struct {
    std::string master_key_file; ///< Empty: `<data>/master.key`.
  } secrets;
  struct {
    std::vector<std::string> allow_http, deny_networks, allow_networks;
    std::string ca_file, dns_servers;
  } outbound;
  struct {
    std::chrono::milliseconds timeout{30'000};
    int max_attempts = 10;
    std::chrono::milliseconds initial_delay{10'000};
    double backoff_multiplier = 2;
    std::chrono::milliseconds max_delay{512'000};
  } webhook;
  struct {
    int in_flight_per_host = 8;
    int in_flight = 2'048;
  } delivery;
  struct {
    std::string api_base = "https://api.telegram.org";
  } telegram;
  struct {
    std::string smtp_url; ///< Empty: mails are written to `<data>/mail/`.
    std::string from;
  } mail;
  struct {
    int token_rate = 50, token_burst = 100;
    int address_rate = 10, address_burst = 40;
    int page_rate = 200, page_burst = 400;
    int written_kib = 16'384; ///< A minute.
  } rate_limits;              ///< Calls per second, and burst; a rate of 0 means no limit.
  struct {
    std::string sign_up = "closed"; ///< `open` or `closed`.
    int tries = 10;                 ///< Of a password in 15 minutes, from an address and by a device; 0: any number.
    std::chrono::milliseconds session_idle{2 * 3'600'000}, session_life{24 * 3'600'000};
  } accounts;
  struct {
    std::int64_t max_amount = 499'999'999;
  } payment_links;
  struct {
    std::chrono::days bodies{90}, deliveries{400};
    std::string report_only = "off"; ///< `on` or `off`.
  } retention;
  struct {
    std::string name = "Service";
  } brand;
  struct {
    std::string level = "info";
  } log;
  struct {
    std::string node_name; ///< Empty: stored in `<data>/node`, created at the first start.
  } cluster;
  std::map<std::string, bank_settings> banks; ///< By code: `MB`, `ACB`, `OCB`, `NAPAS`.
};

/// One fault of a configuration, ready to print: `paylink.toml:3: webhook.timeout: …`.
struct settings_fault {
  std::string place;   ///< `paylink.toml:3`, or the environment variable's name.
  std::string setting; ///< Dotted name.
  std::string message; ///< The value, and what is allowed.
};

/// The fault on one line, with each non-empty part once.
std::string to_text(const settings_fault& fault);

struct loaded_settings {
  settings values;
  std::vector<settings_fault> faults; ///< Any: the service does not start.
  std::vector<std::string> warnings;  ///< For instance: the retry schedule can exceed 24 h.
};

using environment = std::map<std::string, std::string>;

/// Reads the file (when the path is not empty), then the environment, which wins. All faults are reported at once.
loaded_settings load_settings(const std::filesystem::path& file, const environment& from);

/// The process's environment.
environment process_environment();

/// Every setting with its present value, one a line, secrets masked.
void print_settings(std::ostream& out, const settings& values);

/// `docs/configuration.md`, made from the table.
void print_settings_reference(std::ostream& out);

} // namespace paylink
