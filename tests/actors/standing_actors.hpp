#pragma once
#include "actors/interfaces.hpp"

#include <caf/all.hpp>

#include <vector>

namespace paylink::test {

/// Stands before the store; while it is to stand still, what comes is neither done nor answered.
struct standing_store_state {
  standing_store_state(store_actor::pointer owner) : self{owner} {}
  store_actor::pointer self;
  std::vector<caf::typed_response_promise<written>> kept;
};
store_actor::behavior_type standing_store(store_actor::stateful_pointer<standing_store_state> self, store_actor real,
                                          const bool* stands_still);

/// The same before a reader.
struct standing_reader_state {
  standing_reader_state(reader_actor::pointer owner) : self{owner} {}
  reader_actor::pointer self;
  std::vector<serve_call> kept;
  std::vector<caf::typed_response_promise<located_account>> kept_accounts;
};
reader_actor::behavior_type standing_reader(reader_actor::stateful_pointer<standing_reader_state> self,
                                            reader_actor real, const bool* stands_still);

} // namespace paylink::test
