#pragma once
#include "http/wire/feed_codec.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace paylink {

/// An amount of VND as a decimal number, or why it is none.
struct vnd_amount {
  std::int64_t dong = 0;
  std::string_view fault{}; ///< As in "amount must be a number"; empty: it is one.
};
/// Decimal digits with an optional sign; a fraction may have zeros alone, since VND has no smaller unit.
vnd_amount read_dong(std::string_view text);

/// Text that every database stores: valid UTF-8 without U+0000.
std::string repaired(std::string_view bytes);

/// The same of an account's number or a reference, cut where it is too long to be one: many entries may repeat it.
std::string repaired_name(std::string_view bytes);

/// Puts what a format says into an entry. The first thing that is wrong becomes the entry's `invalid`, with the name
/// that the format has for it.
class entry_values {
public:
  explicit entry_values(decoded_entry& out) : out_{out} {}

  void fault(std::string_view name, std::string_view reason);
  bool is_sound() const { return out_.invalid.empty(); }

  void set_reference(std::string_view name, std::string_view text);
  void set_account(std::string_view name, std::string_view text);
  /// In capitals; nothing if it is the account's own number.
  void set_virtual_account(std::string_view name, std::string_view text);
  /// An amount above 0.
  void set_amount(std::string_view name, std::string_view text);
  /// As in `parse_bank_time`.
  void set_time(std::string_view name, std::string_view text);
  /// On the switch's feed the named bank is the entry's; on a bank's own feed it must be no other. A name that no bank
  /// has says nothing, except on the switch's feed.
  void set_bank(std::string_view name, std::string_view text, std::string_view feed);

private:
  decoded_entry& out_;
};

} // namespace paylink
