#include "cli/receivers/signing_keys.hpp"

#include "cli/files.hpp"
#include "cli/service_call.hpp"

#include <CLI/CLI.hpp>

#include <optional>

namespace paylink::cli {
namespace {

/// Where keys of one sort are read from.
struct key_place {
  const std::string& file;
  std::string_view option, variable, what;
};

// The keys of the file, else of the variable; none if neither is given.
std::optional<found_keys> find_at(const key_place& place, const terminal& at) {
  if (!place.file.empty()) {
    auto text = read_file(place.file);
    auto keys = text ? words(*text) : std::vector<std::string>{};
    if (keys.empty())
      throw usage_error{"the " + std::string{place.what} + " file " + place.file +
                        (text ? " is empty" : " cannot be read")};
    return found_keys{std::move(keys), place.file + " (" + std::string{place.option} + ")"};
  }
  if (auto keys = words(at.variable(std::string{place.variable})); !keys.empty())
    return found_keys{std::move(keys), "the variable " + std::string{place.variable}};
  return std::nullopt;
}

found_keys find_or_throw(const key_place& place, const terminal& at) {
  if (auto found = find_at(place, at)) return *std::move(found);
  throw usage_error{"no " + std::string{place.what} + ": give " + std::string{place.option} + " or " +
                    std::string{place.variable}};
}

} // namespace

void add_key_options(CLI::App& verb, key_options& options) {
  verb.add_option("--signing-key-file", options.signing_key_file,
                  "File with the Workspace's signing key, and after a rotation the previous one too (default: the key "
                  "in [PAYLINK_SIGNING_KEY])")
      ->type_name("FILE");
  verb.add_flag("--webhook", options.is_webhook, "Check a Workspace's webhook instead of a link's callback");
  verb.add_option("--webhook-secret-file", options.secret_file,
                  "File with the webhook's secret, and between a rotation and its activation the other one too "
                  "(default: the secret in [PAYLINK_WEBHOOK_SECRET])")
      ->type_name("FILE");
  add_sandbox_option(verb, options.sandbox);
}

void add_api_key_option(CLI::App& verb, key_options& options) {
  verb.add_option("--webhook-api-key-file", options.api_key_file,
                  "File with the webhook's API key, and between a rotation and its activation the other one too "
                  "(default: the key in [PAYLINK_WEBHOOK_API_KEY])")
      ->type_name("FILE");
}

found_keys find_signing_keys(const key_options& options, const terminal& at) {
  if (auto found = find_at({options.signing_key_file, "--signing-key-file", "PAYLINK_SIGNING_KEY", "signing key"}, at))
    return *std::move(found);
  found_keys found;
  if (auto sandbox = find_sandbox(options.sandbox, at)) {
    found.origin = origin_of(*sandbox, options.sandbox);
    for (const auto& workspace : sandbox->workspaces)
      if (!workspace.signing_key.empty()) found.keys.push_back(workspace.signing_key);
  }
  if (found.keys.empty())
    throw usage_error{"no signing key: give --signing-key-file, PAYLINK_SIGNING_KEY or --sandbox"};
  return found;
}

found_keys find_webhook_secrets(const key_options& options, const terminal& at) {
  return find_or_throw({options.secret_file, "--webhook-secret-file", "PAYLINK_WEBHOOK_SECRET", "webhook secret"}, at);
}

std::vector<std::string> find_api_keys(const key_options& options, const terminal& at) {
  return find_or_throw({options.api_key_file, "--webhook-api-key-file", "PAYLINK_WEBHOOK_API_KEY", "webhook API key"},
                       at)
      .keys;
}

} // namespace paylink::cli
