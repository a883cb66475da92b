#pragma once
#include "actors/interfaces.hpp"
#include "secrets/passwords.hpp"

#include <functional>

namespace paylink {

/// Hashes passwords.
/// Owns:  its thread, for hashing takes long.
/// Hears: work_on_password.
/// Tells: only the requester, who bounds how many wait.
/// Keeps: passwords are in no log and no error.
struct password_desk_state {
  password_desk_state(password_desk_actor::pointer) {}
  static inline const char* name = "password-desk";
};

/// New hashes have this cost. `begin` runs first, on the desk's thread.
password_desk_actor::behavior_type
password_desk_behavior(password_desk_actor::stateful_pointer<password_desk_state> self, const password_cost& cost,
                       const std::function<void()>& begin);

} // namespace paylink
