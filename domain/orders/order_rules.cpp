#include "domain/orders/order_rules.hpp"

#include "domain/identity/mail_address.hpp"
#include "domain/links/asked_amount.hpp"
#include "domain/values/free_text.hpp"

namespace paylink {

namespace {

/// Begins our own ids, and those of test events.
constexpr std::string_view our_prefix = "ord_";

/// One check of one request: reads values into `checked_order` and collects what is wrong.
class order_check {
public:
  order_check(const order_request& request, money amount_max, timestamp now)
      : request_{request}, amount_max_{amount_max}, now_{now} {}

  checked_order run() {
    check_account();
    check_amount();
    check_own_id();
    check_email();
    check_expiry();
    return std::move(checked_);
  }

private:
  void fault(std::string_view field, std::string_view code, std::string message) {
    checked_.faults.push_back({std::string{field}, std::string{code}, std::move(message)});
  }

  void check_account() {
    if (!request_.bank_account_id)
      return fault("bank_account_id", "required", "Give the bank account that receives the payment.");
    // An id of invalid form is reported as not found: ids are opaque to callers.
    if (const auto account = bank_account_id::parse(*request_.bank_account_id))
      checked_.account = *account;
    else
      fault("bank_account_id", "not_found", "No bank account of this Workspace has this id.");
  }

  void check_amount() {
    if (!request_.amount) return fault("amount", "required", "Give the amount of the order.");
    auto read = read_asked_amount(*request_.amount, amount_max_);
    if (auto* wrong = std::get_if<field_fault>(&read)) return checked_.faults.push_back(std::move(*wrong));
    checked_.amount = std::get<money>(read);
  }

  void check_own_id() {
    if (!request_.order_id) return;
    const auto& text = *request_.order_id;
    if (count_code_points(text) > own_order_id_points_max)
      return fault("order_id", "too_long", "An order id must have at most 64 characters.");
    if (!is_own_order_id(text))
      fault("order_id", "format",
            "An order id must have 1 to 64 characters and no control characters, must not start with ord_, and must "
            "not be . or .., which have a meaning in paths.");
  }

  void check_email() {
    if (!request_.customer_email || is_mail_address(*request_.customer_email)) return;
    fault("customer_email", "format", "The customer's address must be an email address, such as lan@example.com.");
  }

  void check_expiry() {
    checked_.expires_at = now_ + order_lifetime;
    if (!request_.expires_at) return;
    const auto read = parse_rfc3339(*request_.expires_at);
    if (!read)
      return fault("expires_at", "format",
                   "A time must be in RFC 3339 format with an offset, such as 2026-01-31T08:15:30Z.");
    if (*read <= now_) return fault("expires_at", "in_the_past", "An order must expire in the future.");
    if (*read > now_ + order_lifetime_max)
      return fault("expires_at", "too_far", "An order must expire at most 30 days after its creation.");
    checked_.expires_at = *read;
  }

  const order_request& request_;
  money amount_max_;
  timestamp now_;
  checked_order checked_;
};

} // namespace

checked_order check_order_request(const order_request& request, money amount_max, timestamp now) {
  return order_check{request, amount_max, now}.run();
}

bool is_own_order_id(std::string_view text) {
  return !text.empty() && count_code_points(text) <= own_order_id_points_max && !holds_control_character(text) &&
         text.find('\n') == text.npos && !text.starts_with(our_prefix) && text != "." && text != ".."; // no path's
}

} // namespace paylink
