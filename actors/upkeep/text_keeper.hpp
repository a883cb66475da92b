#pragma once
#include "actors/interfaces.hpp"

#include <functional>
#include <memory>

namespace paylink {

/// Keeps the index of transfer texts a moment behind the database.
/// Owns:  the index's connection; one timer.
/// Hears: texts_due.
/// Tells: nobody.
/// Keeps: nothing waits for it; a search reads rows that are not indexed yet. A failed step is retried.
///
/// Detached in the composition root, since it waits for the disk.
struct text_keeper_state {
  text_keeper_state(text_keeper_actor::pointer owner) : self{owner} {}
  static inline const char* name = "text-keeper";

  void work();

  text_keeper_actor::pointer self;
  std::function<std::unique_ptr<text_indexer>()> open;
  std::unique_ptr<text_indexer> index;
};

text_keeper_actor::behavior_type text_keeper_behavior(text_keeper_actor::stateful_pointer<text_keeper_state> self,
                                                      std::function<std::unique_ptr<text_indexer>()> open);

} // namespace paylink
