#include "persistence/raw/raw_entry.hpp"

#include "domain/banks/recorded_text.hpp"
#include "domain/values/time.hpp"

#include <boost/json.hpp>

namespace paylink {

std::string raw_of(const bank_entry& entry) {
  boost::json::object raw{{"bank_reference", entry.bank_reference}};
  if (!entry.bin.empty()) raw["bin"] = entry.bin;
  raw["account_number"] = entry.account_number;
  if (!entry.virtual_account_number.empty()) raw["virtual_account_number"] = entry.virtual_account_number;
  raw["amount"] = entry.amount.dong;
  raw["transfer_type"] = to_text(entry.type);
  raw["content"] = whole_text(entry);
  raw["occurred_at"] = format_rfc3339(entry.occurred_at);
  raw["status"] = entry.status == entry_status::rejected ? "rejected" : "booked";
  if (!entry.statement_id.empty()) raw["statement_id"] = entry.statement_id;
  if (!entry.searched.empty()) raw["searched"] = entry.searched;
  if (entry.balance_after) raw["balance_after"] = *entry.balance_after;
  if (!entry.imported_by.empty()) raw["imported_by"] = entry.imported_by;
  if (entry.is_unproved) raw["unproved"] = true;
  if (entry.is_reversal) raw["reversal"] = true;
  if (entry.is_fetched) raw["fetched"] = true;
  return boost::json::serialize(raw);
}

std::optional<bank_entry> entry_of(std::string_view raw) {
  boost::system::error_code unreadable;
  const auto read = boost::json::parse(raw, unreadable);
  const auto* members = unreadable ? nullptr : read.if_object();
  if (!members) return std::nullopt;
  const auto text = [&](std::string_view name) {
    const auto* member = members->if_contains(name);
    const auto* value = member ? member->if_string() : nullptr;
    return value ? std::string{*value} : std::string{};
  };
  const auto* amount = members->if_contains("amount");
  const auto occurred_at = parse_rfc3339(text("occurred_at"));
  if (!amount || !amount->is_int64() || !occurred_at) return std::nullopt;
  bank_entry entry;
  entry.bank_reference = text("bank_reference");
  entry.bin = text("bin");
  entry.account_number = text("account_number");
  entry.virtual_account_number = text("virtual_account_number");
  entry.amount = {amount->get_int64()};
  entry.type = text("transfer_type") == to_text(transfer_type::debit) ? transfer_type::debit : transfer_type::credit;
  entry.status = text("status") == "rejected" ? entry_status::rejected : entry_status::booked;
  entry.content = text("content");
  cut_content(entry);
  entry.occurred_at = *occurred_at;
  entry.statement_id = text("statement_id");
  const auto holds = [&](std::string_view name) {
    const auto* member = members->if_contains(name);
    return member && member->is_bool() && member->get_bool();
  };
  entry.imported_by = text("imported_by");
  entry.is_unproved = holds("unproved");
  entry.is_reversal = holds("reversal");
  entry.is_fetched = holds("fetched");
  entry.searched = text("searched");
  const auto* balance = members->if_contains("balance_after");
  if (balance && balance->is_int64()) entry.balance_after = balance->get_int64();
  return entry;
}

keep_entry keep_unknown_entry(const std::string& feed, const bank_entry& entry) {
  return {.feed = feed,
          .account_number = entry.account_number,
          .bank_reference = entry.bank_reference,
          .status = entry.status,
          .reason = entry_result::unknown_account,
          .detail = unknown_account_reason,
          .raw = raw_of(entry),
          .bin = std::string{bin_heard_on(feed, entry.bin)}};
}

} // namespace paylink
