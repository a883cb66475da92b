#include "domain/webhooks/webhook_rules.hpp"

#include "domain/addresses/outbound_url.hpp"
#include "domain/links/reference.hpp"
#include "domain/values/ascii.hpp"
#include "domain/values/decimal.hpp"
#include "domain/values/free_text.hpp"

#include <algorithm>
#include <array>
#include <limits>

namespace paylink {

namespace {

constexpr std::size_t name_points_max = 100, filter_ids_max = 50, filter_text_points_max = 100;
constexpr std::size_t header_name_max = 100, header_value_max = 1'000;

// Of HTTP itself or of one hop (RFC 9110, 7.6.1), those that we set, and those whose values are secrets: a header's
// value can be read by every member.
constexpr std::array<std::string_view, 26> reserved_headers{"accept",
                                                            "accept-encoding",
                                                            "authorization",
                                                            "connection",
                                                            "content-encoding",
                                                            "content-length",
                                                            "content-type",
                                                            "cookie",
                                                            "expect",
                                                            "forwarded",
                                                            "host",
                                                            "http2-settings",
                                                            "keep-alive",
                                                            "max-forwards",
                                                            "proxy-authorization",
                                                            "proxy-connection",
                                                            "te",
                                                            "trailer",
                                                            "transfer-encoding",
                                                            "upgrade",
                                                            "user-agent",
                                                            "via",
                                                            "x-client-api-key",
                                                            "x-forwarded-for",
                                                            "x-forwarded-host",
                                                            "x-forwarded-proto"};

bool is_token_character(char c) {
  return is_ascii_alphanumeric(c) || std::string_view{"!#$%&'*+-.^_`|~"}.find(c) != std::string_view::npos;
}

bool is_header_value(std::string_view text) {
  const bool is_printable = std::ranges::all_of(text, [](char c) { return c >= 0x20 && c < 0x7f; });
  return is_printable && !text.empty() && text.front() != ' ' && text.back() != ' ';
}

std::string place(std::string_view list, std::size_t index) { return std::string{list} + "." + std::to_string(index); }

/// One check of one request.
class webhook_check {
public:
  webhook_check(const webhook_request& request, const address_policy& addresses, std::string_view brand, bool is_new)
      : request_{request}, addresses_{addresses}, brand_{brand}, is_new_{is_new} {}

  checked_webhook run() {
    check_name();
    check_members_of_type();
    check_url();
    check_events();
    if (request_.filter) check_filter(*request_.filter);
    if (request_.headers) check_headers(*request_.headers);
    return std::move(checked_);
  }

private:
  void fault(std::string field, std::string_view code, std::string message) {
    checked_.faults.push_back({std::move(field), std::string{code}, std::move(message)});
  }

  void check_name() {
    if (!request_.name) {
      if (is_new_) fault("name", "required", "Give a name.");
      return;
    }
    const auto& name = *request_.name;
    if (name.find_first_not_of(' ') == name.npos) return fault("name", "too_small", "A name must not be empty.");
    if (count_code_points(name) > name_points_max)
      return fault("name", "too_long", "A name must have at most 100 characters.");
    if (holds_control_character(name) || name.find('\n') != name.npos)
      fault("name", "format", "A name must not contain control characters.");
  }

  void check_members_of_type() {
    const bool is_of_chat = is_chat(request_.type);
    if (is_of_chat && request_.url) fault("url", "format", "A chat has no URL.");
    if (is_of_chat && request_.headers) fault("headers", "format", "A chat has no headers.");
    if (!is_of_chat && request_.chat_id) fault("chat_id", "format", "Only allowed for a chat.");
    if (!is_of_chat && request_.bot_token) fault("bot_token", "format", "Only allowed for a chat.");
  }

  void check_url() {
    if (request_.type != webhook_type::http) return;
    if (!request_.url) {
      if (is_new_) fault("url", "required", "Give the URL that events are sent to.");
      return;
    }
    auto verdict = check_outbound_url(*request_.url, addresses_);
    if (!verdict.url) fault("url", verdict.fault.code, std::move(verdict.fault.message));
  }

  void check_events() {
    if (!request_.events) {
      if (is_new_) fault("events", "required", "Choose at least one event.");
      return;
    }
    if (request_.events->empty()) return fault("events", "too_small", "Choose at least one event.");
    for (std::size_t i = 0; i < request_.events->size() && checked_.faults.size() < faults_max; ++i) {
      const auto known = parse_webhook_event(request_.events->at(i));
      if (!known)
        fault(place("events", i), "format", "This must be one of " + listed_webhook_events() + ".");
      else if (holds(checked_.events, *known))
        fault(place("events", i), "format", "The event is given twice.");
      else
        checked_.events |= bit_of(*known);
    }
  }

