#include "domain/banks/vietqr.hpp"

#include "domain/values/decimal.hpp"

#include <algorithm>
#include <array>

namespace paylink {

namespace {

constexpr std::int64_t amount_max = 9'999'999'999'999; // 13 digits
constexpr std::size_t account_size_max = 19;
constexpr std::size_t purpose_size_max = 25;

constexpr std::array<std::uint16_t, 256> crc_steps = [] {
  std::array<std::uint16_t, 256> steps{};
  for (unsigned byte = 0; byte < steps.size(); ++byte) {
    unsigned crc = byte << 8;
    for (int bit = 0; bit < 8; ++bit) crc = (crc & 0x8000) != 0 ? crc << 1 ^ 0x1021 : crc << 1;
    steps[byte] = static_cast<std::uint16_t>(crc);
  }
  return steps;
}();

bool is_account_character(char c) { return is_digit(c) || (c >= 'A' && c <= 'Z'); }
bool is_printable(char c) { return c >= 0x20 && c <= 0x7e; }

bool fits(const vietqr& code) {
  return code.bin.size() == 6 && std::ranges::all_of(code.bin, is_digit) && !code.account.empty() &&
         code.account.size() <= account_size_max && std::ranges::all_of(code.account, is_account_character) &&
         (!code.amount || (code.amount->dong > 0 && code.amount->dong <= amount_max)) &&
         code.purpose.size() <= purpose_size_max && std::ranges::all_of(code.purpose, is_printable) &&
         code.purpose != "***"; // To a payer's app this would mean: ask the payer.
}

/// One data object: identifier and length in two digits each, then the value.
void append_object(std::string& out, std::string_view identifier, std::string_view value) {
  char length[2];
  write_padded(length, value.size(), 2);
  out.append(identifier).append(length, 2).append(value);
}

} // namespace

std::uint16_t vietqr_crc(std::string_view data) {
  unsigned crc = 0xffff;
  for (const char c : data) crc = (crc << 8 ^ crc_steps[(crc >> 8 ^ static_cast<unsigned char>(c)) & 0xff]) & 0xffff;
  return static_cast<std::uint16_t>(crc);
}

result<std::string> vietqr_payload(const vietqr& code) {
  if (!fits(code)) return errc::validation_error;

  std::string keeper; // Which bank, which account.
  append_object(keeper, "00", code.bin);
  append_object(keeper, "01", code.account);
  std::string beneficiary;
  append_object(beneficiary, "00", "A000000727"); // NAPAS
  append_object(beneficiary, "01", keeper);
  append_object(beneficiary, "02", "QRIBFTTA"); // Instant transfer to an account.

  std::string payload;
  payload.reserve(192);
  append_object(payload, "00", "01");
  append_object(payload, "01", code.amount ? "12" : "11");
  append_object(payload, "38", beneficiary);
  append_object(payload, "53", "704"); // VND
  if (code.amount) append_object(payload, "54", to_digits(*code.amount));
  append_object(payload, "58", "VN");
  if (!code.purpose.empty()) {
    std::string additional;
    append_object(additional, "08", code.purpose);
    append_object(payload, "62", additional);
  }

  payload += "6304"; // The checksum covers its own identifier and length.
  constexpr std::string_view digits = "0123456789ABCDEF";
  const auto crc = vietqr_crc(payload);
  for (int shift = 12; shift >= 0; shift -= 4) payload += digits[crc >> shift & 15];
  return payload;
}

} // namespace paylink
