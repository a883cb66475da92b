#include "domain/identity/signing_key.hpp"

namespace paylink {

bool may_handle_signing_key(entrance by, role held, bool is_active_member) {
  // A token or a shell history is easily copied, and who has the key can sign what a shop takes for paid.
  if (by != entrance::console_session) return false;
  return is_active_member && (held == role::owner || held == role::admin);
}

} // namespace paylink
