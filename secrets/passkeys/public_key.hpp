#pragma once
#include "secrets/passkeys/cbor.hpp"
#include "secrets/passkeys/passkeys.hpp"

namespace paylink {

/// A passkey's public key: the bare numbers of a COSE key (RFC 9053), one after the other.
struct passkey_public_key {
  passkey_algorithm algorithm = passkey_algorithm::es256;
  std::string numbers; ///< ES256: x, y. EdDSA: the key. RS256: the modulus (256 bytes) and the exponent (3 bytes).
};

/// Reads a COSE key of one of the offered algorithms; fails with `algorithm` or `public_key`.
passkey_result<passkey_public_key> read_public_key(const cbor_value& cose);

} // namespace paylink
