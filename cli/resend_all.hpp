#pragma once
#include "cli/report.hpp"
#include "cli/service_call.hpp"

namespace paylink::cli {

/// How to send many callbacks or deliveries again.
struct resend_all_choice {
  bool means_all = false;
  bool only_counts = false;
  bool is_agreed = false;
};

/// Adds `--all`, `--dry-run` and `--yes`; `things` are "callbacks".
void add_resend_all_options(CLI::App& verb, resend_all_choice& choice, const std::string& things);

/// Counts first and asks, unless that is not wanted. `thing` is what is sent again, `match` what the filters match.
exit_status send_all_again(api_call call, const resend_all_choice& choice, const service_options& connection,
                           std::string_view thing, std::string_view match, terminal& at);

} // namespace paylink::cli
