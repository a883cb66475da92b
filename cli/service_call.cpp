#include "cli/service_call.hpp"

#include "cli/files.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <ostream>
#include <sstream>

namespace paylink::cli {
namespace {

std::filesystem::path config_path(const terminal& at) {
  if (auto directory = at.variable("XDG_CONFIG_HOME"); !directory.empty())
    return std::filesystem::path{directory} / "paylink/config.toml";
  if (auto home = at.variable("HOME"); !home.empty())
    return std::filesystem::path{home} / ".config/paylink/config.toml";
  return {};
}

} // namespace

config_file read_config(const terminal& at) {
  const std::array known{
      std::pair{"base_url", &config_file::base_url}, std::pair{"token_file", &config_file::token_file},
      std::pair{"workspace", &config_file::workspace}, std::pair{"bank_account", &config_file::bank_account}};
  config_file values;
  auto path = config_path(at);
  auto text = path.empty() ? std::nullopt : read_file(path);
  if (!text) return values;
  std::istringstream in{*text};
  for (const auto& item : CLI::ConfigTOML{}.from_config(in)) {
    if (item.name == "++" || item.name == "--") continue; // Marks of a section's ends.
    const auto name = item.fullname();
    const auto setting = std::ranges::find_if(known, [&](const auto& one) { return name == one.first; });
    if (setting == known.end())
      throw usage_error{path.string() + ": unknown setting `" + name +
                        "` (known: base_url, token_file, workspace, bank_account)"};
    values.*setting->second = item.inputs.size() == 1 ? item.inputs.front() : std::string{};
  }
  return values;
}

namespace {

std::string read_token(const std::string& file) {
  if (file.empty()) return {};
  auto text = read_file(file);
  auto found = text ? words(*text) : std::vector<std::string>{};
  if (found.size() != 1)
    throw usage_error{"the token file " + file + (text ? " must hold one token" : " cannot be read")};
  return found.front();
}

std::string first_of(std::initializer_list<std::string> candidates) {
  for (const auto& candidate : candidates)
    if (!candidate.empty()) return candidate;
  return {};
}

/// A token, and where it was read from.
struct found_token {
  std::string text, origin;
};

found_token find_token(const service_options& options, const sandbox_file& sandbox, const config_file& config,
                       const terminal& at) {
  if (!options.token_file.empty()) return {read_token(options.token_file), options.token_file + " (--token-file)"};
  found_token of_sandbox{sandbox.access_token, origin_of(sandbox, options.sandbox)};
  if (!options.sandbox.empty() && !of_sandbox.text.empty()) return of_sandbox;
  if (auto token = at.variable("PAYLINK_TOKEN"); !token.empty()) return {token, "the variable PAYLINK_TOKEN"};
  if (!of_sandbox.text.empty()) return of_sandbox;
  return {read_token(config.token_file), config.token_file + " (token_file in " + config_path(at).string() + ")"};
}

} // namespace

std::string origin_of(const sandbox_file& sandbox, const std::string& option) {
  return sandbox.path + (option.empty() ? " (PAYLINK_SANDBOX)" : " (--sandbox)");
}

void add_sandbox_option(CLI::App& verb, std::string& directory) {
  verb.add_option("--sandbox", directory,
                  "Directory of a running sandbox; its sandbox.json supplies the rest [PAYLINK_SANDBOX]")
      ->type_name("DIR");
}

void add_service_options(CLI::App& verb, service_options& options) {
  verb.add_option("--base-url", options.base_url, "Address of the service [PAYLINK_BASE_URL]")->type_name("URL");
  verb.add_option("--token-file", options.token_file, "File with the API token (default: the token in [PAYLINK_TOKEN])")
      ->type_name("FILE");
  add_sandbox_option(verb, options.sandbox);
  verb.add_option("--ca-file", options.ca_file, "Certificates to trust besides the system's (PEM)")->type_name("FILE");
  verb.add_option("--timeout", options.timeout_seconds, "Seconds to wait for a response")
      ->type_name("SECONDS")
      ->check(CLI::Range(0.001, 3600.0))
      ->capture_default_str();
  verb.add_flag("--json", options.as_json, "Print the data as JSON");
}

std::optional<sandbox_file> find_sandbox(const std::string& option, const terminal& at) {
  auto directory = first_of({option, at.variable("PAYLINK_SANDBOX")});
  if (directory.empty()) return std::nullopt;
  auto file = read_sandbox_file(directory);
  if (auto* problem = std::get_if<std::string>(&file)) throw usage_error{*problem};
  return std::get<sandbox_file>(std::move(file));
}

api_client_options find_service(const service_options& options, terminal& at) {
  auto sandbox = find_sandbox(options.sandbox, at).value_or(sandbox_file{});
  bool is_named_here = !options.sandbox.empty();
  auto config = read_config(at);

  api_client_options service;
  service.base_url = first_of({options.base_url, is_named_here ? sandbox.base_url : "", at.variable("PAYLINK_BASE_URL"),
                               sandbox.base_url, config.base_url});
  auto token = find_token(options, sandbox, config, at);
  service.token = std::move(token.text);
  at.token_origin = std::move(token.origin);
  if (service.base_url.empty()) throw usage_error{"no service address: give --base-url, PAYLINK_BASE_URL or --sandbox"};
  if (service.token.empty()) throw usage_error{"no API token: give --token-file, PAYLINK_TOKEN or --sandbox"};
  if (service.token.find_first_of("\r\n") != service.token.npos)
    throw usage_error{"the API token contains a line break"};
  service.ca_file = options.ca_file;
  service.timeout = std::chrono::milliseconds{static_cast<std::int64_t>(options.timeout_seconds * 1000)};

  auto address = parse_service_address(service.base_url);
  if (address && !address->is_tls && !address->is_loopback())
    at.err << "warning: the token is sent to " << printable(address->authority()) << " without TLS\n";
  return service;
}

} // namespace paylink::cli
