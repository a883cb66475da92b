#include "config/given_values.hpp"
#include "config/setting_row.hpp"

#include <algorithm>
#include <array>

extern "C" char** environ; // NOLINT(readability-redundant-declaration): POSIX leaves it undeclared.

namespace paylink {
namespace config {
namespace {

constexpr std::string_view banks_section = "banks.";
constexpr std::string_view banks_variable = "PAYLINK_BANKS_";
constexpr std::string_view our_variable = "PAYLINK_";
constexpr std::string_view specified_variable = "WEBHOOK_";

// Variables of the other programs and of the verifying examples: the daemon may be started from a shell that exports
// them.
constexpr std::array other_programs_variables{"PAYLINK_BASE_URL",      "PAYLINK_INBOX",       "PAYLINK_SANDBOX",
                                              "PAYLINK_TOKEN",         "PAYLINK_SIGNING_KEY", "PAYLINK_WEBHOOK_API_KEY",
                                              "PAYLINK_WEBHOOK_SECRET"};

/// Made printable for a one-line message.
std::string printable(std::string_view text) {
  constexpr std::size_t shown_max = 80;
  std::string shown{text.substr(0, shown_max)};
  std::ranges::replace_if(shown, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }, '?');
  return text.size() > shown_max ? shown + "…" : shown;
}

std::string in_quotes(std::string_view text) { return '"' + printable(text) + '"'; }

std::string_view words_for(found_kind found) {
  switch (found) {
  case found_kind::text:
    return "is a string";
  case found_kind::integer:
    return "is an integer";
  case found_kind::number:
    return "is a number with a fraction";
  case found_kind::boolean:
    return "is a boolean";
  case found_kind::list_of_texts:
    return "is a list";
  case found_kind::other:
    break;
  }
  return "has a type that no setting takes";
}

bool fits(value_kind kind, found_kind found) {
  switch (kind) {
  case value_kind::text:
    return found == found_kind::text;
  case value_kind::integer:
    return found == found_kind::integer;
  case value_kind::number:
    return found == found_kind::integer || found == found_kind::number;
  case value_kind::duration:
    return found == found_kind::integer || found == found_kind::text;
  case value_kind::list:
    return found == found_kind::list_of_texts;
  }
  return false;
}

/// Nothing between two commas, or after the last, is an empty item: no form allows one, so a typo is reported.
std::vector<std::string> split_at_commas(std::string_view text) {
  std::vector<std::string> parts;
  if (text.empty()) return parts;
  for (auto comma = std::size_t{0}; comma != std::string_view::npos;) {
    comma = text.find(',');
    auto part = text.substr(0, comma);
    while (part.starts_with(' ')) part.remove_prefix(1);
    while (part.ends_with(' ')) part.remove_suffix(1);
    parts.emplace_back(part);
    text.remove_prefix(comma == std::string_view::npos ? text.size() : comma + 1);
  }
  return parts;
}

std::vector<std::string> all_names() {
  std::vector<std::string> names;
  for (const auto& row : setting_rows()) names.emplace_back(row.name);
  return names;
}

std::vector<std::string> all_variables() {
  std::vector<std::string> names;
  for (const auto& row : setting_rows()) names.push_back(environment_name(row));
  return names;
}

std::vector<std::string> all_bank_names(std::string_view prefix, bool as_variable) {
  std::vector<std::string> names;
  for (const auto& row : bank_rows()) {
    const auto dotted = "banks." + std::string{prefix} + "." + std::string{row.name};
    names.push_back(as_variable ? environment_name(dotted) : dotted);
  }
  return names;
}

/// Fills one `loaded_settings`; each value is checked by its row alone, so that all faults are reported at once.
class loader {
public:
  void take_file(const std::filesystem::path& file) {
    for (const auto& value : read_toml(file, result_.faults)) {
      if (value.name.starts_with(banks_section))
        take_bank_value(value);
      else if (const auto* row = find(setting_rows(), value.name))
        apply(*row, result_.values, value);
      else
        refuse_name(value, all_names());
    }
  }

