#include "domain/links/link_rules.hpp"

#include "domain/addresses/outbound_url.hpp"
#include "domain/links/asked_amount.hpp"
#include "domain/values/free_text.hpp"

namespace paylink {

namespace {

constexpr std::size_t description_points_max = 500;
constexpr std::size_t metadata_pairs_max = 20;
constexpr std::size_t metadata_key_points_max = 40;
constexpr std::size_t metadata_value_points_max = 500;

/// One check of one request: reads values into `checked_link` and collects what is wrong.
class link_check {
public:
  link_check(const link_request& request, const link_rules& rules) : request_{request}, rules_{rules} {}

  checked_link run() {
    check_account();
    check_callback_url();
    check_amount();
    check_redirect();
    check_description();
    check_expiry();
    check_virtual_account();
    check_metadata();
    return std::move(checked_);
  }

private:
  void fault(std::string field, std::string_view code, std::string message) {
    checked_.faults.push_back({std::move(field), std::string{code}, std::move(message)});
  }

  void check_account() {
    if (!request_.bank_account_id)
      return fault("bank_account_id", "required", "Give the bank account that receives the payment.");
    // An id of invalid form is reported as not found: ids are opaque to callers.
    if (const auto account = bank_account_id::parse(*request_.bank_account_id))
      checked_.account = *account;
    else
      fault("bank_account_id", "not_found", "This Workspace has no such bank account.");
  }

  void check_callback_url() {
    if (!request_.callback_url) return fault("callback_url", "required", "Give the URL that the callback goes to.");
    auto verdict = check_outbound_url(*request_.callback_url, rules_.addresses);
    if (!verdict.url) fault("callback_url", verdict.fault.code, std::move(verdict.fault.message));
  }

  void check_amount() {
    if (!request_.amount) {
      if (rules_.mode == banking_mode::national_switch)
        fault("amount", "amount_required", "A link with the national switch requires a fixed amount.");
      return;
    }
    auto read = read_asked_amount(*request_.amount, rules_.amount_max);
    if (auto* wrong = std::get_if<field_fault>(&read)) return checked_.faults.push_back(std::move(*wrong));
    checked_.amount = std::get<money>(read);
  }

  void check_redirect() {
    if (!request_.redirect_url) return;
    if (auto found = check_redirect_url(*request_.redirect_url))
      fault("redirect_url", found->code, std::move(found->message));
  }

  void check_description() {
    if (!request_.description) return;
    const auto& text = *request_.description;
    if (text.empty()) return fault("description", "format", "A description must not be empty. Omit it instead.");
    if (count_code_points(text) > description_points_max)
      return fault("description", "too_long", "A description must have at most 500 characters.");
    if (holds_control_character(text))
      fault("description", "format", "A description must not contain control characters other than line feeds.");
  }

  void check_expiry() {
    const auto latest = rules_.now + link_lifetime_max;
    checked_.expires_at = latest;
    if (!request_.expires_at) return;
    const auto read = parse_rfc3339(*request_.expires_at);
    if (!read)
      return fault("expires_at", "format",
                   "A time must be in RFC 3339 format with an offset, such as 2026-01-31T08:15:30Z.");
    if (*read <= rules_.now) return fault("expires_at", "in_the_past", "A link must expire in the future.");
    if (*read > latest)
      return fault("expires_at", "too_far", "A link must expire at most 24 hours after its creation.");
    checked_.expires_at = *read;
  }

  void check_virtual_account() {
    if (!request_.virtual_account_id) return;
    if (const auto account = virtual_account_id::parse(*request_.virtual_account_id))
      checked_.virtual_account = *account;
    else
      fault("virtual_account_id", "not_found", "The bank account has no such virtual account.");
  }

  void check_metadata() {
    if (request_.metadata.size() > metadata_pairs_max)
      fault("metadata", "too_large", "Metadata can have at most 20 members.");
    for (const auto& [key, value] : request_.metadata) {
      if (key.empty()) fault("metadata.", "format", "A metadata key must not be empty.");
      if (count_code_points(key) > metadata_key_points_max)
        fault("metadata." + key, "too_long", "A metadata key must have at most 40 characters.");
      if (count_code_points(value) > metadata_value_points_max)
        fault("metadata." + key, "too_long", "A metadata value must have at most 500 characters.");
    }
  }

  const link_request& request_;
  const link_rules& rules_;
  checked_link checked_;
};

} // namespace

checked_link check_link_request(const link_request& request, const link_rules& rules) {
  return link_check{request, rules}.run();
}

} // namespace paylink
