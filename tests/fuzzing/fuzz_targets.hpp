#pragma once
#include <span>
#include <string_view>

namespace paylink::fuzzing {

/// What is given any bytes, and must keep what it promises whatever they are: if not, it ends the process and says why.
struct fuzz_target {
  std::string_view name; ///< Of its folder in `corpora`, too.
  void (*run)(std::string_view bytes);
};

std::span<const fuzz_target> fuzz_targets();

/// Ends the process with the broken promise unless it is kept.
void demand(bool is_kept, std::string_view promise);

void run_native_feed(std::string_view bytes);
void run_camt_feed(std::string_view bytes);
void run_sepay_feed(std::string_view bytes);
void run_casso_feed(std::string_view bytes);
void run_camt_statement(std::string_view bytes);
void run_mt940_statement(std::string_view bytes);
void run_csv_statement(std::string_view bytes);
void run_sender_check(std::string_view bytes);
void run_vietqr(std::string_view bytes);
void run_transfer_text(std::string_view bytes);
void run_request_head(std::string_view bytes);
void run_response(std::string_view bytes);

} // namespace paylink::fuzzing
