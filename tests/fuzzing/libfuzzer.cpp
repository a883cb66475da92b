// The entry for libFuzzer: PAYLINK_FUZZ_TARGET names what is fuzzed.
#include "tests/fuzzing/fuzz_targets.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace {

const paylink::fuzzing::fuzz_target* chosen = nullptr;

} // namespace

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  const char* name = std::getenv("PAYLINK_FUZZ_TARGET");
  const auto all = paylink::fuzzing::fuzz_targets();
  const auto found = std::ranges::find(all, std::string_view{name ? name : ""}, &paylink::fuzzing::fuzz_target::name);
  if (found == all.end()) {
    std::fputs("PAYLINK_FUZZ_TARGET must be one of:\n", stderr);
    for (const auto& one : all) std::fprintf(stderr, "  %.*s\n", static_cast<int>(one.name.size()), one.name.data());
    std::exit(2);
  }
  chosen = &*found;
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  chosen->run({reinterpret_cast<const char*>(data), size});
  return 0;
}
