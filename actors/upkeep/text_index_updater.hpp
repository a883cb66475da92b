#pragma once
#include "actors/interfaces.hpp"

#include <functional>
#include <memory>

namespace paylink {

/// Keeps the index of transfer texts a moment behind the database.
/// Owns:       the index's connection; one timer.
/// Receives:   texts_due.
/// Sends to:   nobody.
/// Guarantees: nothing waits for it; a search reads rows that are not indexed yet. A failed step is retried.
///
/// Detached in the composition root, since it waits for the disk.
struct text_index_updater_state {
  text_index_updater_state(text_index_updater_actor::pointer owner) : self{owner} {}
  static inline const char* name = "text-index-updater";

  void work();

  text_index_updater_actor::pointer self;
  std::function<std::unique_ptr<text_indexer>()> open;
  std::unique_ptr<text_indexer> index;
};

text_index_updater_actor::behavior_type
text_index_updater_behavior(text_index_updater_actor::stateful_pointer<text_index_updater_state> self,
                            std::function<std::unique_ptr<text_indexer>()> open);

} // namespace paylink
