#pragma once
#include "http/feeds/entry_values.hpp"
#include "http/feeds/known_members.hpp"

namespace paylink {

/// Makes an entry from the flat JSON object in which an aggregator tells of a transaction. Faults have the aggregator's
/// names.
class aggregator_entry {
public:
  aggregator_entry(const known_members& members, decoded_entry& out) : members_{members}, out_{out}, values_{out} {}

  entry_values& values() { return values_; }

  /// The aggregator's own id: a whole number, or text.
  void read_id(std::string_view name);
  void read_account(std::string_view name);
  void read_virtual_account(std::string_view name);
  /// A number above 0.
  void read_amount(std::string_view name);
  /// A number whose sign is the direction.
  void read_signed_amount(std::string_view name);
  void read_time(std::string_view name);
  void read_content(std::string_view name);
  /// Texts beside the content, in which a reference may stand, too; the first is the content if that is blank. No money
  /// depends on them, so nothing about them is a fault.
  void read_other_texts(std::initializer_list<std::string_view> names);
  void read_bank(std::string_view name, std::string_view feed);
  /// What is on the account after it. 0 is what those write who do not know it; no money depends on it, so nothing
  /// about it is a fault.
  void read_balance(std::string_view name);
  /// A member with two values makes the entry invalid, whatever they are.
  void refuse_repeated(std::span<const std::string_view> names);

  /// The first of these that the object has; the first of all if it has none.
  std::string_view present(std::initializer_list<std::string_view> names) const;

private:
  /// Its text; null after a fault.
  const std::string* text_of(std::string_view name, bool is_required);

  const known_members& members_;
  decoded_entry& out_;
  entry_values values_;
};

/// At the start of a body, after a byte order mark.
json_cursor cursor_of(std::string_view body);
json_refusal refusal_at(std::string message, const json_cursor& cursor);

} // namespace paylink
