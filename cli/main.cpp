#include "cli/command_line.hpp"

#include <iostream>

int main(int count, char** arguments) {
  paylink::cli::terminal at{std::cin, std::cout, std::cerr, paylink::process_environment()};
  return paylink::cli::run_command_line({arguments + 1, static_cast<std::size_t>(count > 0 ? count - 1 : 0)}, at);
}
