#pragma once
#include "domain/banks/bank.hpp"
#include "domain/deliveries/delivery_kind.hpp"
#include "domain/deliveries/delivery_status.hpp"
#include "domain/webhooks/webhook_event.hpp"

#include <string>
#include <utility>
#include <vector>

namespace paylink {

/// Where a webhook leads: to an HTTP endpoint, or into a chat.
enum class webhook_type { http, telegram };
std::string_view to_text(webhook_type value);
std::optional<webhook_type> parse_webhook_type(std::string_view text);

/// What is delivered to a webhook.
constexpr delivery_kind kind_of(webhook_type type) {
  return static_cast<delivery_kind>(static_cast<int>(delivery_kind::webhook) + static_cast<int>(type));
}
static_assert(kind_of(webhook_type::http) == delivery_kind::webhook &&
              kind_of(webhook_type::telegram) == delivery_kind::telegram);
constexpr bool is_chat(webhook_type type) { return is_chat(kind_of(type)); }

/// A set of events: an OR of their bits.
using webhook_event_set = std::uint32_t;
constexpr webhook_event_set bit_of(webhook_event one) { return 1u << static_cast<unsigned>(one); }
constexpr bool holds(webhook_event_set set, webhook_event one) { return (set & bit_of(one)) != 0; }
/// The words of a set, in the order of the events.
std::vector<std::string_view> words_of_events(webhook_event_set set);

/// What a webhook's events must be about beyond their kind. Empty members accept everything; what is about virtual
/// accounts and texts applies to transactions alone.
struct webhook_filter {
  std::vector<bank_account_id> accounts{};
  std::vector<virtual_account_id> virtual_accounts{};
  std::optional<transfer_type> direction{};
  money amount_min{};
  std::string text{}; ///< The transfer text contains it; case, marks, spaces and punctuation do not matter.
  bool operator==(const webhook_filter&) const = default;
  bool is_empty() const { return *this == webhook_filter{}; }
};

/// What a filter looks at.
struct webhook_subject {
  bank_account_id account;
  virtual_account_id virtual_account{};     ///< Empty: none.
  std::optional<transfer_type> direction{}; ///< None: an order.
  money amount;
  std::string_view folded_text{}; ///< The transfer text by `fold_transfer_text`; needed only by filters with a text.
};
bool accepts(const webhook_filter& filter, const webhook_subject& subject);

/// Why a webhook is disabled.
enum class disabled_reason { none, by_a_person, gone, failing, chat_refused };
/// `disabled_by_user`, `endpoint_gone`, `endpoint_failing`, `chat_refused`; empty for `none`.
std::string_view to_text(disabled_reason value);
disabled_reason parse_disabled_reason(std::string_view text);

using webhook_headers = std::vector<std::pair<std::string, std::string>>;

/// The last delivery to a webhook.
struct last_delivery {
  delivery_id id;
  delivery_status status = delivery_status::pending;
  timestamp created_at{};
};

/// A webhook of a Workspace.
struct webhook {
  std::int64_t row = 0; ///< Its number in the store.
  webhook_id id;
  workspace_id workspace;
  webhook_type type = webhook_type::http;
  std::string name;
  std::string url{};     ///< Of an endpoint.
  std::string chat_id{}; ///< Of a chat.
  webhook_event_set events = 0;
  webhook_filter filter{};
  webhook_headers headers{};
  bool is_enabled = true;
  disabled_reason disabled = disabled_reason::none;
  timestamp created_at{};
  std::optional<timestamp>
      rotates_at{}; ///< A rotated pair of key and secret comes into force then; none: there is none.
  std::optional<last_delivery> last{};
};

/// How many a Workspace may have.
inline constexpr int webhooks_of_workspace_max = 50;
/// A rotated pair is used this long after it was made, unless it is activated before.
inline constexpr std::chrono::hours rotation_delay{24};

} // namespace paylink
