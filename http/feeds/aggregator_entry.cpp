#include "http/feeds/aggregator_entry.hpp"

#include <algorithm>

namespace paylink {

const std::string* aggregator_entry::text_of(std::string_view name, bool is_required) {
  const auto& value = members_[name];
  if (value.is_text()) return &value.text;
  if (!value.is_absent())
    values_.fault(name, "must be a string");
  else if (is_required)
    values_.fault(name, "is missing");
  return nullptr;
}

void aggregator_entry::read_id(std::string_view name) {
  const auto& value = members_[name];
  if (value.is_absent()) return values_.fault(name, "is missing");
  const bool is_whole = value.is_number() && value.text.find_first_of(".eE") == std::string::npos;
  if (!value.is_text() && !is_whole) return values_.fault(name, "must be a whole number or a string");
  values_.set_reference(name, value.text);
}

void aggregator_entry::read_account(std::string_view name) {
  if (const auto* text = text_of(name, true)) values_.set_account(name, *text);
}

void aggregator_entry::read_virtual_account(std::string_view name) {
  if (const auto* text = text_of(name, false)) values_.set_virtual_account(name, *text);
}

void aggregator_entry::read_amount(std::string_view name) {
  const auto& value = members_[name];
  if (!value.is_number()) return values_.fault(name, value.is_absent() ? "is missing" : "must be a JSON number");
  values_.set_amount(name, value.text);
}

void aggregator_entry::read_signed_amount(std::string_view name) {
  const auto& value = members_[name];
  if (!value.is_number()) return values_.fault(name, value.is_absent() ? "is missing" : "must be a JSON number");
  const bool is_debit = value.text.starts_with('-');
  out_.entry.type = is_debit ? transfer_type::debit : transfer_type::credit;
  const auto amount = read_dong(value.text);
  if (!amount.fault.empty())
    values_.fault(name, amount.fault);
  else if (amount.dong == 0)
    values_.fault(name, "must not be 0");
  out_.entry.amount = {is_debit ? -amount.dong : amount.dong};
}

void aggregator_entry::read_time(std::string_view name) {
  if (const auto* text = text_of(name, true)) values_.set_time(name, *text);
}

void aggregator_entry::read_content(std::string_view name) {
  if (const auto* text = text_of(name, false)) out_.entry.content = *text;
}

void aggregator_entry::read_other_texts(std::initializer_list<std::string_view> names) {
  auto& entry = out_.entry;
  const bool has_content = entry.content.find_first_not_of(" \t\r\n") != std::string::npos;
  if (!has_content) entry.content.clear();
  for (const auto name : names) {
    const auto& text = members_[name].text;
    if (!members_[name].is_text() || entry.searched_text().find(text) != std::string::npos) continue;
    if (entry.content.empty()) {
      entry.content = text;
      continue;
    }
    // Most repeat the content, with a word of the aggregator's around it.
    const auto repeated = text.find(entry.searched_text());
    entry.searched = repeated == std::string::npos ? entry.searched_text() + '\n' + text : text;
  }
}

void aggregator_entry::read_bank(std::string_view name, std::string_view feed) {
  const auto* text = text_of(name, feed == switch_code);
  if (text) values_.set_bank(name, *text, feed);
}

void aggregator_entry::read_balance(std::string_view name) {
  const auto& value = members_[name];
  const auto balance = value.is_number() && !value.is_repeated ? read_dong(value.text) : vnd_amount{};
  if (balance.fault.empty() && balance.dong != 0) out_.entry.balance_after = balance.dong;
}

void aggregator_entry::refuse_repeated(std::span<const std::string_view> names) {
  for (const auto name : names)
    if (members_[name].is_repeated) values_.fault(name, "occurs more than once");
}

std::string_view aggregator_entry::present(std::initializer_list<std::string_view> names) const {
  const auto* found = std::ranges::find_if(names, [&](std::string_view name) {
    const auto& value = members_[name];
    return !value.is_absent() && !(value.is_text() && value.text.empty());
  });
  return found == names.end() ? *names.begin() : *found;
}

json_cursor cursor_of(std::string_view body) {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  if (body.starts_with(byte_order_mark)) body.remove_prefix(byte_order_mark.size());
  return json_cursor{body};
}

json_refusal refusal_at(std::string message, const json_cursor& cursor) {
  return {message + " (byte " + std::to_string(cursor.offset()) + ")."};
}

} // namespace paylink
