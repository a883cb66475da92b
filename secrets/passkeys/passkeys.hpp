#pragma once
#include "secrets/passkeys/passkey_fault.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

/// Passkeys: what a browser answers to `navigator.credentials.create` and `.get` (W3C Web Authentication), verified.
/// All texts are bytes as the browser has them, after base64url. Pure functions; they may run on any thread.
namespace paylink {

/// Signature algorithms by their COSE numbers.
enum class passkey_algorithm : std::int32_t { es256 = -7, eddsa = -8, rs256 = -257 };

/// What to offer in `pubKeyCredParams`, the preferred one first. RS256 keys have 2,048 bits, as those of Windows Hello.
inline constexpr std::array passkey_algorithms{passkey_algorithm::es256, passkey_algorithm::eddsa,
                                               passkey_algorithm::rs256};

inline constexpr std::size_t passkey_client_data_bytes_max = 4'096;
inline constexpr std::size_t passkey_attestation_bytes_max = 16'384;
inline constexpr std::size_t passkey_authenticator_data_bytes_max = 4'096;
inline constexpr std::size_t passkey_credential_id_bytes_max = 1'023;
inline constexpr std::size_t passkey_user_handle_bytes_max = 64;
inline constexpr std::size_t passkey_challenge_bytes_min = 16;

/// What an answer must fit: the challenge that this browser was given, valid for one answer, and whom it was given to.
struct passkey_ceremony {
  std::string challenge;           ///< Random bytes, at least 16. The caller forgets them after the first answer.
  std::string origin;              ///< Exactly as browsers write it: `https://pay.example.com`.
  std::string relying_party_id;    ///< `pay.example.com`, or a domain above it.
  bool needs_verified_user = true; ///< Whether a PIN or a biometric check is required, not just a touch.
};

/// A browser's answer to `navigator.credentials.create`.
struct passkey_registration {
  std::string client_data_json;
  std::string attestation_object;
};

/// A registered passkey, as it is stored.
struct passkey {
  std::string credential_id; ///< 1 to 1,023 bytes; unique among all accounts.
  std::string user_handle;   ///< The user's id, as it was sent in `user.id`.
  passkey_algorithm algorithm = passkey_algorithm::es256;
  std::string public_key; ///< A COSE key, as the authenticator gave it.
  std::uint32_t sign_count = 0;
  bool is_backup_eligible = false;
  bool is_backed_up = false;
};

/// A browser's answer to `navigator.credentials.get`.
struct passkey_assertion {
  std::string credential_id; ///< `rawId`.
  std::string client_data_json;
  std::string authenticator_data;
  std::string signature;
  std::optional<std::string> user_handle; ///< Not every authenticator returns it; an empty one counts as none.
};

/// What the use of a passkey changes: store it with a conditional update on the old count.
struct passkey_use {
  std::uint32_t sign_count = 0;
  bool is_backed_up = false;
  bool is_user_verified = false;
};

/// Checks a registration. Attestations are not used: format `none`, or `packed` with the passkey's own signature, which
/// is verified, or with a certificate, which is not judged. The caller refuses a credential id that is taken.
/// `user_handle` has 1 to 64 bytes.
passkey_result<passkey> register_passkey(const passkey_registration& answer, const passkey_ceremony& ceremony,
                                         std::string user_handle);

/// Checks that the answer was given with this passkey. A signature counter that does not increase is refused, unless
/// both counts are 0: many authenticators do not count.
passkey_result<passkey_use> verify_passkey(const passkey_assertion& answer, const passkey& known,
                                           const passkey_ceremony& ceremony);

/// The challenge that the client data name, as base64url, to look up what was asked; it proves nothing. None if they
/// cannot be read.
std::optional<std::string> passkey_challenge(std::string_view client_data_json);

} // namespace paylink
