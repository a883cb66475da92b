#include "http/statements/statement_ids.hpp"

#include "domain/values/local_time.hpp"
#include "http/wire/entry_reference.hpp"

namespace paylink {

namespace {

std::string key_of(const bank_entry& entry) {
  return entry.account_number + '|' + vietnam_date(entry.occurred_at) + '|' + entry.bank_reference;
}

/// `csv/ref@time:54157#2`: for want of a reference, the second of the day, and which of the equal ones of that time it
/// is. Empty if the statement knows days alone.
std::string time_reference(std::string_view form, const bank_entry& entry, int times) {
  const auto time = entry.occurred_at - vietnam_day(entry.occurred_at);
  if (time == std::chrono::milliseconds{0}) return {};
  auto text = std::string{form}.append("@time:");
  text += std::to_string(std::chrono::floor<std::chrono::seconds>(time).count());
  return times > 1 ? text.append("#").append(std::to_string(times)) : text;
}

} // namespace

void statement_ids::expect(const bank_entry& entry) { ++expected_[key_of(entry)]; }

std::string statement_ids::name(const bank_entry& entry) {
  auto name = vietnam_date(entry.occurred_at) + what_is_said(entry);
  const int times = ++seen_[entry.account_number + '|' + name];
  name += '#' + std::to_string(times);
  if (entry_references::is_made_up(entry.bank_reference)) {
    const auto moment = entry.account_number + '|' + vietnam_date(entry.occurred_at) + what_is_said(entry) + '|' +
                        std::to_string(to_millis(entry.occurred_at));
    const auto by_time = time_reference(form_, entry, ++seen_[moment]);
    return by_time.empty() ? name : name.append("|").append(by_time);
  }
  const auto with_it = expected_.find(key_of(entry));
  const bool names_one = with_it == expected_.end() || with_it->second == 1;
  return name.append(names_one ? "|=" : "|").append(form_).append(":").append(entry.bank_reference);
}

} // namespace paylink
