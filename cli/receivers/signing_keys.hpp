#pragma once
#include "cli/terminal.hpp"

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace paylink::cli {

struct key_options {
  std::string signing_key_file, sandbox;
};

/// Adds `--signing-key-file` and `--sandbox`. The key itself is never an option: other users could read it.
void add_key_options(CLI::App& verb, key_options& options);

/// The keys to verify with, from the file, else PAYLINK_SIGNING_KEY, else the sandbox; white space separates the
/// current key from the previous one. Throws usage_error if there is none.
std::vector<std::string> find_signing_keys(const key_options& options, const terminal& at);

} // namespace paylink::cli
