#include "domain/banks/connection.hpp"

#include "domain/links/reference.hpp"
#include "domain/values/decimal.hpp"
#include "domain/values/free_text.hpp"

#include <algorithm>

namespace paylink {

namespace {

constexpr std::string_view prefix = "PFVA";
constexpr std::size_t tail_size = 8;
constexpr std::size_t holder_points_max = 100;

bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }
bool is_small(char c) { return c >= 'a' && c <= 'z'; }

template <class Allowed>
bool consists_of(std::string_view text, std::size_t least, std::size_t most, Allowed allowed) {
  return text.size() >= least && text.size() <= most && std::ranges::all_of(text, allowed);
}

/// Whether the letters of the prefix stand in the text in this order. Nearly every transfer is asked, and folding its
/// text costs more than all else that is asked of it. A letter beyond ASCII may be any.
bool may_hold_prefix(std::string_view text) {
  std::size_t met = 0;
  for (const char c : text) {
    if (static_cast<unsigned char>(c) >= 0x80 || (is_small(c) ? static_cast<char>(c - 'a' + 'A') : c) == prefix[met])
      ++met;
    if (met == prefix.size()) return true;
  }
  return false;
}

} // namespace

std::string make_verification_text(random_source& random) {
  return std::string{prefix} + reference::make(reference_kind::payment_link, random).text().substr(prefix.size());
}

std::vector<std::string> find_verification_texts(std::string_view transfer_text) {
  if (!may_hold_prefix(transfer_text)) return {};
  const auto folded = fold_transfer_text(transfer_text);
  std::vector<std::string> found;
  for (auto at = folded.find(prefix); at != folded.npos && found.size() < verification_texts_max;
       at = folded.find(prefix, at + 1)) {
    auto word = folded.substr(at, prefix.size() + tail_size);
    if (word.size() == prefix.size() + tail_size && std::ranges::find(found, word) == found.end())
      found.push_back(std::move(word));
  }
  return found;
}

bool holds_verification_text(std::string_view transfer_text, std::string_view text) {
  return may_hold_prefix(transfer_text) && fold_transfer_text(transfer_text).find(text) != std::string::npos;
}

std::optional<field_fault> fault_of_account_number(std::string_view number) {
  if (number.empty()) return field_fault{"account_number", "required", "account_number is missing."};
  if (consists_of(number, 4, 19, [](char c) { return is_digit(c) || is_capital(c); })) return std::nullopt;
  return field_fault{"account_number", "format", "account_number must have 4 to 19 digits or capital letters."};
}

std::optional<field_fault> fault_of_holder_name(std::string_view name) {
  if (name.empty()) return field_fault{"holder_name", "required", "holder_name is missing."};
  if (count_code_points(name) > holder_points_max)
    return field_fault{"holder_name", "too_long", "holder_name must have at most 100 characters."};
  if (holds_control_character(name) || name.find('\n') != name.npos)
    return field_fault{"holder_name", "format", "holder_name must not contain control characters."};
  return std::nullopt;
}

std::optional<field_fault> fault_of_phone(std::string_view phone) {
  const auto digits = phone.substr(phone.starts_with('+') ? 1 : 0);
  if (consists_of(digits, 8, 15, is_digit)) return std::nullopt;
  return field_fault{"phone", "format", "phone must have 8 to 15 digits, optionally after a +."};
}

std::optional<field_fault> fault_of_identity_number(std::string_view number) {
  if (consists_of(number, 6, 20, [](char c) { return is_digit(c) || is_capital(c) || is_small(c) || c == '-'; }))
    return std::nullopt;
  return field_fault{"identity_number", "format", "identity_number must have 6 to 20 digits, letters or hyphens."};
}

std::optional<field_fault> fault_of_otp(std::string_view otp) {
  if (otp.empty()) return field_fault{"otp", "required", "otp is missing."};
  if (consists_of(otp, 4, 10, [](char c) { return is_digit(c) || is_capital(c) || is_small(c); })) return std::nullopt;
  return field_fault{"otp", "format", "otp must have 4 to 10 digits or letters."};
}

} // namespace paylink
