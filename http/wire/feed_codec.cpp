#include "http/wire/feed_codec.hpp"

#include "domain/values/ascii.hpp"
#include "domain/values/utf8.hpp"
#include "http/wire/entry_reference.hpp"
#include "http/wire/json_cursor.hpp"
#include "http/wire/record_writer.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string>

namespace paylink {
namespace {

constexpr std::size_t entries_max = 500;
constexpr std::size_t bank_reference_max = 128; ///< Characters.
constexpr std::size_t account_number_max = 64;  ///< Longer than any bank's; keeps the index rows small.
constexpr int unknown_depth_max = 32;           ///< How deeply skipped members may be nested.

enum class feed_member : unsigned {
  bank_reference,
  account_number,
  virtual_account_number,
  bin,
  amount,
  transfer_type,
  content,
  occurred_at,
  status,
  entries,
  connection_state,
  unknown,
};
constexpr std::array<std::string_view, 11> member_names{"bank_reference",
                                                        "account_number",
                                                        "virtual_account_number",
                                                        "bin",
                                                        "amount",
                                                        "transfer_type",
                                                        "content",
                                                        "occurred_at",
                                                        "status",
                                                        "entries",
                                                        "connection_state"};
constexpr std::array required_members{feed_member::bank_reference, feed_member::account_number, feed_member::amount,
                                      feed_member::transfer_type,  feed_member::occurred_at,    feed_member::status};

std::string_view name_of(feed_member member) { return member_names[static_cast<unsigned>(member)]; }

feed_member member_of(const json_text& name) {
  std::string unescaped;
  auto text = name.raw;
  if (!name.is_plain) {
    append_unescaped(unescaped, name.raw);
    text = unescaped;
  }
  const auto known = std::ranges::find(member_names, text);
  return static_cast<feed_member>(known - member_names.begin());
}

std::size_t characters_in(std::string_view utf8) {
  return static_cast<std::size_t>(
      std::ranges::count_if(utf8, [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0) != 0x80; }));
}

/// Reads the JSON of one entry, members in any order, straight into a `decoded_entry`.
class entry_reader {
public:
  /// `list` gets the rows of an `entries` member; if null, such a member is unknown.
  entry_reader(json_cursor& cursor, bool needs_bin, decoded_entry& out, std::vector<decoded_entry>* list)
      : cursor_{cursor}, needs_bin_{needs_bin}, out_{out}, entry_{out.entry}, list_{list} {}

  /// False if the text is not JSON (or has too many entries); faults of the entry alone go to `invalid`.
  bool read() {
    if (cursor_.peek() != '{') {
      fault("the entry is not an object");
      return cursor_.skip_value(unknown_depth_max);
    }
    cursor_.take('{');
    if (!cursor_.take('}')) {
      do {
        json_text name;
        if (!cursor_.take_string(name) || !cursor_.take(':') || !read_member(member_of(name))) return false;
      } while (cursor_.take(','));
      if (!cursor_.take('}')) return false;
    }
    if (has_notice_members() && !state_) fault(feed_member::connection_state, "must be a string");
    for (const auto member : required_members)
      if (!has(member)) fault(member, "is missing");
    if (needs_bin_ && !has(feed_member::bin)) fault(feed_member::bin, "is missing");
    return true;
  }

  bool is_list() const { return is_list_; }
  /// The state of a connection, if the object reports one and is no entry.
  std::optional<std::string> reported_state() && { return has_notice_members() ? std::move(state_) : std::nullopt; }
  /// Why the object has none of the forms of a body; empty if it has one. Any member of an entry, even null, makes it
  /// an entry: refusing it could lose money.
  std::string_view fault_of_form() const {
    if (is_list_ || (named_ & (bit_of(feed_member::entries) - 1)) != 0) return {};
    if (has(feed_member::entries)) return "entries must be a list.";
    if (!has(feed_member::connection_state))
      return "The body must have the members of an entry, entries, or a connection_state.";
    return state_ ? "" : "connection_state must be a string.";
  }
  bool has_too_many() const { return has_too_many_; }

private:
  static constexpr unsigned bit_of(feed_member member) { return 1u << static_cast<unsigned>(member); }
  bool has(feed_member member) const { return (seen_ & bit_of(member)) != 0; }
  /// Whether the object has a state, and shares only the account's name with an entry.
  bool has_notice_members() const {
    const auto common = bit_of(feed_member::account_number) | bit_of(feed_member::bin);
    return !is_list_ && (seen_ & ~common) == bit_of(feed_member::connection_state);
  }

