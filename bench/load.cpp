// Drives paylinkd or a peer as a child, and prints how it did.
#include "bench/interruption.hpp"
#include "bench/load_options.hpp"
#include "bench/load_run.hpp"
#include "logging/log.hpp"

#include <iostream>

int main(int count, char** words) {
  using namespace paylink::load;
  const auto options = parse_load_options(count, words);
  watch_for_interruption();
  paylink::log::set_level(paylink::log::level::warning);
  try {
    const auto run = run_load(options);
    if (options.json)
      print_json(std::cout, run);
    else
      print_table(std::cout, run);
    return run.faults().empty() ? 0 : 1;
  } catch (const std::exception& fault) {
    std::cerr << "load: " << fault.what() << '\n';
    return 2;
  }
}
