#include "tests/fuzzing/fuzz_targets.hpp"

#include <array>
#include <cstdio>
#include <cstdlib>

namespace paylink::fuzzing {

std::span<const fuzz_target> fuzz_targets() {
  static constexpr std::array all{
      fuzz_target{"native_feed", run_native_feed},
      fuzz_target{"camt_feed", run_camt_feed},
      fuzz_target{"sepay_feed", run_sepay_feed},
      fuzz_target{"casso_feed", run_casso_feed},
      fuzz_target{"camt_statement", run_camt_statement},
      fuzz_target{"mt940_statement", run_mt940_statement},
      fuzz_target{"csv_statement", run_csv_statement},
      fuzz_target{"sender_check", run_sender_check},
      fuzz_target{"vietqr", run_vietqr},
      fuzz_target{"transfer_text", run_transfer_text},
      fuzz_target{"request_head", run_request_head},
      fuzz_target{"response", run_response},
  };
  return all;
}

void demand(bool is_kept, std::string_view promise) {
  if (is_kept) return;
  std::fprintf(stderr, "broken promise: %.*s\n", static_cast<int>(promise.size()), promise.data());
  std::abort();
}

} // namespace paylink::fuzzing
