#pragma once
#include "cli/terminal.hpp"

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace paylink::cli {

struct key_options {
  std::string signing_key_file, secret_file, api_key_file, sandbox;
  bool is_webhook = false;
};

/// Adds `--webhook`, `--signing-key-file`, `--webhook-secret-file` and `--sandbox`. A key itself is never an option:
/// other users could read it.
void add_key_options(CLI::App& verb, key_options& options);

/// Adds `--webhook-api-key-file`.
void add_api_key_option(CLI::App& verb, key_options& options);

/// The keys to verify with, and where they were read from.
struct found_keys {
  std::vector<std::string> keys;
  std::string origin;
};

/// Those of the file, else of PAYLINK_SIGNING_KEY, else of the sandbox; white space separates the current key from the
/// previous one. Throws usage_error if there is none.
found_keys find_signing_keys(const key_options& options, const terminal& at);

/// The secrets of a webhook: those of the file, else of PAYLINK_WEBHOOK_SECRET. Throws usage_error if there is none.
found_keys find_webhook_secrets(const key_options& options, const terminal& at);

/// What signs: the webhook's secrets with `--webhook`, else the signing keys.
inline found_keys find_keys(const key_options& options, const terminal& at) {
  return options.is_webhook ? find_webhook_secrets(options, at) : find_signing_keys(options, at);
}

/// The API keys of a webhook: those of the file, else of PAYLINK_WEBHOOK_API_KEY. Throws usage_error if there is none.
std::vector<std::string> find_api_keys(const key_options& options, const terminal& at);

} // namespace paylink::cli
