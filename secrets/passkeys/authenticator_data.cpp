#include "secrets/passkeys/authenticator_data.hpp"

#include "secrets/hex.hpp"
#include "secrets/hmac.hpp"

namespace paylink {
namespace {

constexpr std::size_t hash_bytes = 32;
constexpr std::size_t aaguid_bytes = 16;

/// Bits of the flags byte; the others are reserved.
enum class data_flag : unsigned {
  user_present = 0x01,
  user_verified = 0x04,
  backup_eligible = 0x08,
  backed_up = 0x10,
  with_credential = 0x40,
  with_extensions = 0x80,
};

/// The next `count` bytes; none if there are fewer.
std::optional<std::string_view> take_bytes(std::string_view& left, std::size_t count) {
  if (left.size() < count) return std::nullopt;
  const auto taken = left.substr(0, count);
  left.remove_prefix(count);
  return taken;
}

std::uint32_t big_endian(std::string_view bytes) {
  std::uint32_t number = 0;
  for (const char byte : bytes) number = number << 8 | static_cast<unsigned char>(byte);
  return number;
}

passkey_result<attested_credential> take_credential(std::string_view& left) {
  if (!take_bytes(left, aaguid_bytes)) return passkey_fault::authenticator_data;
  const auto length = take_bytes(left, 2);
  if (!length) return passkey_fault::authenticator_data;
  const auto id_bytes = big_endian(*length);
  if (id_bytes == 0 || id_bytes > passkey_credential_id_bytes_max) return passkey_fault::credential_id;
  const auto id = take_bytes(left, id_bytes);
  if (!id) return passkey_fault::authenticator_data;
  auto key = take_cbor(left);
  if (!key || key->type != cbor_type::map) return passkey_fault::authenticator_data;
  return attested_credential{*id, std::move(*key)};
}

} // namespace

passkey_result<authenticator_data> read_authenticator_data(std::string_view bytes) {
  auto left = bytes;
  const auto hash = take_bytes(left, hash_bytes);
  const auto flag_byte = take_bytes(left, 1);
  const auto count = take_bytes(left, 4);
  if (!hash || !flag_byte || !count) return passkey_fault::authenticator_data;
  const auto flags = big_endian(*flag_byte);
  const auto has = [flags](data_flag flag) { return (flags & static_cast<unsigned>(flag)) != 0; };
  authenticator_data data;
  data.relying_party_hash = *hash;
  data.is_user_present = has(data_flag::user_present);
  data.is_user_verified = has(data_flag::user_verified);
  data.is_backup_eligible = has(data_flag::backup_eligible);
  data.is_backed_up = has(data_flag::backed_up);
  data.sign_count = big_endian(*count);
  if (has(data_flag::with_credential)) {
    auto credential = take_credential(left);
    if (!credential) return credential.error();
    data.credential = std::move(*credential);
  }
  if (has(data_flag::with_extensions)) {
    data.extensions = take_cbor(left);
    if (!data.extensions || data.extensions->type != cbor_type::map) return passkey_fault::authenticator_data;
  }
  if (!left.empty()) return passkey_fault::authenticator_data;
  return data;
}

passkey_result<void> check_authenticator_data(const authenticator_data& data, const passkey_ceremony& ceremony) {
  const auto hash =
      to_hex({reinterpret_cast<const unsigned char*>(data.relying_party_hash.data()), data.relying_party_hash.size()});
  if (hash != sha256_hex(ceremony.relying_party_id)) return passkey_fault::relying_party;
  if (!data.is_user_present) return passkey_fault::user_presence;
  if (ceremony.needs_verified_user && !data.is_user_verified) return passkey_fault::user_verification;
  if (data.is_backed_up && !data.is_backup_eligible) return passkey_fault::backup_state;
  return {};
}

} // namespace paylink
