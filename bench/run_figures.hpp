#pragma once
#include "bench/expiry_watch.hpp"
#include "bench/load_options.hpp"
#include "bench/machine_floor.hpp"
#include "bench/process_usage.hpp"

#include <iosfwd>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace paylink::load {

/// What one run has shown.
struct run_figures {
  std::string subject;
  load_options options;
  machine_floor floor;

  std::size_t sent = 0, delivered = 0; ///< Without those whose receiver hangs.
  double elapsed_s = 0;                ///< From the first credit that was due to the last callback.
  std::vector<double> latencies_ms;    ///< From the moment that a credit was due to its callback.
  std::vector<double> answers_ms;      ///< From the same moment to the answer to the bank.

  double subject_cpu_s = 0, postgresql_cpu_s = 0, own_cpu_s = 0, others_cpu_s = 0;
  double observed_s = 0; ///< The time that these CPU times are of.
  double ready_ms = 0;   ///< From the start of the program to its first answer of readiness.
  memory_use at_start;   ///< When it was ready.
  memory_use peak;
  std::optional<expiry_lag> expiry;
  double all_told_s = 0; ///< With webhooks: from the first credit to the last delivery of all, to 20 ms.
  std::optional<double> first_callback_ms; ///< After a crash, from the new start.
  std::optional<std::uint64_t> syncs;
  std::optional<std::size_t> purged; ///< How many old deliveries have gone meanwhile.
  std::size_t connections = 0, hanging_peak = 0;

  std::size_t lost = 0, duplicates = 0, unacknowledged = 0, bad_signatures = 0, unknown = 0, webhooks_lost = 0;
  std::map<std::string, std::size_t> refusals; ///< Answers to the bank other than 200 and `recorded`.

  std::size_t refused() const;
  /// What makes the run void; empty when it counts.
  std::vector<std::string> faults() const;
};

/// A table for people.
void print_table(std::ostream& out, const run_figures& run);

/// One line of JSON for programs.
void print_json(std::ostream& out, const run_figures& run);

} // namespace paylink::load
