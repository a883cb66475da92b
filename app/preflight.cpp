#include "app/preflight.hpp"

#include "app/folder_lock.hpp"
#include "app/own_database.hpp"
#include "app/sandbox.hpp"
#include "domain/addresses/address_policy.hpp"
#include "domain/banks/bank.hpp"
#include "domain/values/word_list.hpp"
#include "http/sockets/start_checks.hpp"
#include "mail/smtp_transport.hpp"
#include "secrets/random.hpp"

#include <boost/system/system_error.hpp>

#include <algorithm>

namespace paylink {

namespace {

void note(std::vector<settings_fault>& faults, const std::string& setting, std::string message) {
  if (message.starts_with(setting + " ")) message.erase(0, setting.size() + 1);
  if (!message.empty()) faults.push_back({"settings", setting, std::move(message)});
}

void check_networks(std::vector<settings_fault>& faults, const char* setting, const std::vector<std::string>& texts) {
  for (const auto& text : texts)
    if (!network::parse(text)) note(faults, setting, text + " is not a network, such as 10.0.0.0/8 or 127.0.0.1:9000");
}

/// Only a start creates the data folder, and no other folder.
std::string fault_of_key_folder(const data_folder& folder, const std::filesystem::path& file) {
  const auto parent = std::filesystem::absolute(file).lexically_normal().parent_path();
  std::error_code ignored;
  if (parent == (folder / "master.key").lexically_normal().parent_path()) return {};
  if (std::filesystem::is_directory(parent, ignored)) return {};
  return "the folder " + parent.string() + " does not exist";
}

void check_keys(std::vector<settings_fault>& faults, const data_folder& folder, const settings& values,
                const chosen_database& rows) {
  constexpr const char* setting = "secrets.master_key_file";
  const auto file = folder.master_key_file(values);
  if (!fault_of_key_folder(folder, file).empty()) return; // already reported
  if (rows.found.sealed_with.empty() && !std::filesystem::exists(file))
    return note(faults, setting, fault_of_folder(std::filesystem::absolute(file).parent_path()));
  try {
    const auto keys = keys_to_administer_with(file, rows);
    if (!rows.found.sealed_with.empty() && !keys.knows(rows.found.sealed_with))
      note(faults, setting,
           file.string() + " lacks the key " + rows.found.sealed_with + ", with which the database is encrypted");
  } catch (const std::exception& problem) {
    note(faults, setting, explain(problem));
  }
}

void check_rows(std::vector<settings_fault>& faults, const data_folder& folder, const settings& values) {
  try {
    const auto rows = choose_database(folder, values);
    note(faults, "database.url", rows.found.schema_fault);
    check_keys(faults, folder, values, rows);
  } catch (const std::exception& problem) {
    note(faults, "database.url", explain(problem));
  }
}

/// An address held by this folder's own service, which is to be replaced or only asked about, does not count as taken.
std::string fault_of_strangers_address(const data_folder& folder, const settings& values) {
  auto problem = fault_of_taken_address(values.http.listen);
  return problem.empty() || folder_lock::is_held(folder.path()) ? std::string{} : problem;
}

/// A mode that the bank does not have would be taken silently, and every connection be refused.
void check_modes(std::vector<settings_fault>& faults, const settings& values) {
  for (const auto& [code, bank] : values.banks)
    if (!has_open_banking(code) && std::ranges::find(bank.modes, "open_banking") != bank.modes.end())
      note(faults, "banks." + code + ".modes",
           "open_banking exists for " + joined(open_banking_banks, " and ") + " only; " + code +
               " uses the national switch");
}

} // namespace

std::vector<settings_fault> check_named_files(const settings& values) {
  std::vector<settings_fault> faults;
  const auto& http = values.http;
  note(faults, "http.listen", fault_of_listen_address(http.listen));
  if (!http.tls_certificate.empty())
    note(faults, "http.tls_certificate", fault_of_server_certificate(http.tls_certificate, http.tls_key));
  check_networks(faults, "http.trusted_proxies", http.trusted_proxies);
  if (!values.outbound.ca_file.empty()) note(faults, "outbound.ca_file", fault_of_authorities(values.outbound.ca_file));
  check_networks(faults, "outbound.allow_networks", values.outbound.allow_networks);
  check_networks(faults, "outbound.deny_networks", values.outbound.deny_networks);
  check_networks(faults, "outbound.allow_http", values.outbound.allow_http);
  if (!values.mail.smtp_url.empty() && !parse_smtp_url(values.mail.smtp_url))
    note(faults, "mail.smtp_url", "is not an smtp:// or smtps:// URL");
  check_modes(faults, values);
  return faults;
}

std::vector<settings_fault> check_named_folders(const arguments& asked, const settings& values) {
  std::vector<settings_fault> faults;
  const auto folder = data_folder::locate(asked);
  if (!values.database.backup_folder.empty())
    note(faults, "database.backup_folder", fault_of_folder(std::filesystem::absolute(folder.backup_folder(values))));
  note(faults, "secrets.master_key_file", fault_of_key_folder(folder, folder.master_key_file(values)));
  return faults;
}

void look_before_start(const arguments& asked, const settings& values) {
  const auto folder = data_folder::locate(asked);
  const auto rows = choose_database(folder, values);
  if (!rows.found.sealed_with.empty()) keys_to_administer_with(folder.master_key_file(values), rows);
  if (const auto problem = fault_of_strangers_address(folder, values); !problem.empty())
    throw std::runtime_error{problem};
}

std::vector<settings_fault> check_surroundings(const arguments& asked, const settings& values) {
  std::vector<settings_fault> faults;
  const auto folder = data_folder::locate(asked);
  if (auto problem = folder.fault(asked.sandbox); !problem.empty()) {
    note(faults, "--data", std::move(problem));
    return faults;
  }
  if (values.database.backup_folder.empty())
    note(faults, "database.backup_folder", fault_of_folder(folder.backup_folder(values)));
  if (fault_of_listen_address(values.http.listen).empty())
    note(faults, "http.listen", fault_of_strangers_address(folder, values));
  check_rows(faults, folder, values);
  // A start creates the data folder, but not a folder that is only named in the address.
  constexpr std::string_view sqlite = "sqlite://";
  if (const auto& url = values.database.url; url.starts_with(sqlite)) {
    const auto parent = std::filesystem::absolute(url.substr(sqlite.size())).parent_path();
    std::error_code ignored;
    if (!std::filesystem::is_directory(parent, ignored))
      note(faults, "database.url", parent.string() + ": " + std::generic_category().message(ENOENT));
    else
      note(faults, "database.url", fault_of_folder(parent));
  }
  return faults;
}

settings in_force(const arguments& asked, settings values) {
  const auto folder = data_folder::locate(asked);
  auto& http = values.http;
  if (http.public_url.empty() && !http.listen.ends_with(":0"))
    http.public_url = (http.tls_certificate.empty() ? "http://" : "https://") + http.listen;
  values.database.url = folder.database_url(values);
  values.database.backup_folder = folder.backup_folder(values).string();
  values.secrets.master_key_file = folder.master_key_file(values).string();
  if (std::filesystem::exists(folder / "node")) values.cluster.node_name = folder.node_name(values);
  if (asked.sandbox) {
    system_random random;
    sandbox::look_at(folder, random, system_wall_clock{}.now()).configure(values, asked.bank_simulator);
  }
  return values;
}

std::string explain(const std::exception& fault) {
  if (const auto* of_file = dynamic_cast<const std::filesystem::filesystem_error*>(&fault))
    return of_file->path1().string() + ": " + of_file->code().message();
  if (const auto* of_system = dynamic_cast<const std::system_error*>(&fault)) return of_system->code().message();
  return fault.what();
}

} // namespace paylink
