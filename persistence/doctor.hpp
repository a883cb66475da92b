#pragma once
#include "domain/deliveries/callback.hpp"
#include "persistence/records/key_records.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace paylink {

/// Something in the database that does not agree with the rest of it.
struct finding {
  std::string check; ///< `link_event`
  std::string where; ///< `payment_links row 17 (pl_…)`
  std::string problem;
  std::string advice;
};

/// What a check of a database has found.
struct diagnosis {
  std::vector<finding> findings;
  std::vector<std::string> cut_short; ///< Checks that were ended early because they had found enough.
  std::int64_t rows = 0;              ///< Rows that were read, once for each walk through their table.
  std::int64_t checks = 0;
};

/// What a doctor needs besides its database.
struct doctor_context {
  event_signer& signer; ///< Used by the doctor's thread alone.
  std::function<bool(const sealed_value&)> opens;
  std::string (*digest)(std::string_view) = nullptr; ///< SHA-256, lowercase hex: chains the audit log.
  /// Asked between portions, and while SQLite checks its file; the examination then ends with `database_error`.
  std::function<bool()> should_stop = [] { return false; };
  bool deep = false;      ///< Also has SQLite check its whole file, in one long snapshot.
  int attempts_max = 100; ///< Of a round; the largest number that `webhook.max_attempts` may have.
  int portion = 1'000;    ///< Rows that are read at a time.
};

/// At most so many findings of one check are listed.
inline constexpr std::size_t findings_per_check_max = 100;

/// Recomputes what can be recomputed. Only reads, on its own connection and in portions, so that neither the writer nor
/// a checkpoint or vacuum waits for it. Not thread-safe: one thread owns it.
class doctor {
public:
  virtual ~doctor() = default;
  /// Throws `database_error` if the database could not be checked to the end.
  virtual diagnosis examine() = 0;
};

} // namespace paylink
