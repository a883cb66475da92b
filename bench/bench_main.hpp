#pragma once
#include "bench/interruption.hpp"
#include "logging/log.hpp"

#include <CLI/CLI.hpp>

#include <exception>
#include <iostream>

namespace paylink::load {

/// Reads the command line; ends the program where it asks for help, or is wrong.
inline void read_words(CLI::App& program, int count, char** words) {
  try {
    program.parse(count, words);
  } catch (const CLI::ParseError& fault) {
    std::exit(program.exit(fault));
  }
}

/// Runs a measurement that says whether what it found is good. The program's exit code: 0 good, 1 void, 2 it could not
/// be taken.
template <class Measure>
int run_bench(std::string_view name, Measure&& measure) {
  watch_for_interruption();
  log::set_level(log::level::warning);
  try {
    return measure() ? 0 : 1;
  } catch (const std::exception& fault) {
    std::cerr << name << ": " << fault.what() << '\n';
    return 2;
  }
}

} // namespace paylink::load
