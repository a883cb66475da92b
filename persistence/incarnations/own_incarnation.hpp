#pragma once
#include "persistence/store.hpp"

#include <optional>

namespace paylink {

/// The interval of heartbeats, and the silence after which others may declare an incarnation dead.
inline constexpr std::chrono::seconds heartbeat_interval{2};
inline constexpr std::chrono::seconds silence_max{15};

/// The incarnation under which a writer claims, across all its connections. Changes in a transaction take effect when
/// it is committed, and are undone otherwise.
class own_incarnation {
public:
  /// Creates the incarnation, and sets `context.incarnation`.
  explicit own_incarnation(store_context& context);

  const std::string& id() const { return context_.incarnation; }
  /// Whether the database has its row.
  bool has_begun() const { return now_.has_begun; }
  /// Incarnations of this node that are over.
  std::vector<std::string> over() const;

  /// Others declared it dead: begins the next one.
  void renew();
  /// Its row has been written, by the database's time `at` and the node's `uptime`.
  void show(timestamp at, std::chrono::milliseconds uptime);
  /// Whether other nodes live at the database, and whether they did of late.
  void note_company(bool has, bool had) { context_.has_company = has, context_.had_company = had; }
  /// Whether it may declare others dead: its heartbeats have had no gap for long enough. After an outage of the
  /// database all incarnations have been silent, and each must first give the others time.
  bool may_judge() const;

  void keep();
  void undo();

private:
  struct state {
    std::string id;
    bool has_begun = false;
    timestamp shown_at{};
    std::chrono::milliseconds shown_uptime{0}, unbroken_since{0};
  };
  store_context& context_;
  state kept_, now_;
};

} // namespace paylink