  void take_environment(const environment& from) {
    for (const auto& [name, text] : from) {
      const auto row =
          std::ranges::find_if(setting_rows(), [&name](const auto& one) { return environment_name(one) == name; });
      if (row != setting_rows().end())
        apply_variable(*row, result_.values, name, std::string{row->name}, text);
      else if (name.starts_with(banks_variable))
        take_bank_variable(name, text);
      else if (std::ranges::find(other_programs_variables, name) != other_programs_variables.end())
        continue;
      else if (name.starts_with(our_variable))
        refuse_variable(name, all_variables());
      else if (name.starts_with(specified_variable))
        warn_of_likeness(name);
    }
  }

  loaded_settings finish() {
    check_together();
    return std::move(result_);
  }

private:
  template <class Target>
  static const setting_row<Target>* find(std::span<const setting_row<Target>> rows, std::string_view name) {
    const auto row = std::ranges::find(rows, name, &setting_row<Target>::name);
    return row == rows.end() ? nullptr : &*row;
  }

  template <class Target>
  void apply(const setting_row<Target>& row, Target& target, const given_value& value) {
    const auto shown = [&]() -> std::string {
      if (row.shown != shown_as::value || value.texts.empty()) return "the value";
      if (value.found != found_kind::list_of_texts) return in_quotes(value.texts.front());
      std::string joined;
      for (const auto& one : value.texts) joined += (joined.empty() ? "" : ",") + one;
      return in_quotes(joined);
    };
    const auto reason = fits(row.kind, value.found) ? row.set(target, value.texts) : words_for(value.found);
    if (reason == taken) return;
    result_.faults.push_back(
        {value.place, value.name, shown() + " " + std::string{reason} + "; allowed: " + std::string{row.allowed}});
  }

  template <class Target>
  void apply_variable(const setting_row<Target>& row, Target& target, const std::string& variable, std::string name,
                      const std::string& text) {
    given_value value{variable, std::move(name), found_kind::text, {text}};
    if (row.kind == value_kind::list) value = {variable, value.name, found_kind::list_of_texts, split_at_commas(text)};
    if (row.kind == value_kind::integer || row.kind == value_kind::number) value.found = found_kind::integer;
    apply(row, target, value);
  }

  void take_bank_value(const given_value& value) {
    const auto rest = std::string_view{value.name}.substr(banks_section.size());
    const auto dot = std::min(rest.find('.'), rest.size());
    const auto code = rest.substr(0, dot);
    const auto* row = dot < rest.size() ? find(bank_rows(), rest.substr(dot + 1)) : nullptr;
    if (!is_bank_code(code)) bank_of(std::string{code}, value.place);
    if (row != nullptr)
      apply(*row, bank_of(std::string{code}, value.place), value);
    else if (is_bank_code(code) || dot < rest.size())
      refuse_name(value, all_bank_names(is_bank_code(code) ? code : "MB", false));
  }

