#pragma once
#include <filesystem>

namespace paylink::load {

/// What this machine allows at best, measured just before a run.
struct machine_floor {
  double sync_p50_ms = 0, sync_p99_ms = 0; ///< fdatasync of a growing file, 4 KiB each.
  double round_trip_p50_ms = 0;            ///< One HTTP request to a receiver and its answer, on loopback.
  double signatures_per_second = 0;        ///< HMAC-SHA256 of 300 bytes.
};

/// Takes about a second; the file is made in `folder`.
machine_floor measure_machine(const std::filesystem::path& folder);

} // namespace paylink::load
