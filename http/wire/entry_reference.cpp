#include "http/wire/entry_reference.hpp"

#include "domain/links/reference.hpp"
#include "domain/values/fingerprint.hpp"
#include "domain/values/hex_digits.hpp"
#include "domain/values/local_time.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace paylink {

std::string short_print(std::string_view text) { return hex_digits(fingerprint(text)); }

std::string signed_amount(const bank_entry& entry) {
  return (entry.type == transfer_type::debit ? '-' : '+') + to_digits(entry.amount);
}

std::string what_is_said(const bank_entry& entry) {
  return signed_amount(entry) + '~' + short_print(fold_transfer_text(entry.content));
}

bool is_placeholder(std::string_view reference) {
  static constexpr std::array<std::string_view, 9> words{
      "NONREF", "NOREF", "NOTPROVIDED", "NOTAVAILABLE", "UNKNOWN", "NONE", "NULL", "NIL", "NA"};
  constexpr std::size_t longest = 12;
  std::string letters;
  bool is_nothing = true;
  for (const char byte : reference) {
    const bool is_small = byte >= 'a' && byte <= 'z';
    // Of other scripts, every letter counts; of ASCII, marks do not.
    if (static_cast<unsigned char>(byte) >= 0x80) return false;
    if (!is_small && !(byte >= '0' && byte <= '9') && !(byte >= 'A' && byte <= 'Z')) continue;
    is_nothing = is_nothing && byte == '0';
    if (letters.size() > longest && !is_nothing) return false;
    if (letters.size() <= longest) letters += is_small ? static_cast<char>(byte - 'a' + 'A') : byte;
  }
  return is_nothing || std::ranges::find(words, letters) != words.end();
}

std::string entry_references::dated(std::string_view reference, const bank_entry& entry) {
  return std::string{reference} + '@' + vietnam_date(entry.occurred_at);
}

std::string entry_references::made_up(const bank_entry& entry, std::string_view payer) {
  const auto said = format_rfc3339(entry.occurred_at) + '|' + std::string{payer} + '|' + entry.content;
  return signed_amount(entry) + '~' + short_print(said);
}

bool entry_references::is_made_up(std::string_view reference) {
  const auto digits = reference.find_first_not_of("0123456789", 1);
  return !reference.empty() && (reference.front() == '+' || reference.front() == '-') && digits != reference.npos &&
         reference[digits] == '~';
}

std::string entry_references::numbered(std::string_view reference, const bank_entry& entry) {
  return with_number(std::string{reference},
                     entry.account_number + '|' + what_is_said(entry) + '|' + dated(reference, entry));
}

std::string entry_references::identity(std::string_view reference, const bank_entry& entry) {
  auto text = dated(reference, entry) + signed_amount(entry);
  const auto key = entry.bin + '|' + entry.account_number + '|' + text;
  return with_number(std::move(text), key);
}

std::string entry_references::made_up_identity(const bank_entry& entry, std::string_view payer) {
  auto text = dated(made_up(entry, payer), entry);
  const auto key = entry.bin + '|' + entry.account_number + '|' + text;
  return with_number(std::move(text), key);
}

void entry_references::replace_placeholder(bank_entry& entry) {
  if (is_placeholder(entry.bank_reference)) entry.bank_reference = made_up_identity(entry, {});
}

std::string entry_references::with_number(std::string text, const std::string& key) {
  last_number_ = ++seen_[key];
  if (const int expected = std::exchange(expected_number_, 0); expected > 0) last_number_ = expected;
  return last_number_ == 1 ? text : text + '#' + std::to_string(last_number_);
}

} // namespace paylink
