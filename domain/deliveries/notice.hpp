#pragma once
#include "domain/deliveries/delivery.hpp"
#include "domain/values/money.hpp"

#include <string>
#include <vector>

namespace paylink {

/// What is told by mail of an endpoint of a merchant. A Workspace can do without either.
enum class notice_kind { delivery_failed, delivery_recovered };

/// `delivery_failed` and so on, as a Workspace's `notifications` name them.
std::string_view to_text(notice_kind value);

/// A delivery that has ended failed, as far as a mail tells of it.
struct failed_delivery {
  timestamp at;
  failure_class failed_by = failure_class::none;
  int status_code = 0; ///< 0: there was no answer.
  payment_link_id link;
};

/// Who is told: an Owner or Admin, under the address of this moment.
struct notice_recipient {
  user_id user;
  std::string address;
};

/// One thing to tell the Owner and the Admins of a Workspace, and whom of them nobody has told yet.
struct notice {
  std::int64_t row = 0; ///< Its number in the store.
  int tries = 0;        ///< How often it was taken up, this time counted.
  workspace_id workspace;
  std::string workspace_name;
  language lang = language::vi;
  notice_kind kind = notice_kind::delivery_failed;
  std::string endpoint;
  std::int64_t failures = 0; ///< Deliveries that it tells of.
  timestamp began_at;        ///< When the first of them failed.
  failed_delivery last{};    ///< The latest of them.
  bool is_failing = true;    ///< No delivery got through since.
  timestamp created_at;
  std::vector<notice_recipient> recipients{};
};

/// How long a notice waits after a try that did not reach everybody; none when it is given up, a day after it was
/// made.
std::optional<std::chrono::milliseconds> wait_after_try(int tries, std::chrono::milliseconds age);

} // namespace paylink
