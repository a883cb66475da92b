#pragma once
#include <iomanip>
#include <iostream>
#include <string_view>

namespace paylink::load {

/// One line of a table for people.
inline void print_figure(std::string_view meaning, double value, int decimals) {
  std::cout << "  " << std::left << std::setw(56) << meaning << std::right << std::setw(10) << std::fixed
            << std::setprecision(decimals) << value << '\n';
}

} // namespace paylink::load
