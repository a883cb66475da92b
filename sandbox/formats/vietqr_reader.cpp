#include "sandbox/formats/vietqr_reader.hpp"

#include "domain/banks/vietqr.hpp"
#include "domain/values/ascii.hpp"
#include "domain/values/decimal.hpp"

#include <algorithm>
#include <array>

namespace paylink::sandbox {
namespace {

constexpr std::size_t payload_max = 512; ///< Real ones have fewer than 200 characters.
constexpr std::size_t account_max = 19, amount_digits_max = 13, purpose_max = 25;

/// The data objects of one level, by their two digits.
class data_objects {
public:
  /// False if the text is not a chain of objects, or names one twice.
  bool read(std::string_view text) {
    while (!text.empty()) {
      if (text.size() < 4 || !std::ranges::all_of(text.substr(0, 4), is_digit)) return false;
      const auto identifier = two_digits(text), size = two_digits(text.substr(2));
      text.remove_prefix(4);
      if (size == 0 || size > text.size() || values_[identifier].data() != nullptr) return false;
      values_[identifier] = text.substr(0, size);
      if (first_ == none) first_ = identifier;
      last_ = identifier;
      text.remove_prefix(size);
    }
    return true;
  }
  /// Empty: there is none.
  std::string_view operator[](std::size_t identifier) const { return values_[identifier]; }
  std::size_t first() const { return first_; }
  std::size_t last() const { return last_; }

private:
  static constexpr std::size_t none = 100;
  static std::size_t two_digits(std::string_view text) {
    return static_cast<std::size_t>(text[0] - '0') * 10 + static_cast<std::size_t>(text[1] - '0');
  }

  std::array<std::string_view, 100> values_{};
  std::size_t first_ = none, last_ = none;
};

bool are_digits(std::string_view text) { return !text.empty() && std::ranges::all_of(text, is_digit); }

bool is_account(std::string_view text) {
  return !text.empty() && text.size() <= account_max &&
         std::ranges::all_of(text, [](char c) { return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z'); });
}

bool is_printable_text(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return c >= 0x20 && c <= 0x7e; });
}

/// What is wrong with the checksum at the end; empty: nothing.
std::string_view checksum_fault(std::string_view payload) {
  constexpr std::size_t checksum_size = 8; // `6304` and four digits
  if (payload.size() < checksum_size || payload.substr(payload.size() - checksum_size, 4) != "6304")
    return "This is not a VietQR payload: it does not end with a checksum.";
  unsigned reported = 0;
  for (const char c : payload.substr(payload.size() - 4)) {
    const int digit = hex_value(c);
    if (digit < 0) return "The checksum has a character that is not a hexadecimal digit.";
    reported = reported * 16 + static_cast<unsigned>(digit);
  }
  return reported == vietqr_crc(payload.substr(0, payload.size() - 4))
             ? std::string_view{}
             : "The checksum does not match: a character is missing or wrong.";
}

/// The bank and the account in object 38; what is wrong with it, or nothing.
std::string_view read_beneficiary(std::string_view text, vietqr_request& into) {
  data_objects beneficiary, keeper;
  if (!beneficiary.read(text) || beneficiary[0] != "A000000727") return "The code is not a VietQR code (NAPAS247).";
  if (beneficiary[2] == "QRIBFTTC") return "The code pays to a card, which this bank does not support.";
  if (!keeper.read(beneficiary[1])) return "The code does not contain a bank and an account.";
  if (keeper[0].size() != 6 || !are_digits(keeper[0])) return "The code's bank is not a BIN of 6 digits.";
  if (!is_account(keeper[1])) return "The code's account number must be 1 to 19 capital letters and digits.";
  into.bin = keeper[0];
  into.account = keeper[1];
  return {};
}

std::string_view read_amount(std::string_view digits, vietqr_request& into) {
  if (digits.empty()) return {};
  const auto amount = digits.size() <= amount_digits_max ? parse_money(digits) : std::nullopt;
  if (!amount) return "The code's amount is not a whole number of VND.";
  into.amount = amount->dong;
  return {};
}

std::string_view read_purpose(std::string_view additional, vietqr_request& into) {
  data_objects objects;
  if (additional.empty()) return {};
  if (!objects.read(additional)) return "The code's additional data cannot be read.";
  const auto purpose = objects[8];
  if (purpose.size() > purpose_max || !is_printable_text(purpose))
    return "The code's transfer text must be at most 25 characters of ASCII.";
  if (purpose != "***") into.purpose = purpose; // which would mean: ask the payer
  return {};
}

std::string_view read_objects(std::string_view payload, vietqr_request& into) {
  if (payload.size() > payload_max) return "This is too long for a VietQR payload.";
  if (const auto fault = checksum_fault(payload); !fault.empty()) return fault;
  data_objects objects;
  if (!objects.read(payload) || objects.first() != 0 || objects.last() != 63 || objects[0] != "01")
    return "The payload is not a chain of data objects from 00 to 63.";
  if (objects[53] != "704") return "The code's currency is not VND.";
  if (objects[58] != "VN") return "The code's country is not Vietnam.";
  if (const auto fault = read_beneficiary(objects[38], into); !fault.empty()) return fault;
  if (const auto fault = read_amount(objects[54], into); !fault.empty()) return fault;
  return read_purpose(objects[62], into);
}

} // namespace

std::variant<vietqr_request, std::string> read_vietqr(std::string_view payload) {
  constexpr std::string_view around = " \t\r\n";
  const auto begin = payload.find_first_not_of(around);
  if (begin == payload.npos) return "Paste the payload of a VietQR code.";
  payload = payload.substr(begin, payload.find_last_not_of(around) - begin + 1);
  vietqr_request read;
  const auto fault = read_objects(payload, read);
  if (!fault.empty()) return std::string{fault};
  return read;
}

} // namespace paylink::sandbox