  template <class Id>
  void check_ids(const std::optional<std::vector<std::string>>& given, const char* field, std::vector<Id>& into) {
    if (!given) return;
    // Taken for "all", it would open the webhook to the whole Workspace when a caller removes the last id from its
    // list.
    if (given->empty()) return fault(field, "too_small", "Give at least one, or omit the member for all.");
    if (given->size() > filter_ids_max) return fault(field, "too_large", "A filter can have at most 50.");
    for (std::size_t i = 0; i < given->size(); ++i) {
      const auto id = Id::parse(given->at(i));
      if (!id)
        fault(place(field, i), "not_found", "This Workspace has no account with this id.");
      else if (std::ranges::find(into, *id) == into.end())
        into.push_back(*id);
    }
  }

  void check_filter(const filter_request& given) {
    auto& filter = checked_.filter;
    check_ids(given.accounts, "filter.bank_account_ids", filter.accounts);
    check_ids(given.virtual_accounts, "filter.virtual_account_ids", filter.virtual_accounts);
    if (given.direction) {
      filter.direction = parse_transfer_type(*given.direction);
      if (!filter.direction) fault("filter.transfer_type", "format", "transfer_type must be credit or debit.");
    }
    if (given.amount_min) {
      const auto& digits = *given.amount_min;
      const auto read = parse_money(digits);
      const bool is_number = !digits.empty() && std::ranges::all_of(digits, is_digit) && digits.front() != '0';
      if (read)
        filter.amount_min = *read;
      else if (is_number)
        fault("filter.min_amount", "too_large",
              "The largest amount is " + to_digits({std::numeric_limits<std::int64_t>::max()}) + " VND.");
      else
        fault("filter.min_amount", "format", "An amount must be digits only, without a sign or leading zero.");
    }
    if (given.text) check_text(*given.text);
  }

  void check_text(const std::string& text) {
    constexpr const char* field = "filter.text";
    if (count_code_points(text) > filter_text_points_max)
      fault(field, "too_long", "A text must have at most 100 characters.");
    else if (fold_transfer_text(text).empty())
      fault(field, "format", "A text must contain a letter or a digit.");
    else
      checked_.filter.text = text;
  }

  void check_headers(const std::vector<std::pair<std::string, std::string>>& given) {
    if (given.size() > webhook_headers_max)
      return fault("headers", "too_large", "A webhook can have at most 10 headers.");
    for (std::size_t i = 0; i < given.size(); ++i) {
      const auto& [name, value] = given[i];
      const auto field = "headers." + name;
      const auto lower = ascii_lowered(name);
      const auto is_same = [&](const auto& other) { return equals_ignoring_case(other.first, lower); };
      if (name.empty() || name.size() > header_name_max || !std::ranges::all_of(name, is_token_character))
        fault(field, "format", "A header's name must have 1 to 100 letters, digits or hyphens.");
      else if (is_reserved_header(name, brand_))
        fault(field, "format",
              "This header cannot be added: the service sets it, or it controls the connection, or it is a secret.");
      else if (std::any_of(given.begin(), given.begin() + static_cast<std::ptrdiff_t>(i), is_same))
        fault(field, "format", "The header is given twice.");
      if (!is_header_value(value) || value.size() > header_value_max)
        fault(field, "format",
              "A header's value must have 1 to 1000 printable ASCII characters, without spaces at its ends.");
    }
  }

  const webhook_request& request_;
  const address_policy& addresses_;
  std::string_view brand_;
  bool is_new_;
  checked_webhook checked_;
};

} // namespace

bool is_reserved_header(std::string_view name, std::string_view brand) {
  const auto lower = ascii_lowered(name);
  if (std::ranges::find(reserved_headers, lower) != reserved_headers.end()) return true;
  return lower.starts_with("x-" + ascii_lowered(brand) + "-");
}

checked_webhook check_new_webhook(const webhook_request& request, const address_policy& addresses,
                                  std::string_view brand) {
  return webhook_check{request, addresses, brand, true}.run();
}

checked_webhook check_webhook_change(const webhook_request& request, const address_policy& addresses,
                                     std::string_view brand) {
  return webhook_check{request, addresses, brand, false}.run();
}

} // namespace paylink
