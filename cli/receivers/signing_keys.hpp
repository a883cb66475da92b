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

/// The keys to verify with, and where they were read from.
struct found_keys {
  std::vector<std::string> keys;
  std::string origin;
};

/// Those of the file, else of PAYLINK_SIGNING_KEY, else of the sandbox; white space separates the current key from the
/// previous one. Throws usage_error if there is none.
found_keys find_signing_keys(const key_options& options, const terminal& at);

} // namespace paylink::cli
