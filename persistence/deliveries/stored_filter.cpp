#include "persistence/deliveries/stored_filter.hpp"

#include <boost/json.hpp>

namespace paylink {

namespace json = boost::json;

namespace {

template <class Id>
json::array texts_of(const std::vector<Id>& ids) {
  json::array texts;
  for (const auto& one : ids) texts.emplace_back(one.view());
  return texts;
}

template <class Id>
void read_ids(const json::object& from, std::string_view name, std::vector<Id>& into) {
  if (const auto* found = from.if_contains(name))
    for (const auto& one : found->as_array()) into.push_back(Id::from_store(one.as_string()));
}

} // namespace

std::string stored_filter(const webhook_filter& filter) {
  if (filter.is_empty()) return {};
  json::object stored;
  if (!filter.accounts.empty()) stored["accounts"] = texts_of(filter.accounts);
  if (!filter.virtual_accounts.empty()) stored["virtual_accounts"] = texts_of(filter.virtual_accounts);
  if (filter.direction) stored["direction"] = to_text(*filter.direction);
  if (filter.amount_min.dong != 0) stored["amount_min"] = filter.amount_min.dong;
  if (!filter.text.empty()) stored["text"] = filter.text;
  return json::serialize(stored);
}

webhook_filter filter_from_store(std::string_view stored) {
  webhook_filter filter;
  if (stored.empty()) return filter;
  const auto parsed = json::parse(stored);
  const auto& from = parsed.as_object();
  read_ids(from, "accounts", filter.accounts);
  read_ids(from, "virtual_accounts", filter.virtual_accounts);
  if (const auto* direction = from.if_contains("direction"))
    filter.direction = direction->as_string() == "debit" ? transfer_type::debit : transfer_type::credit;
  if (const auto* least = from.if_contains("amount_min")) filter.amount_min = {least->as_int64()};
  if (const auto* text = from.if_contains("text")) filter.text = std::string{std::string_view{text->as_string()}};
  return filter;
}

} // namespace paylink
