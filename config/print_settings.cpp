#include "config/setting_row.hpp"

#include <algorithm>
#include <ostream>

namespace paylink {
namespace config {
namespace {

constexpr std::string_view hidden = "\"********\"";

/// Hides the password of `scheme://user:password@host…`, and all parameters, since one may be a password; in `host=…
/// password=…` everything from the first password on, whose value may contain spaces.
std::string without_password(std::string shown) {
  if (shown.find("://") == std::string::npos) {
    if (const auto secret = shown.find("password"); secret != std::string::npos)
      shown.replace(secret, std::string::npos, "password=********\"");
    return shown;
  }
  const auto scheme = shown.find("://");
  const auto colon = shown.find(':', scheme + 3);
  if (const auto query = shown.find('?'); query != std::string::npos) {
    // A question mark before an @ may be part of the password, which a start refuses.
    const bool is_doubtful = shown.find('@', query) != std::string::npos;
    shown.replace(is_doubtful ? std::min(colon + 1, query) : query, std::string::npos,
                  is_doubtful && colon < query ? "********\"" : "?********\"");
  }
  const auto at = shown.rfind('@');
  if (at == std::string::npos || at < scheme) return shown;
  if (colon < at) shown.replace(colon + 1, at - colon - 1, "********");
  return shown;
}

template <class Target>
std::string present_value(const setting_row<Target>& row, const Target& values) {
  auto shown = row.show(values);
  switch (row.shown) {
  case shown_as::value:
    break;
  case shown_as::hidden:
    return shown == "\"\"" ? shown : std::string{hidden};
  case shown_as::url:
    return without_password(std::move(shown));
  }
  return shown;
}

std::string_view section_of(std::string_view name) { return name.substr(0, name.find('.')); }

constexpr std::string_view introduction = R"(# Configuration

This page is generated from the table by which the program reads its settings; a test compares the two.

Each setting has one name. In the configuration file (TOML, given with `--config FILE`), the part before the dot is the
section:

```toml
[http]
listen = "0.0.0.0:8443"
public_url = "https://pay.example.vn"

[webhook]
max_attempts = 12

[banks.MB]
connector_secret = "shared-with-the-connector"
```

The environment variable is `PAYLINK_` followed by the name in capitals, with `_` for the dot; the five settings of
`webhook` have names of their own. A list is an array in the file, such as `["10.0.0.0/8", "[fd00::]/8"]`; in the
environment its items are separated by commas. The environment overrides the file, and the file overrides the default.

- A duration has a unit (`500ms`, `10s`, `5m`, `1h`); a bare number is milliseconds. An age is in days: `90d`.
- `<data>` is the folder given with `--data`, or else `$STATE_DIRECTORY`, or else `$XDG_STATE_HOME/paylink`.
- Unknown names, wrong types and values out of range prevent the start. All of them are reported at once, each with its line
  or variable, the value given and what is allowed. An unknown variable that begins with `WEBHOOK_` may belong to another
  program: it only causes a warning, and only if it resembles one of the five.
- `paylinkd --check-config` checks all of this and everything else that would prevent a start: certificates, keys,
  folders, whether the address to listen on is free, and whether the database responds, belongs to `<data>` and lets its
  role create tables. It changes nothing. A configuration that passes the check starts; a start that fails it creates
  nothing.
- `paylinkd --print-settings` shows the values in force, with secrets hidden, and with `--sandbox` those that a sandbox adds.
- A sandbox has its own secrets for its banks' feeds, in `sandbox.json`. If `banks.<CODE>.connector_secret` has another
  value, the sandbox ignores it and logs that at startup: `sandbox.setting_ignored`. A value that is chosen at startup,
  such as a free port, is shown empty.
)";

template <class Target>
void print_table_row(std::ostream& out, const setting_row<Target>& row, std::string_view name,
                     std::string_view variable) {
  out << "| `" << name << "` | `" << variable << "` | " << row.unless_set << " | " << row.allowed << " | " << row.help
      << " |\n";
}

void print_table_head(std::ostream& out) {
  out << "| name | environment | default | allowed | meaning |\n| --- | --- | --- | --- | --- |\n";
}

} // namespace
} // namespace config

void print_settings(std::ostream& out, const settings& values) {
  for (const auto& row : config::setting_rows()) out << row.name << " = " << config::present_value(row, values) << '\n';
  for (const auto& [code, bank] : values.banks)
    for (const auto& row : config::bank_rows())
      out << "banks." << code << '.' << row.name << " = " << config::present_value(row, bank) << '\n';
}

void print_settings_reference(std::ostream& out) {
  out << config::introduction;
  std::string_view section;
  for (const auto& row : config::setting_rows()) {
    if (config::section_of(row.name) != section) {
      section = config::section_of(row.name);
      out << "\n## " << section << "\n\n";
      config::print_table_head(out);
    }
    config::print_table_row(out, row, row.name, config::environment_name(row));
  }
  out << "\n## banks\n\nOne section for each connector, named by its bank's code; `NAPAS` is the switch.\n\n";
  config::print_table_head(out);
  for (const auto& row : config::bank_rows()) {
    const auto dotted = "banks.<CODE>." + std::string{row.name};
    config::print_table_row(out, row, dotted, config::environment_name(dotted));
  }
}

} // namespace paylink
