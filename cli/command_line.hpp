#pragma once
#include "cli/terminal.hpp"

#include <span>

namespace paylink::cli {

/// Runs the program for its arguments (without the program's name) and returns its exit code.
int run_command_line(std::span<const char* const> arguments, terminal& at);

} // namespace paylink::cli
