#include "secrets/passkeys/public_key.hpp"

#include <algorithm>

namespace paylink {
namespace {

// Labels and values of RFC 9052 and RFC 9053. What a negative label means depends on the key type.
constexpr std::int64_t label_key_type = 1, label_algorithm = 3;
constexpr std::int64_t key_type_okp = 1, key_type_ec2 = 2, key_type_rsa = 3;
constexpr std::int64_t label_curve = -1, label_x = -2, label_y = -3, label_modulus = -1, label_exponent = -2;
constexpr std::int64_t curve_p256 = 1, curve_ed25519 = 6;
constexpr std::size_t coordinate_bytes = 32, modulus_bytes = 256;
constexpr std::string_view exponent_65537{"\x01\x00\x01", 3};

bool has_number(const cbor_value& cose, std::int64_t label, std::int64_t expected) {
  const auto* number = cose.find(label, cbor_type::integer);
  return number != nullptr && number->number == expected;
}

/// The bytes of a label if there are so many; else nothing.
std::string_view bytes_of(const cbor_value& cose, std::int64_t label, std::size_t size) {
  const auto* bytes = cose.find(label, cbor_type::bytes);
  return bytes != nullptr && bytes->text.size() == size ? bytes->text : std::string_view{};
}

std::string point_of(const cbor_value& cose) {
  if (cose.keys() != 5 || !has_number(cose, label_key_type, key_type_ec2)) return {};
  if (!has_number(cose, label_curve, curve_p256)) return {};
  const auto x = bytes_of(cose, label_x, coordinate_bytes), y = bytes_of(cose, label_y, coordinate_bytes);
  return x.empty() || y.empty() ? std::string{} : std::string{x}.append(y);
}

std::string edwards_key_of(const cbor_value& cose) {
  if (cose.keys() != 4 || !has_number(cose, label_key_type, key_type_okp)) return {};
  if (!has_number(cose, label_curve, curve_ed25519)) return {};
  return std::string{bytes_of(cose, label_x, coordinate_bytes)};
}

std::string rsa_key_of(const cbor_value& cose) {
  if (cose.keys() != 4 || !has_number(cose, label_key_type, key_type_rsa)) return {};
  const auto modulus = bytes_of(cose, label_modulus, modulus_bytes);
  const auto exponent = bytes_of(cose, label_exponent, exponent_65537.size());
  if (modulus.empty() || exponent != exponent_65537) return {};
  return std::string{modulus}.append(exponent);
}

} // namespace

passkey_result<passkey_public_key> read_public_key(const cbor_value& cose) {
  const auto* number = cose.find(label_algorithm, cbor_type::integer);
  if (number == nullptr) return passkey_fault::public_key;
  const auto algorithm = std::ranges::find(passkey_algorithms, number->number, [](passkey_algorithm offered) {
    return std::int64_t{std::int32_t(offered)};
  });
  if (algorithm == passkey_algorithms.end()) return passkey_fault::algorithm;
  passkey_public_key key{*algorithm, {}};
  // The standard allows no members but these.
  switch (*algorithm) {
  case passkey_algorithm::es256:
    key.numbers = point_of(cose);
    break;
  case passkey_algorithm::eddsa:
    key.numbers = edwards_key_of(cose);
    break;
  case passkey_algorithm::rs256:
    key.numbers = rsa_key_of(cose);
    break;
  }
  if (key.numbers.empty()) return passkey_fault::public_key;
  return key;
}

} // namespace paylink
