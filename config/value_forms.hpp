#pragma once
#include "config/setting_row.hpp"

namespace paylink::config {

// Setters of one value each: they leave the target alone when they refuse.

refusal set_text(std::string& target, texts given, bool (*fits)(std::string_view));
refusal set_list(std::vector<std::string>& target, texts given, bool (*fits)(std::string_view));
refusal set_integer(int& target, texts given, int least, int most);
refusal set_integer(std::int64_t& target, texts given, std::int64_t least, std::int64_t most);
refusal set_number(double& target, texts given, double least, double most);

/// `250`, `500ms`, `10s`, `5m`, `1h`. A bare number is milliseconds, and is refused below `bare_least`.
refusal set_duration(std::chrono::milliseconds& target, texts given, std::chrono::milliseconds most, int bare_least);

/// `90d`: whole days, at least one.
refusal set_days(std::chrono::days& target, texts given, std::chrono::days most);

// Forms. An empty text means "none" wherever that is the default.

bool is_any_text(std::string_view text);
bool is_endpoint(std::string_view text); ///< `127.0.0.1:8080`, `[::1]:0`.
bool is_base_url_or_empty(
    std::string_view text); ///< `https://pay.example.vn/path`; no user, query, fragment, last `/`.
bool is_base_url(std::string_view text);
bool is_database_url_or_empty(std::string_view text);
bool is_replication(std::string_view text);
bool is_switch(std::string_view text);                 ///< `on` or `off`.
bool is_open_or_closed(std::string_view text);         ///< `open` or `closed`.
bool is_network(std::string_view text);                ///< `10.0.0.0/8`, `127.0.0.1`, `[fd00::]/8`.
bool is_network_with_port(std::string_view text);      ///< The same, with or without `:port`.
bool is_resolver_list_or_empty(std::string_view text); ///< `127.0.0.1:5353,9.9.9.9`.
bool is_smtp_url_or_empty(std::string_view text);      ///< `smtp://user:password@host:587/name?starttls=required`.
bool is_mailbox_or_empty(std::string_view text);       ///< `pay@example.vn`, `Name <pay@example.vn>`.
bool is_brand(std::string_view text);
bool is_node_name_or_empty(std::string_view text);
bool is_log_level(std::string_view text);
bool is_secret_or_empty(std::string_view text);
bool is_feed_format(std::string_view text);
bool is_banking_mode(std::string_view text);
bool is_bank_status(std::string_view text);
bool is_bank_name_or_empty(std::string_view text); ///< What a payer's page shows: 1 to 40 printable characters.
bool is_bin_or_empty(std::string_view text);       ///< `970422`.

// Values as TOML.

std::string as_toml(const std::string& text);
std::string as_toml(const std::vector<std::string>& list);
std::string as_toml(std::int64_t number);
std::string as_toml(double number);
std::string as_toml(std::chrono::milliseconds time);
std::string as_toml(std::chrono::days time);

} // namespace paylink::config
