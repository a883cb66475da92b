#pragma once
#include "domain/health/clock_trust.hpp"
#include "domain/health/clock_watch.hpp"
#include "persistence/incarnations/clock_marks.hpp"
#include "persistence/sql/writer_connection.hpp"
#include "persistence/store.hpp"

namespace paylink {

/// Decides for each transaction whether its time may be used to sign and expire, and stores that time for the next
/// start.
class clock_keeper {
public:
  explicit clock_keeper(const store_context& context) : context_{context} {}

  /// `batch` may contain answers of receivers, whose `Date` is a witness too.
  bool believe(timestamp now, std::span<const write_command> batch, const writer_connection& connection,
               clock_marks& marks);
  /// Before the commit, and after it.
  void leave_mark(clock_marks& marks);
  void on_committed();

private:
  bool has_moved(timestamp now);
  bool is_apart(timestamp now);
  bool is_confirmed(timestamp now, std::span<const write_command> batch, const writer_connection& connection,
                    clock_marks& marks);
  void hear_all(timestamp now, std::span<const write_command> batch, const writer_connection& connection,
                clock_marks& marks);
  void hear_receivers(timestamp now, std::span<const write_command> batch, clock_marks& marks);
  void tell(timestamp now, std::optional<clock_witness> by) const;
  void show(concern why, bool is) const;

  const store_context& context_;
  clock_watch watch_;
  clock_trust trust_;
  bool is_in_doubt_ = false;
  bool was_apart_ = false;
  std::optional<timestamp> newest_;   ///< The newest stored time, as last read.
  std::optional<timestamp> believed_; ///< The time of the running transaction.
  std::optional<std::chrono::milliseconds> marked_at_, marking_at_;
};

} // namespace paylink
