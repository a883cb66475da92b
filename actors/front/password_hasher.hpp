#pragma once
#include "actors/interfaces.hpp"
#include "secrets/passwords.hpp"

#include <functional>

namespace paylink {

/// Hashes passwords.
/// Owns:       its thread, for hashing takes long.
/// Receives:   continued_call<password_check>; few wait, for each holds a place (`hash_places`).
/// Sends to:   READERS (calls whose password is checked or hashed).
/// Guarantees: passwords are in no log and no error.
struct password_hasher_state {
  password_hasher_state(password_hasher_actor::pointer) {}
  static inline const char* name = "password-hasher";
};

/// New hashes have this cost. `begin` runs first, on the hasher's thread.
password_hasher_actor::behavior_type
password_hasher_behavior(password_hasher_actor::stateful_pointer<password_hasher_state> self, const password_cost& cost,
                         const std::function<void()>& begin);

} // namespace paylink
