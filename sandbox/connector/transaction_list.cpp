#include "sandbox/connector/transaction_list.hpp"

#include "domain/banks/bank.hpp"

#include <boost/json/array.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>

#include <charconv>

namespace paylink::sandbox {
namespace json = boost::json;
namespace {

constexpr std::size_t limit_max = 500;

std::optional<std::uint64_t> read_number(std::string_view digits) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (digits.empty() || error != std::errc{} || end != digits.data() + digits.size()) return std::nullopt;
  return number;
}

} // namespace

std::optional<transaction_range> read_range(std::optional<std::string_view> after,
                                            std::optional<std::string_view> limit) {
  transaction_range range;
  if (after) {
    const auto number = read_number(*after);
    if (!number) return std::nullopt;
    range.after = *number;
  }
  if (limit) {
    const auto number = read_number(*limit);
    if (!number || *number == 0 || *number > limit_max) return std::nullopt;
    range.limit = static_cast<std::size_t>(*number);
  }
  return range;
}

json::object list_transactions(const journal& books, const connection& of, const transaction_range& range) {
  json::array entries;
  auto last = range.after;
  bool has_more = false;
  const auto& all = books.entries();
  for (auto row = all.upper_bound(range.after); row != all.end() && !has_more; ++row) {
    const auto& [number, booked] = *row;
    if (booked.bin != of.bin || booked.account_number != of.account_number) continue;
    if (entries.size() == range.limit) {
      has_more = true;
      break;
    }
    auto entry = json::parse(booked.content.entry).as_object();
    // The switch always says which bank, even of what that bank's own feed has reported.
    if (of.feed == switch_code) entry["bin"] = of.bin;
    entries.push_back(std::move(entry));
    last = number;
  }
  return {{"entries", std::move(entries)}, {"next_after", std::to_string(last)}, {"has_more", has_more}};
}

} // namespace paylink::sandbox
