#include "domain/banks/bank.hpp"
#include "sandbox/books/payment.hpp"

#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>

namespace paylink::sandbox {
namespace {

constexpr std::int64_t change_of_mind = 1'000; // VND

// The way most banks write it: who pays, and what for.
std::string usual_content(const payment_order& order) {
  return order.reference.empty() ? "NGUYEN VAN A chuyen tien" : "NGUYEN VAN A chuyen tien " + order.reference;
}

// Accounts that the sandbox did not make itself go to their bank's own feed, or else over the switch.
std::string feed_of(const description::account* known, const payment_order& order, const description& service) {
  if (known) return known->feed;
  return service.feeds.contains(order.bank) ? order.bank : std::string{switch_code};
}

} // namespace

std::pair<notification, field_faults> make_notification(const payment_order& order, const description& service,
                                                        std::string_view bank_reference, std::string_view occurred_at) {
  field_faults faults;
  if (order.account_number.empty()) faults.push_back({"account_number", "required", "give the account to pay"});
  if (!order.amount)
    faults.push_back({"amount", "amount_required",
                      order.link.empty() ? "give the amount to pay" : "the link has no fixed amount; give one"});
  const auto* known = service.find_account(order.bank, order.account_number);
  if (!known && order.bank.empty())
    faults.push_back({"bank", "required", "the account is unknown here; give its bank"});
  auto feed = feed_of(known, order, service);
  const auto* bank = find_bank(known ? known->bank : order.bank);
  if (!service.feeds.contains(feed))
    faults.push_back({"bank", "not_found", "the service takes no notifications from this bank"});
  else if (feed == switch_code && !bank)
    faults.push_back({"bank", "not_found", "no bank has this code"});
  const auto format = order.format.value_or(feed_format::native);
  if (order.is_rejected && !tells_rejections(format))
    faults.push_back({"format", "format", "only the native format can report a rejected payment"});
  if (!faults.empty()) return {notification{}, std::move(faults)};

  boost::json::object entry;
  entry["bank_reference"] = bank_reference;
  entry["account_number"] = known ? known->number : order.account_number;
  if (known && known->number != order.account_number) entry["virtual_account_number"] = order.account_number;
  entry["amount"] = *order.amount;
  entry["transfer_type"] = to_text(order.is_debit ? transfer_type::debit : transfer_type::credit);
  entry["content"] = order.content.empty() ? usual_content(order) : order.content;
  entry["occurred_at"] = occurred_at;
  entry["status"] = order.is_rejected ? "rejected" : "booked";
  if (feed == switch_code) entry["bin"] = bank->bin;
  notification made{.feed = feed, .entry = boost::json::serialize(entry), .format = format, .changed_amount = 0};
  if (order.change) made.changed_amount = *order.amount + change_of_mind;
  return {std::move(made), {}};
}

} // namespace paylink::sandbox
