#pragma once
#include "secrets/passkeys/passkeys.hpp"

namespace paylink {

/// Checks what the browser says about the ceremony: its type (`webauthn.create`, `webauthn.get`), challenge and origin,
/// and that the page was not inside one of another origin. Unknown members are allowed, since browsers add some.
passkey_result<void> check_client_data(std::string_view json, std::string_view type, const passkey_ceremony& ceremony);

} // namespace paylink