  void fault(std::string_view reason) {
    if (out_.invalid.empty()) out_.invalid = reason;
  }
  void fault(feed_member member, std::string_view reason) {
    if (!out_.invalid.empty()) return;
    out_.invalid = name_of(member);
    out_.invalid += ' ';
    out_.invalid += reason;
  }

  bool read_member(feed_member member) {
    named_ |= bit_of(member);
    if (member == feed_member::unknown || (member >= feed_member::entries && list_ == nullptr))
      return cursor_.skip_value(unknown_depth_max);
    if (cursor_.peek() == 'n') return cursor_.take_word("null"); // as if it were absent
    if (member == feed_member::entries && cursor_.peek() == '[') return read_list();
    if (member == feed_member::connection_state && cursor_.peek() == '"') return read_state();
    if (member >= feed_member::entries) {
      seen_ |= bit_of(member);
      return cursor_.skip_value(unknown_depth_max);
    }
    // With two values for one member, it is unclear which one the bank means.
    if (has(member)) {
      fault(member, "occurs more than once");
      return cursor_.skip_value(unknown_depth_max);
    }
    seen_ |= bit_of(member);
    return member == feed_member::amount ? read_amount() : read_text(member);
  }

  bool read_list() {
    cursor_.take('[');
    is_list_ = true;
    if (cursor_.take(']')) return true;
    do {
      if (list_->size() == entries_max) {
        has_too_many_ = true;
        return false;
      }
      cursor_.peek();
      const auto from = cursor_.offset();
      auto& row = list_->emplace_back();
      if (!entry_reader{cursor_, needs_bin_, row, nullptr}.read()) return false;
      if (!row.invalid.empty()) row.raw = kept_json(cursor_.since(from));
    } while (cursor_.take(','));
    return cursor_.take(']');
  }

  bool read_state() {
    seen_ |= bit_of(feed_member::connection_state);
    json_text text;
    if (!cursor_.take_string(text)) return false;
    append_unescaped(state_.emplace(), text.raw);
    return true;
  }

  bool read_amount() {
    const bool is_number = cursor_.peek() == '-' || (cursor_.peek() >= '0' && cursor_.peek() <= '9');
    std::string_view digits;
    if (is_number && !cursor_.take_number(digits)) return false;
    if (!is_number) {
      fault(feed_member::amount, "must be a JSON integer");
      return cursor_.skip_value(unknown_depth_max);
    }
    const auto [last, error] = std::from_chars(digits.data(), digits.data() + digits.size(), entry_.amount.dong);
    if (error == std::errc::result_out_of_range || entry_.amount.dong > entry_dong_max)
      fault(feed_member::amount, "is out of range");
    else if (error != std::errc{} || last != digits.data() + digits.size())
      fault(feed_member::amount, "must be a JSON integer");
    else if (entry_.amount.dong <= 0)
      fault(feed_member::amount, "must be greater than 0");
    return true;
  }

  bool read_text(feed_member member) {
    if (cursor_.peek() != '"') {
      fault(member, "must be a string");
      return cursor_.skip_value(unknown_depth_max);
    }
    json_text text;
    if (!cursor_.take_string(text)) return false;
    if (text.is_plain) {
      take_text(member, text.raw);
    } else {
      scratch_.clear();
      append_unescaped(scratch_, text.raw);
      take_text(member, scratch_);
    }
    return true;
  }

