#pragma once
#include "config/settings.hpp"

#include <iosfwd>
#include <string>
#include <string_view>

namespace paylink::cli {

/// What a run of the program may read and write: streams and the environment, so that tests can replace both.
struct terminal {
  std::istream& in;
  std::ostream& out; ///< Results only.
  std::ostream& err; ///< Messages for people.
  environment variables;
  std::string token_origin = {}; ///< Where the token was read from, for the message when it is refused.

  /// Empty if the variable is not set.
  std::string variable(const std::string& name) const;
};

/// The program's exit codes; documented in `--help` and `docs/cli.md`.
enum class exit_status : int {
  done = 0,
  refused = 1,     ///< By the service, or by a check that failed.
  usage = 2,       ///< The command line or a file that it names is wrong.
  unreachable = 3, ///< No usable answer from the service.
};

/// The text with control characters made visible, so that untrusted text cannot control the terminal.
std::string printable(std::string_view text);

} // namespace paylink::cli
