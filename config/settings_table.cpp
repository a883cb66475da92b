#include "config/setting_row.hpp"
#include "config/value_forms.hpp"

#include <algorithm>
#include <array>

namespace paylink::config {
namespace {

using namespace std::chrono_literals;
using enum value_kind;
using row = setting_row<settings>;
using bank_row = setting_row<bank_settings>;

constexpr std::string_view a_delay =
    "1ms to 24h, such as `500ms`, `10s`, `5m`; a bare number is milliseconds and at least 1000";
constexpr std::string_view a_rate = "0 to 1000000; 0 is no limit";
constexpr std::string_view a_network = "a list of networks, such as `10.0.0.0/8`, `[fd00::]/8`";
constexpr std::string_view an_age = "1d to 36500d";
constexpr std::chrono::days days_max{36'500};
constexpr std::string_view a_destination =
    "a list of networks, each with or without a port, such as `127.0.0.0/8:9901`, `[::1]/128`";

// The table of settings. A new member of `settings` only needs its row here.
constexpr std::array rows{
    row{"http.listen", text, "127.0.0.1:8080", "address:port; IPv6 in brackets; port 0 picks a free one",
        "Listening address for the API, the payer pages and the bank feeds.",
        [](settings& s, texts v) { return set_text(s.http.listen, v, is_endpoint); },
        [](const settings& s) { return as_toml(s.http.listen); }},
    row{"http.public_url", text, "made from `http.listen`",
        "an http or https URL without query, user or `/` at the end",
        "The base URL of payment pages: the public address of the service, or of the proxy in front of it.",
        [](settings& s, texts v) { return set_text(s.http.public_url, v, is_base_url_or_empty); },
        [](const settings& s) { return as_toml(s.http.public_url); }},
    row{"http.tls_certificate", text, "none", "a PEM file; needs `http.tls_key`",
        "Certificate chain, for TLS without a proxy.",
        [](settings& s, texts v) { return set_text(s.http.tls_certificate, v, is_any_text); },
        [](const settings& s) { return as_toml(s.http.tls_certificate); }},
    row{"http.tls_key", text, "none", "a PEM file; needs `http.tls_certificate`", "Private key of the certificate.",
        [](settings& s, texts v) { return set_text(s.http.tls_key, v, is_any_text); },
        [](const settings& s) { return as_toml(s.http.tls_key); }},
    row{"http.max_connections", integer, "16384", "1 to 1000000",
        "Maximum number of open connections; further ones are not accepted.",
        [](settings& s, texts v) { return set_integer(s.http.max_connections, v, 1, 1'000'000); },
        [](const settings& s) { return as_toml(std::int64_t{s.http.max_connections}); }},
    row{"http.max_streams_per_link", integer, "1000", "1 to 1000000",
        "Open pages of one link that are updated immediately; further pages poll every five seconds.",
        [](settings& s, texts v) { return set_integer(s.http.max_streams_per_link, v, 1, 1'000'000); },
        [](const settings& s) { return as_toml(std::int64_t{s.http.max_streams_per_link}); }},
    row{"http.body_memory_mib", integer, "64", "8 to 65536",
        "MiB shared by the bodies of all requests in progress. An address from which a bank has sent a signed request "
        "since the start can use a quarter of it; any other address a sixteenth, and all of these together a half. "
        "Beyond that: 503.",
        [](settings& s, texts v) { return set_integer(s.http.body_memory_mib, v, 8, 65'536); },
        [](const settings& s) { return as_toml(std::int64_t{s.http.body_memory_mib}); }},
    row{"http.drain_delay", duration, "5s", "1ms to 5m, such as `500ms`, `10s`; a bare number is milliseconds",
        "How long the service keeps serving requests after SIGTERM, while `/readyz` returns 503 to tell load "
        "balancers.",
        [](settings& s, texts v) { return set_duration(s.http.drain_delay, v, 5min, 1); },
        [](const settings& s) { return as_toml(s.http.drain_delay); }},
    row{"http.trusted_proxies", list, "none", a_network,
        "Proxies whose `X-Forwarded-For` is trusted for the client's address.",
        [](settings& s, texts v) { return set_list(s.http.trusted_proxies, v, is_network); },
        [](const settings& s) { return as_toml(s.http.trusted_proxies); }},
    row{"http.docs", text, "on", "`on` or `off`", "Whether `/docs` and `/v1.1/openapi.json` are public.",
        [](settings& s, texts v) { return set_text(s.http.docs, v, is_switch); },
        [](const settings& s) { return as_toml(s.http.docs); }},

    row{"database.url", text, "`sqlite://<data>/paylink.db`", "`sqlite://PATH`, `postgresql://…`, `host=… dbname=…`",
        "The database. A password in the URL is never shown.",
        [](settings& s, texts v) { return set_text(s.database.url, v, is_database_url_or_empty); },
        [](const settings& s) { return as_toml(s.database.url); }, shown_as::url},
    row{"database.readers", integer, "2", "1 to 64",
        "Connections for lookups of single rows (tokens, accounts, links, pages); lists and searches have their own.",
        [](settings& s, texts v) { return set_integer(s.database.readers, v, 1, 64); },
        [](const settings& s) { return as_toml(std::int64_t{s.database.readers}); }},
    row{"database.list_readers", integer, "2", "1 to 64",
        "Connections for lists and searches, so that slow ones delay neither payments nor pages.",
        [](settings& s, texts v) { return set_integer(s.database.list_readers, v, 1, 64); },
        [](const settings& s) { return as_toml(std::int64_t{s.database.list_readers}); }},
    row{"database.list_time", duration, "2s", "10ms to 1m, such as `500ms`, `10s`; a bare number is milliseconds",
        "Time limit of a list or search; beyond it: 503.",
        [](settings& s, texts v) { return set_duration(s.database.list_time, v, 1min, 10); },
        [](const settings& s) { return as_toml(s.database.list_time); }},

    row{"database.replication", text, "warn", "`off`, `warn` or `required`",
        "PostgreSQL only. What to do with a server whose commits wait for no standby: `warn` uses it and warns if it "
        "has standbys, `required` rejects it.",
        [](settings& s, texts v) { return set_text(s.database.replication, v, is_replication); },
        [](const settings& s) { return as_toml(s.database.replication); }},

    row{"database.backup_folder", text, "`<data>/backups`", "a folder, best on another disk",
        "Folder for nightly backups of an SQLite database. They do not contain the master key.",
        [](settings& s, texts v) { return set_text(s.database.backup_folder, v, is_any_text); },
        [](const settings& s) { return as_toml(s.database.backup_folder); }},
    row{"database.backups_kept", integer, "7", "0 to 1000; 0 disables them", "Number of backups to keep.",
        [](settings& s, texts v) { return set_integer(s.database.backups_kept, v, 0, 1'000); },
        [](const settings& s) { return as_toml(std::int64_t{s.database.backups_kept}); }},

    row{"secrets.master_key_file", text, "`<data>/master.key`",
        "a file of mode 0600, lines `id base64`, the current key first",
        "Encrypts the secrets in the database. Created at the first start; a backup of the database is useless without "
        "it.",
        [](settings& s, texts v) { return set_text(s.secrets.master_key_file, v, is_any_text); },
        [](const settings& s) { return as_toml(s.secrets.master_key_file); }},

    row{"outbound.allow_http", list, "none", a_destination,
        "Destinations that can be called over plain http, for private installations and load tests.",
        [](settings& s, texts v) { return set_list(s.outbound.allow_http, v, is_network_with_port); },
        [](const settings& s) { return as_toml(s.outbound.allow_http); }},
    row{"outbound.deny_networks", list, "none", a_network, "Blocked networks, besides private and reserved ones.",
        [](settings& s, texts v) { return set_list(s.outbound.deny_networks, v, is_network); },
        [](const settings& s) { return as_toml(s.outbound.deny_networks); }},
    row{"outbound.allow_networks", list, "none", a_destination, "Private or reserved networks that can be called.",
        [](settings& s, texts v) { return set_list(s.outbound.allow_networks, v, is_network_with_port); },
        [](const settings& s) { return as_toml(s.outbound.allow_networks); }},
    row{"outbound.ca_file", text, "none", "a PEM file",
        "Certificate authorities to trust for receivers and connectors, besides the system's.",
        [](settings& s, texts v) { return set_text(s.outbound.ca_file, v, is_any_text); },
        [](const settings& s) { return as_toml(s.outbound.ca_file); }},
    row{"outbound.dns_servers", text, "the system's", "addresses separated by commas, each with or without a port",
        "Name servers for the names of receivers.",
        [](settings& s, texts v) { return set_text(s.outbound.dns_servers, v, is_resolver_list_or_empty); },
        [](const settings& s) { return as_toml(s.outbound.dns_servers); }},

    row{"webhook.timeout", duration, "30s", "1ms to 2m, such as `500ms`, `10s`; a bare number is milliseconds",
        "Time limit of one attempt: lookup, connection, TLS, response and all redirects.",
        [](settings& s, texts v) { return set_duration(s.webhook.timeout, v, 2min, 1); },
        [](const settings& s) { return as_toml(s.webhook.timeout); }, shown_as::value, "WEBHOOK_TIMEOUT"},
    row{"webhook.max_attempts", integer, "10", "1 to 100", "Attempts for one delivery, including the first.",
        [](settings& s, texts v) { return set_integer(s.webhook.max_attempts, v, 1, 100); },
        [](const settings& s) { return as_toml(std::int64_t{s.webhook.max_attempts}); }, shown_as::value,
        "WEBHOOK_MAX_ATTEMPTS"},
    row{"webhook.initial_delay", duration, "10s", a_delay, "Delay after the first attempt.",
        [](settings& s, texts v) { return set_duration(s.webhook.initial_delay, v, 24h, 1'000); },
        [](const settings& s) { return as_toml(s.webhook.initial_delay); }, shown_as::value, "WEBHOOK_INITIAL_DELAY"},
    row{"webhook.backoff_multiplier", number, "2", "a number from 1 to 100", "Factor by which each delay grows.",
        [](settings& s, texts v) { return set_number(s.webhook.backoff_multiplier, v, 1, 100); },
        [](const settings& s) { return as_toml(s.webhook.backoff_multiplier); }, shown_as::value,
        "WEBHOOK_BACKOFF_MULTIPLIER"},
    row{"webhook.max_delay", duration, "512s", a_delay, "Longest delay, unless a receiver requests a longer one.",
        [](settings& s, texts v) { return set_duration(s.webhook.max_delay, v, 24h, 1'000); },
        [](const settings& s) { return as_toml(s.webhook.max_delay); }, shown_as::value, "WEBHOOK_MAX_DELAY"},

    row{"delivery.in_flight_per_host", integer, "8", "1 to 1024", "Concurrent attempts to one receiving host.",
        [](settings& s, texts v) { return set_integer(s.delivery.in_flight_per_host, v, 1, 1'024); },
        [](const settings& s) { return as_toml(std::int64_t{s.delivery.in_flight_per_host}); }},
    row{"delivery.in_flight", integer, "2048", "1 to 65536", "Concurrent attempts in total.",
        [](settings& s, texts v) { return set_integer(s.delivery.in_flight, v, 1, 65'536); },
        [](const settings& s) { return as_toml(std::int64_t{s.delivery.in_flight}); }},

    row{"telegram.api_base", text, "https://api.telegram.org",
        "an http or https URL without query, user or `/` at the end",
        "The Bot API for chats: Telegram's, or your own Bot API server at any address.",
        [](settings& s, texts v) { return set_text(s.telegram.api_base, v, is_base_url); },
        [](const settings& s) { return as_toml(s.telegram.api_base); }},

    row{"mail.smtp_url", text, "none: emails are written to `<data>/mail/`",
        "`smtp://user:password@host:587` or `smtps://…`; at the end `?starttls=required` or `?starttls=never`",
        "The mail server. TLS is required, except to this machine itself. The password is never shown.",
        [](settings& s, texts v) { return set_text(s.mail.smtp_url, v, is_smtp_url_or_empty); },
        [](const settings& s) { return as_toml(s.mail.smtp_url); }, shown_as::url},
    row{"mail.from", text, "none", "`pay@example.vn` or `Name <pay@example.vn>`; needed with `mail.smtp_url`",
        "The sender of emails.", [](settings& s, texts v) { return set_text(s.mail.from, v, is_mailbox_or_empty); },
        [](const settings& s) { return as_toml(s.mail.from); }},

    row{"rate_limits.token_rate", integer, "50", a_rate, "Calls per second of one API token.",
        [](settings& s, texts v) { return set_integer(s.rate_limits.token_rate, v, 0, 1'000'000); },
        [](const settings& s) { return as_toml(std::int64_t{s.rate_limits.token_rate}); }},
    row{"rate_limits.token_burst", integer, "100", "1 to 1000000", "Burst size of these calls.",
        [](settings& s, texts v) { return set_integer(s.rate_limits.token_burst, v, 1, 1'000'000); },
        [](const settings& s) { return as_toml(std::int64_t{s.rate_limits.token_burst}); }},
    row{"rate_limits.address_rate", integer, "10", a_rate, "Calls per second of one address without a valid token.",
        [](settings& s, texts v) { return set_integer(s.rate_limits.address_rate, v, 0, 1'000'000); },
        [](const settings& s) { return as_toml(std::int64_t{s.rate_limits.address_rate}); }},
    row{"rate_limits.address_burst", integer, "40", "1 to 1000000", "Burst size of these calls.",
        [](settings& s, texts v) { return set_integer(s.rate_limits.address_burst, v, 1, 1'000'000); },
        [](const settings& s) { return as_toml(std::int64_t{s.rate_limits.address_burst}); }},
    row{"rate_limits.page_rate", integer, "200", a_rate,
        "Calls per second of one address to payer pages; phones share addresses.",
        [](settings& s, texts v) { return set_integer(s.rate_limits.page_rate, v, 0, 1'000'000); },
        [](const settings& s) { return as_toml(std::int64_t{s.rate_limits.page_rate}); }},
    row{"rate_limits.page_burst", integer, "400", "1 to 1000000", "Burst size of these calls.",
        [](settings& s, texts v) { return set_integer(s.rate_limits.page_burst, v, 1, 1'000'000); },
        [](const settings& s) { return as_toml(std::int64_t{s.rate_limits.page_burst}); }},
    row{"rate_limits.written_kib", integer, "16384", "0 to 1000000",
        "KiB that the calls of one Workspace can write in a minute, and its imports of statements as much again; 0: no "
        "limit. A caller (a token or a user) can write half of that. Bank feeds are not counted.",
        [](settings& s, texts v) { return set_integer(s.rate_limits.written_kib, v, 0, 1'000'000); },
        [](const settings& s) { return as_toml(std::int64_t{s.rate_limits.written_kib}); }},

    row{"accounts.sign_up", text, "closed", "`open` or `closed`",
        "Whether anyone can create an account. If closed, an invitation is required. A sandbox is open.",
        [](settings& s, texts v) { return set_text(s.accounts.sign_up, v, is_open_or_closed); },
        [](const settings& s) { return as_toml(s.accounts.sign_up); }},
    row{"accounts.tries", integer, "10", "0 to 1000000",
        "Password attempts in 15 minutes, from one address and by one device; 0: no limit.",
        [](settings& s, texts v) { return set_integer(s.accounts.tries, v, 0, 1'000'000); },
        [](const settings& s) { return as_toml(std::int64_t{s.accounts.tries}); }},
    row{"accounts.session_idle", duration, "7200s",
        "1ms to 24h, such as `30m`, `2h`; a bare number is milliseconds and at least 1000",
        "How long a session can be idle.",
        [](settings& s, texts v) { return set_duration(s.accounts.session_idle, v, 24h, 1'000); },
        [](const settings& s) { return as_toml(s.accounts.session_idle); }},
    row{"accounts.session_life", duration, "86400s",
        "1ms to 720h, such as `12h`; a bare number is milliseconds and at least 1000",
        "How long a session lasts, even if it is in use.",
        [](settings& s, texts v) { return set_duration(s.accounts.session_life, v, 720h, 1'000); },
        [](const settings& s) { return as_toml(s.accounts.session_life); }},

    row{"payment_links.max_amount", integer, "499999999", "2000 to 999999999999",
        "Largest amount of a link in VND: the limit of instant transfers.",
        [](settings& s, texts v) { return set_integer(s.payment_links.max_amount, v, 2'000, 999'999'999'999); },
        [](const settings& s) { return as_toml(s.payment_links.max_amount); }},

    row{"retention.bodies", text, "90d", an_age,
        "How long a finished delivery keeps its body, and its attempts the headers and bodies of their responses.",
        [](settings& s, texts v) { return set_days(s.retention.bodies, v, days_max); },
        [](const settings& s) { return as_toml(s.retention.bodies); }},
    row{"retention.deliveries", text, "400d", an_age,
        "How long a finished delivery is kept; at least as long as `retention.bodies`. For a link's callback, a row "
        "without attempts stays.",
        [](settings& s, texts v) { return set_days(s.retention.deliveries, v, days_max); },
        [](const settings& s) { return as_toml(s.retention.deliveries); }},
    row{"retention.report_only", text, "off", "`on` or `off`",
        "Only count old deliveries: once a day, `retention.would_purge` is logged, and nothing is deleted.",
        [](settings& s, texts v) { return set_text(s.retention.report_only, v, is_switch); },
        [](const settings& s) { return as_toml(s.retention.report_only); }},

    row{"brand.name", text, "Service", "1 to 31 letters, digits and `-`",
        "The name in `X-…-Signature` and the other headers of callbacks, in the `User-Agent`, below emails, and in "
        "authenticator apps and passkeys. Where it is not set, people see `paylink`.",
        [](settings& s, texts v) { return set_text(s.brand.name, v, is_brand); },
        [](const settings& s) { return as_toml(s.brand.name); }},
    row{"log.level", text, "info", "`debug`, `info`, `warning` or `error`", "The lowest level that is logged.",
        [](settings& s, texts v) { return set_text(s.log.level, v, is_log_level); },
        [](const settings& s) { return as_toml(s.log.level); }},
    row{"cluster.node_name", text, "kept in `<data>/node`", "at most 63 letters, digits, `-` and `.`",
        "The node's name, in log lines and lists. Nodes with the same name count as one where another node must "
        "confirm a failure, so a copy of a data folder needs its own.",
        [](settings& s, texts v) { return set_text(s.cluster.node_name, v, is_node_name_or_empty); },
        [](const settings& s) { return as_toml(s.cluster.node_name); }},
};

constexpr std::array rows_of_a_bank{
    bank_row{"connector_url", text, "none", "an http or https URL without query, user or `/` at the end",
             "The connector's address, used to connect accounts, to issue virtual accounts, and to fetch entries "
             "missing from notifications. Without it, ownership of an account is proved by a transfer from it.",
             [](bank_settings& b, texts v) { return set_text(b.connector_url, v, is_base_url_or_empty); },
             [](const bank_settings& b) { return as_toml(b.connector_url); }},
    bank_row{"connector_secret", text, "none: the feed is closed", "16 to 256 printable characters without spaces",
             "The secret shared with the connector: it signs the connector's reports and the calls to it.",
             [](bank_settings& b, texts v) { return set_text(b.connector_secret, v, is_secret_or_empty); },
             [](const bank_settings& b) { return as_toml(b.connector_secret); }, shown_as::hidden},
    bank_row{"format", text, "native", "`native`, `camt054`, `sepay` or `casso`",
             "The feed's format, which includes the sender's authentication ([bank-feed.md](bank-feed.md#formats)).",
             [](bank_settings& b, texts v) { return set_text(b.format, v, is_feed_format); },
             [](const bank_settings& b) { return as_toml(b.format); }},
    bank_row{
        "modes", list, "none", "a list of `open_banking`, `national_switch`",
        "The Banking Modes in which accounts of the bank can be connected; none: all modes that the bank supports.",
        [](bank_settings& b, texts v) { return set_list(b.modes, v, is_banking_mode); },
        [](const bank_settings& b) { return as_toml(b.modes); }},
    bank_row{"status", text, "Active", "`Active`, `Maintenance` or `Discontinued`",
             "Whether new accounts can be connected, until an operator sets the status.",
             [](bank_settings& b, texts v) { return set_text(b.status, v, is_bank_status); },
             [](const bank_settings& b) { return as_toml(b.status); }},
    bank_row{"name", text, "the built-in name", "1 to 40 letters, digits, spaces, `.`, `&`, `-`",
             "The bank's name for payers and in the console, if the bank has been renamed since this version; must be "
             "unique.",
             [](bank_settings& b, texts v) { return set_text(b.name, v, is_bank_name_or_empty); },
             [](const bank_settings& b) { return as_toml(b.name); }},
    bank_row{"bin", text, "the built-in number", "6 digits that no other bank has",
             "The bank's number in QR codes and on the switch's feed. An unknown bank code adds a bank, and requires "
             "`name` and `bin`.",
             [](bank_settings& b, texts v) { return set_text(b.bin, v, is_bin_or_empty); },
             [](const bank_settings& b) { return as_toml(b.bin); }},
};

constexpr bool is_sentence(std::string_view text) { return text.size() > 10 && text.ends_with('.'); }

static_assert(std::ranges::all_of(rows, [](const row& r) {
  return r.name.find('.') != std::string_view::npos && !r.allowed.empty() && !r.unless_set.empty() &&
         is_sentence(r.help);
}));
static_assert(std::ranges::all_of(rows_of_a_bank, [](const bank_row& r) {
  return r.name.find('.') == std::string_view::npos && !r.allowed.empty() && is_sentence(r.help);
}));
static_assert([] {
  for (auto one = rows.begin(); one != rows.end(); ++one)
    if (std::ranges::count(rows, one->name, &row::name) != 1) return false;
  return true;
}());

} // namespace

std::span<const setting_row<settings>> setting_rows() { return rows; }
std::span<const setting_row<bank_settings>> bank_rows() { return rows_of_a_bank; }

std::string environment_name(std::string_view dotted_name) {
  std::string name{"PAYLINK_"};
  for (const char c : dotted_name) name += c == '.' ? '_' : c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  return name;
}

std::string environment_name(const setting_row<settings>& row) {
  return row.environment.empty() ? environment_name(row.name) : std::string{row.environment};
}

bool is_bank_code(std::string_view code) {
  const auto capital = [](char c) { return c >= 'A' && c <= 'Z'; };
  return code.size() >= 2 && code.size() <= 16 && capital(code.front()) &&
         std::ranges::all_of(code, [capital](char c) { return capital(c) || (c >= '0' && c <= '9'); });
}

} // namespace paylink::config
