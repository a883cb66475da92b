#pragma once
#include "persistence/store.hpp"

#include <optional>

namespace paylink {

/// How often a life shows itself, and after what silence others may declare it dead.
inline constexpr std::chrono::seconds heartbeat_interval{2};
inline constexpr std::chrono::seconds silence_max{15};

/// The life under which a writer claims, over all its connections. What changes in a transaction holds when that one is
/// committed, and is undone otherwise.
class own_life {
public:
  /// Draws the life, and names it in `context.life`.
  explicit own_life(store_context& context);

  const std::string& id() const { return context_.life; }
  /// Whether the database has its row.
  bool has_begun() const { return now_.has_begun; }
  /// Lives of this node that are over.
  std::vector<std::string> over() const;

  /// Others declared it dead: the next one begins.
  void renew();
  /// Its row has been written, by the database's time `at` and the node's `uptime`.
  void show(timestamp at, std::chrono::milliseconds uptime);
  /// Whether it may declare others dead: it has shown itself for long enough without a gap. After an outage of the
  /// database all have been silent, and each first has to let the others speak.
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
