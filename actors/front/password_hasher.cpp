#include "actors/front/password_hasher.hpp"

#include "actors/crash_report.hpp"

#include <caf/all.hpp>

namespace paylink {

namespace {

void work_on(const continued_call<password_check>& call, const password_cost& cost) {
  const auto& [password, hash] = call.work();
  try {
    if (hash.empty()) return call.finish({.made = hash_password(password, cost)});
    call.finish({.fits = verify_password(hash, password), .is_outdated = is_of_other_cost(hash, cost)});
  } catch (const std::bad_alloc&) {
    call.refuse(errc::service_unavailable);
  }
}

} // namespace

password_hasher_actor::behavior_type
password_hasher_behavior(password_hasher_actor::stateful_pointer<password_hasher_state> self, const password_cost& cost,
                         const std::function<void()>& begin) {
  report_crashes(self);
  if (begin) begin();
  return {[cost](const continued_call<password_check>& call) { work_on(call, cost); }};
}

} // namespace paylink
