#pragma once
#include "domain/addresses/address_policy.hpp"
#include "domain/errors/field_fault.hpp"
#include "domain/webhooks/webhook.hpp"

namespace paylink {

/// What a request says of a webhook's filter.
struct filter_request {
  std::optional<std::vector<std::string>> accounts{}, virtual_accounts{};
  std::optional<std::string> direction{}, amount_min{}, text{};
};

/// What a request says of a webhook; absent members were not given. What is said of a chat is checked by the rules of
/// its service.
struct webhook_request {
  webhook_type type = webhook_type::http;
  std::optional<std::string> name{}, url{};
  std::optional<std::vector<std::string>> events{};
  std::optional<filter_request> filter{};
  std::optional<std::vector<std::pair<std::string, std::string>>> headers{};
  std::optional<std::string> chat_id{}, bot_token{};
};

/// The values read from a request; only meaningful if there are no faults.
struct checked_webhook {
  webhook_event_set events = 0;
  webhook_filter filter{};
  field_faults faults{};
};

/// Checks the rules for a webhook that need no look-up. The caller checks whether the filter's accounts exist.
/// `brand` stands in the names of our own headers.
checked_webhook check_new_webhook(const webhook_request& request, const address_policy& addresses,
                                  std::string_view brand);
/// The same for a change: what is absent stays.
checked_webhook check_webhook_change(const webhook_request& request, const address_policy& addresses,
                                     std::string_view brand);

/// A name that no custom header may have, because the request has it already, or because it is about the connection.
bool is_reserved_header(std::string_view name, std::string_view brand);

inline constexpr std::size_t webhook_headers_max = 10;

} // namespace paylink
