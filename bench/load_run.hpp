#pragma once
#include "bench/run_figures.hpp"

namespace paylink::load {

/// Seeds a store, starts what works on it, pays the links and waits until nothing is left, or until waiting is of no
/// use. Ends all that it started. Throws std::runtime_error when it cannot be done, or is interrupted.
run_figures run_load(const load_options& options);

} // namespace paylink::load
