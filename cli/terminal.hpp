#pragma once
#include "config/settings.hpp"

#include <iosfwd>
#include <string>
#include <string_view>

namespace paylink::cli {

/// What a run of the program may read and write: streams and the environment, so that tests can stand in for both.
struct terminal {
  std::istream& in;
  std::ostream& out; ///< Results only.
  std::ostream& err; ///< Messages for a person.
  environment variables;

  /// Empty when the variable is not set.
  std::string variable(const std::string& name) const;
};

/// What the program's exit code says; documented in `--help` and `docs/cli.md`.
enum class exit_status : int {
  done = 0,
  refused = 1,     ///< By the service, or by a check that failed.
  usage = 2,       ///< The command line or a file that it names is wrong.
  unreachable = 3, ///< No usable answer from the service.
};

/// The text with control characters made visible, so that what others wrote cannot drive the terminal.
std::string printable(std::string_view text);

} // namespace paylink::cli