  void take_text(feed_member member, std::string_view text) {
    switch (member) {
    case feed_member::bank_reference:
      if (text.empty() || characters_in(text) > bank_reference_max) fault(member, "must have 1 to 128 characters");
      entry_.bank_reference = text;
      break;
    case feed_member::account_number:
      if (text.empty() || characters_in(text) > account_number_max) fault(member, "must have 1 to 64 characters");
      entry_.account_number = text;
      break;
    case feed_member::virtual_account_number:
      if (characters_in(text) > account_number_max) fault(member, "must have at most 64 characters");
      entry_.virtual_account_number = text;
      for (char& byte : entry_.virtual_account_number) byte = ascii_upper(byte);
      break;
    case feed_member::bin:
      if (text.size() != 6 || text.find_first_not_of("0123456789") != text.npos) fault(member, "must be 6 digits");
      entry_.bin = text;
      break;
    case feed_member::transfer_type:
      if (text != "credit" && text != "debit") fault(member, "must be credit or debit");
      entry_.type = text == "debit" ? transfer_type::debit : transfer_type::credit;
      break;
    case feed_member::content:
      entry_.content = text;
      break;
    case feed_member::occurred_at:
      if (const auto time = parse_rfc3339(text))
        entry_.occurred_at = *time;
      else
        fault(member, "must be an RFC 3339 time");
      break;
    case feed_member::status:
      if (text != "booked" && text != "rejected") fault(member, "must be booked or rejected");
      entry_.status = text == "rejected" ? entry_status::rejected : entry_status::booked;
      break;
    case feed_member::amount:
    case feed_member::entries:
    case feed_member::connection_state:
    case feed_member::unknown:
      break;
    }
  }

  json_cursor& cursor_;
  bool needs_bin_;
  decoded_entry& out_;
  bank_entry& entry_;
  std::vector<decoded_entry>* list_;
  unsigned seen_ = 0;  ///< Members with a value.
  unsigned named_ = 0; ///< Those with null, too.
  std::optional<std::string> state_;
  bool is_list_ = false;
  bool has_too_many_ = false;
  std::string scratch_;
};

} // namespace

decoded_feed decode_bank_feed(std::string_view body, std::string_view feed) {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  if (body.starts_with(byte_order_mark)) body.remove_prefix(byte_order_mark.size());
  json_cursor cursor{body};
  if (cursor.peek() != '{') return json_refusal{"The body must be a JSON object."};
  const auto from = cursor.offset();
  std::vector<decoded_entry> list;
  decoded_entry single;
  entry_reader reader{cursor, feed == switch_code, single, &list};
  const bool is_read = reader.read();
  if (reader.has_too_many()) return json_refusal{"entries must contain at most 500 entries."};
  if (!is_read) return json_refusal{"The body is not valid JSON (byte " + std::to_string(cursor.offset()) + ")."};
  const auto whole = cursor.since(from);
  if (!cursor.is_at_end())
    return json_refusal{"There is more data after the JSON object (byte " + std::to_string(cursor.offset()) + ")."};
  if (const auto fault = reader.fault_of_form(); !fault.empty()) return json_refusal{std::string{fault}};
  if (auto state = std::move(reader).reported_state())
    return connection_notice{std::move(*state), std::move(single.entry.account_number), std::move(single.entry.bin)};
  if (reader.is_list() && list.empty()) return json_refusal{"entries must contain at least one entry."};
  if (!reader.is_list()) {
    if (!single.invalid.empty()) single.raw = kept_json(whole);
    list.push_back(std::move(single));
  }
  entry_references references;
  for (auto& row : list)
    if (row.invalid.empty()) references.replace_placeholder(row.entry);
  return list;
}

std::string encode_entry_answers(const std::vector<entry_answer>& answers) {
  std::string out;
  out.reserve(2 + answers.size() * 128);
  out += '[';
  for (const auto& answer : answers) {
    if (&answer != &answers.front()) out += ',';
    record_writer{out}
        .text_or_null("bank_reference", answer.bank_reference)
        .text("result", to_text(answer.result))
        .text_or_null("transaction_id", answer.transaction.view())
        .text_or_null("reason", answer.reason)
        .close();
  }
  out += ']';
  return out;
}

std::string kept_json(std::string_view bytes) {
  std::string repaired;
  append_repaired_utf8(repaired, bytes);
  if (repaired.find('\0') == repaired.npos) return repaired;
  constexpr char no_escape = '?'; // read like any other that JSON does not know
  std::string text;
  bool is_escaped = false;
  for (const char byte : repaired) {
    if (byte != '\0')
      text += byte;
    else if (is_escaped)
      text += no_escape;
    is_escaped = !is_escaped && byte == '\\';
  }
  return text;
}

} // namespace paylink
