#include "domain/identity/signing_key.hpp"

namespace paylink {

bool may_handle_signing_key(entrance by, role held, bool is_active_member) {
  // A token or a shell history is easily copied, and anyone with the key can forge payments.
  if (by != entrance::console_session) return false;
  return is_active_member && (held == role::owner || held == role::admin);
}

} // namespace paylink
