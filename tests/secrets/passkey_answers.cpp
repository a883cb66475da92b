#include "tests/secrets/passkey_answers.hpp"

#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <fstream>
#include <iterator>

namespace paylink::passkey_tests {
namespace {

namespace json = boost::json;

constexpr std::int64_t user_verified_bit = 4, backup_eligible_bit = 8, backed_up_bit = 16;

std::string text_at(const json::value& object, const char* name) { return std::string{object.at(name).as_string()}; }
std::string bytes_at(const json::value& object, const char* name) { return from_hex(text_at(object, name)); }

passkey_vector read_vector(const json::value& row) {
  passkey_vector made;
  made.name = text_at(row, "name");
  made.is_published = text_at(row, "section") != "own";
  const std::string site = made.is_published ? "example.org" : "pay.example.com";
  made.creation = {bytes_at(row, "challenge"), "https://" + site, site, false};
  made.registration = {text_at(row, "client_data_json"), bytes_at(row, "attestation_object")};
  const auto flags = row.at("flags").as_int64();
  made.registration_verifies_user = (flags & user_verified_bit) != 0;
  made.expected.credential_id = bytes_at(row, "credential_id");
  made.expected.user_handle = handle_of_tests;
  made.expected.algorithm = static_cast<passkey_algorithm>(row.at("algorithm").as_int64());
  made.expected.public_key = bytes_at(row, "public_key");
  made.expected.sign_count = static_cast<std::uint32_t>(row.at("sign_count").as_int64());
  made.expected.is_backup_eligible = (flags & backup_eligible_bit) != 0;
  made.expected.is_backed_up = (flags & backed_up_bit) != 0;
  const auto& assertion = row.at("assertion");
  made.use = {bytes_at(assertion, "challenge"), "https://" + site, site, false};
  made.assertion = {made.expected.credential_id, text_at(assertion, "client_data_json"),
                    bytes_at(assertion, "authenticator_data"), bytes_at(assertion, "signature"), std::nullopt};
  if (assertion.as_object().contains("user_handle")) made.assertion.user_handle = bytes_at(assertion, "user_handle");
  made.assertion_verifies_user = (assertion.at("flags").as_int64() & user_verified_bit) != 0;
  return made;
}

std::vector<passkey_vector> read_vectors() {
  std::ifstream file{PAYLINK_SOURCE_DIR "/tests/secrets/vectors/passkeys.json"};
  const auto document = json::parse(std::string{std::istreambuf_iterator<char>{file}, {}});
  std::vector<passkey_vector> rows;
  for (const auto& row : document.at("vectors").as_array()) rows.push_back(read_vector(row));
  return rows;
}

} // namespace

const std::vector<passkey_vector>& passkey_vectors() {
  static const auto rows = read_vectors();
  return rows;
}

const passkey_vector& vector_named(std::string_view name) {
  const auto& rows = passkey_vectors();
  const auto found = std::ranges::find(rows, name, &passkey_vector::name);
  BOOST_REQUIRE(found != rows.end());
  return *found;
}

std::string from_hex(std::string_view hex) {
  std::string bytes;
  for (std::size_t at = 0; at + 1 < hex.size(); at += 2)
    bytes += static_cast<char>(std::stoi(std::string{hex.substr(at, 2)}, nullptr, 16));
  return bytes;
}

std::string with(std::string text, std::string_view from, std::string_view to) {
  const auto at = text.find(from);
  BOOST_REQUIRE(at != text.npos);
  return text.replace(at, from.size(), to);
}

template <class T>
passkey_fault fault_of(const passkey_result<T>& outcome) {
  BOOST_REQUIRE(outcome.has_error());
  return outcome.error();
}
template passkey_fault fault_of(const passkey_result<passkey>&);
template passkey_fault fault_of(const passkey_result<passkey_use>&);

std::string cbor_head_of(unsigned major, std::uint64_t number) {
  const auto first = [major](unsigned info) { return static_cast<char>(major << 5U | info); };
  if (number < 24) return {first(static_cast<unsigned>(number))};
  std::string head{first(27)};
  unsigned width = 8;
  if (number < 0x1'0000'0000) head = first(26), width = 4;
  if (number < 0x1'0000) head = first(25), width = 2;
  if (number < 0x100) head = first(24), width = 1;
  while (width > 0) head += static_cast<char>(number >> 8 * --width);
  return head;
}

std::string cbor_bytes(std::string_view bytes) { return cbor_head_of(2, bytes.size()).append(bytes); }

std::string cbor_text(std::string_view text) { return cbor_head_of(3, text.size()).append(text); }

std::string attestation_object(std::string_view format, std::string_view statement, std::string_view data) {
  return cbor_head_of(5, 3) + cbor_text("fmt") + cbor_text(format) + cbor_text("attStmt") + std::string{statement} +
         cbor_text("authData") + cbor_bytes(data);
}

std::string authenticator_data_of(unsigned flags, std::uint32_t count, std::string_view behind) {
  // printf pay.example.com | sha256sum
  auto data = from_hex("fda36ffa7a235b89f430cbea735cf99163bbc2dbb60f9544cbc204480f9ea0b0");
  data += static_cast<char>(flags);
  for (int shift = 24; shift >= 0; shift -= 8) data += static_cast<char>(count >> shift);
  return data.append(behind);
}

std::string credential_of(std::string_view id, std::string_view cose_key) {
  std::string data(16, '\0');
  data += static_cast<char>(id.size() >> 8);
  data += static_cast<char>(id.size());
  return data.append(id).append(cose_key);
}

} // namespace paylink::passkey_tests
