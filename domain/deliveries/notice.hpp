#pragma once
#include "domain/deliveries/delivery.hpp"
#include "domain/values/money.hpp"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace paylink {

/// The kinds of mail about a Workspace's endpoints. A Workspace can turn off each.
enum class notice_kind { delivery_failed, delivery_recovered, webhook_disabled };
inline constexpr std::array notice_kinds{notice_kind::delivery_failed, notice_kind::delivery_recovered,
                                         notice_kind::webhook_disabled};

/// `delivery_failed` and so on, as a Workspace's `notifications` name them.
std::string_view to_text(notice_kind value);
/// The bit of a Workspace's `notices_off`.
constexpr std::uint32_t switch_of(notice_kind value) { return 1U << static_cast<unsigned>(value); }

/// A failed delivery, as a mail reports it.
struct failed_delivery {
  timestamp at;
  failure_class failed_by = failure_class::none;
  int status_code = 0; ///< 0: there was no answer.
  payment_link_id link;
};

/// The webhook that a notice is about, with its present name and address.
struct noticed_webhook {
  webhook_id id;
  std::string name;
  std::string url{};     ///< Of an endpoint.
  std::string chat_id{}; ///< Of a chat; otherwise empty.
};

/// A recipient: an Owner or Admin, with the current address.
struct notice_recipient {
  user_id user;
  std::string address;
};

/// A notice for the Owner and the Admins of a Workspace, with those who have not received it yet.
struct notice {
  std::int64_t row = 0; ///< Its row number in the store.
  int tries = 0;        ///< How often it was claimed, including this time.
  workspace_id workspace;
  std::string workspace_name;
  language lang = language::vi;
  notice_kind kind = notice_kind::delivery_failed;
  std::string endpoint;                     ///< As `trouble_name` gives it.
  std::optional<noticed_webhook> webhook{}; ///< None: it is about callbacks.
  std::int64_t failures = 0;                ///< The number of deliveries that it reports.
  timestamp began_at;                       ///< When the first of them failed.
  failed_delivery last{};                   ///< The latest of them.
  bool is_failing = true;                   ///< No delivery has succeeded since.
  timestamp created_at;
  std::vector<notice_recipient> recipients{};
};

/// How long a notice waits after a try that did not reach every recipient; none if it is given up, a day after its
/// creation.
std::optional<std::chrono::milliseconds> wait_after_try(int tries, std::chrono::milliseconds age);

} // namespace paylink
