#include "cli/receivers/signing_keys.hpp"

#include "cli/files.hpp"
#include "cli/service_call.hpp"

#include <CLI/CLI.hpp>

namespace paylink::cli {

void add_key_options(CLI::App& verb, key_options& options) {
  verb.add_option("--signing-key-file", options.signing_key_file,
                  "File with the Workspace's signing key, and after a rotation the previous one too (default: the key "
                  "in [PAYLINK_SIGNING_KEY])")
      ->type_name("FILE");
  add_sandbox_option(verb, options.sandbox);
}

found_keys find_signing_keys(const key_options& options, const terminal& at) {
  if (!options.signing_key_file.empty()) {
    auto text = read_file(options.signing_key_file);
    auto keys = text ? words(*text) : std::vector<std::string>{};
    if (keys.empty())
      throw usage_error{"the signing key file " + options.signing_key_file + (text ? " is empty" : " cannot be read")};
    return {std::move(keys), options.signing_key_file + " (--signing-key-file)"};
  }
  if (auto keys = words(at.variable("PAYLINK_SIGNING_KEY")); !keys.empty())
    return {std::move(keys), "the variable PAYLINK_SIGNING_KEY"};
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

} // namespace paylink::cli
