#include "actors/front/password_hasher.hpp"

#include "actors/crash_report.hpp"

#include <caf/all.hpp>

namespace paylink {

namespace {

password_worked_on work_on(const asked_password& asked, const password_cost& cost) {
  try {
    if (asked.hash.empty()) return {{.made = hash_password(asked.password, cost)}};
    return {{.fits = verify_password(asked.hash, asked.password), .is_outdated = is_of_other_cost(asked.hash, cost)}};
  } catch (const std::bad_alloc&) {
    return {{}, errc::service_unavailable};
  }
}

} // namespace

password_hasher_actor::behavior_type
password_hasher_behavior(password_hasher_actor::stateful_pointer<password_hasher_state> self, const password_cost& cost,
                         const std::function<void()>& begin) {
  report_crashes(self);
  if (begin) begin();
  return {[cost](const work_on_password& wanted) { return work_on(*wanted.asked, cost); }};
}

} // namespace paylink