  /// The settings of a bank. An invalid code is refused once; its values are still checked.
  bank_settings& bank_of(const std::string& code, const std::string& place) {
    if (is_bank_code(code)) return result_.values.banks[code];
    const auto [kept, is_first] = nameless_banks_.try_emplace(code);
    if (is_first) {
      auto capitals = code;
      std::ranges::transform(code, capitals.begin(),
                             [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
      result_.faults.push_back({place, "[banks." + printable(code) + "]",
                                is_bank_code(capitals)
                                    ? "write the bank's code in capitals: [banks." + capitals + "]"
                                    : "is not a bank's code; allowed: capitals, such as [banks.MB]"});
    }
    return kept->second;
  }

  void take_bank_variable(const std::string& variable, const std::string& text) {
    const auto rest = std::string_view{variable}.substr(banks_variable.size());
    const auto code = rest.substr(0, std::min(rest.find('_'), rest.size()));
    for (const auto& row : bank_rows()) {
      const auto name = "banks." + std::string{code} + "." + std::string{row.name};
      if (is_bank_code(code) && environment_name(name) == variable)
        return apply_variable(row, result_.values.banks[std::string{code}], variable, name, text);
    }
    refuse_variable(variable, all_bank_names(code, true));
  }

  void refuse_name(const given_value& value, const std::vector<std::string>& known) {
    result_.faults.push_back({value.place, printable(value.name), "is not a setting" + suggestion(value.name, known)});
  }

  void refuse_variable(const std::string& variable, const std::vector<std::string>& known) {
    result_.faults.push_back(
        {printable(variable), printable(variable), "is not a setting" + suggestion(variable, known)});
  }

  void warn_of_likeness(const std::string& variable) {
    // Other software may have variables with this prefix: only a name that looks like a typo is worth a warning.
    if (const auto meant = closest_name(variable, all_variables()))
      result_.warnings.push_back(variable + " is not a setting; did you mean " + *meant + "?");
  }

  static std::string suggestion(std::string_view name, const std::vector<std::string>& known) {
    const auto meant = closest_name(name, known);
    return meant ? "; did you mean " + *meant + "?" : "";
  }

  void check_together() {
    const auto& values = result_.values;
    const auto& http = values.http;
    if (http.tls_certificate.empty() != http.tls_key.empty()) {
      const auto* missing = http.tls_key.empty() ? "http.tls_key" : "http.tls_certificate";
      const auto* given = http.tls_key.empty() ? "http.tls_certificate" : "http.tls_key";
      result_.faults.push_back(
          {"settings", missing, "is missing; give both this and " + std::string{given} + ", or neither"});
    }
    if (!values.mail.smtp_url.empty() && values.mail.from.empty())
      result_.faults.push_back({"settings", "mail.from", "is missing; mail.smtp_url needs it"});
    if (values.retention.bodies > values.retention.deliveries)
      result_.faults.push_back(
          {"settings", "retention.deliveries",
           "is shorter than retention.bodies: bodies cannot be kept longer than their deliveries"});
    if (schedule_may_outlast_a_day())
      result_.warnings.emplace_back(
          "the retry schedule of webhook.* can exceed 24 h, after which receivers reject a callback as too old");
    for (const auto& [code, bank] : values.banks) {
      const auto secret = "banks." + code + ".connector_secret";
      const bool is_refused =
          std::ranges::find(result_.faults, secret, &settings_fault::setting) != result_.faults.end();
      if (!bank.connector_secret.empty() || is_refused) continue;
      if (bank.connector_url.empty())
        result_.warnings.push_back(secret + " is not set: the feed of " + code + " is closed");
      else
        result_.faults.push_back({"settings", secret, "is missing; banks." + code + ".connector_url needs it"});
    }
  }

  bool schedule_may_outlast_a_day() const {
    const auto& webhook = result_.values.webhook;
    const auto cap = static_cast<double>(webhook.max_delay.count());
    auto wait = static_cast<double>(webhook.initial_delay.count());
    auto total = static_cast<double>(webhook.timeout.count()) * webhook.max_attempts;
    for (int number = 1; number < webhook.max_attempts; ++number) {
      total += std::min(wait, cap);
      wait = std::min(wait * webhook.backoff_multiplier, cap);
    }
    return total > static_cast<double>(std::chrono::milliseconds{std::chrono::hours{24}}.count());
  }

  loaded_settings result_;
  std::map<std::string, bank_settings> nameless_banks_; ///< By the text in place of a bank's code.
};

} // namespace
} // namespace config

loaded_settings load_settings(const std::filesystem::path& file, const environment& from) {
  config::loader loader;
  if (!file.empty()) loader.take_file(file);
  loader.take_environment(from);
  return loader.finish();
}

std::string to_text(const settings_fault& fault) {
  std::string text = fault.place;
  if (!fault.setting.empty() && fault.setting != fault.place) text += ": " + fault.setting;
  return text + ": " + fault.message;
}

environment process_environment() {
  environment variables;
  for (char** one = environ; one != nullptr && *one != nullptr; ++one) {
    const std::string_view text{*one};
    const auto equals = text.find('=');
    if (equals != std::string_view::npos) variables.emplace(text.substr(0, equals), text.substr(equals + 1));
  }
  return variables;
}

} // namespace paylink
