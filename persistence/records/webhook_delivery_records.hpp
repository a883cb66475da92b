#pragma once
#include "domain/deliveries/callback_round.hpp"
#include "domain/deliveries/delivery_progress.hpp"
#include "domain/deliveries/delivery_status.hpp"
#include "domain/errors/errc.hpp"
#include "domain/identity/audit.hpp"
#include "domain/webhooks/webhook.hpp"
#include "persistence/records/idempotency_key.hpp"
#include "persistence/records/page.hpp"
#include "persistence/records/resend_records.hpp"
#include "persistence/records/verb.hpp"

/// The stores' records about deliveries to webhooks, and about sending them again by hand.
namespace paylink {

/// A delivery to a webhook, as the API shows it.
struct webhook_delivery {
  std::int64_t row = 0;
  delivery_id id;
  workspace_id workspace;
  std::int64_t webhook_row = 0;
  webhook_id webhook;
  webhook_type type = webhook_type::http;
  bool webhook_is_enabled = false; ///< And not deleted.
  webhook_headers headers{};       ///< Those that the webhook adds to its requests now.
  webhook_event event = webhook_event::transaction_credit;
  std::string subject;
  delivery_status status = delivery_status::pending;
  std::optional<timestamp> next_attempt_at{};
  std::string url, body, agent, brand; ///< Of a list's row, `body` is empty if it is longer than 4,096 characters.
  bool is_purged = false;              ///< Its body is gone, with those of its answers.
  int last_attempt = 0;                ///< The last attempt number used; 0: none yet.
  delivery_id resend_of{};
  timestamp created_at{};
  std::vector<attempt> attempts{};
  std::vector<callback_round> rounds{}; ///< The requested rounds, in order; of a single delivery alone.
};

/// Which deliveries of a Workspace's webhooks; absent: all.
struct delivery_filter {
  std::optional<webhook_id> webhook{};
  std::optional<webhook_event> event{};
  std::optional<delivery_status> status{};
  std::optional<std::string> subject{};
  std::optional<failure_class> failed_by{}; ///< Of the last attempt.
  std::optional<timestamp> from{}, to{};    ///< Time of recording: `from` inclusive, `to` exclusive.
  bool with_answers = false;                ///< Attempts as a single delivery has them, for a list that is read by few.
  bool ascending = false;
  int limit = 20;
  std::int64_t after = 0; ///< The row of the last delivery of the page before; 0: the first page.
  std::int64_t until = 0; ///< With `ascending`: the last row; 0: there is no such limit.
};

/// The next deliveries of a filter that are to be sent again, oldest first.
struct delivery_portion {
  std::vector<std::int64_t> rows{};
  std::int64_t until = 0;      ///< The newest delivery there is.
  std::int64_t more_after = 0; ///< Where the next portion begins; 0: this is the last.
};

/// A delivery that is due again, or, to another webhook, a new one.
struct resent_delivery {
  delivery_id id;
  webhook_id webhook;
  delivery_id resend_of{}; ///< Of a new one: the delivery that it repeats.
  int first_attempt = 1;
  timestamp asked_at{};
};

/// Sends a delivery again to its webhook or to another one of the Workspace. `not_found`: no such delivery or webhook;
/// `conflict`: it is still being sent, its body is gone, or the webhook is disabled; `idempotency_key_reused`;
/// `idempotency_in_progress`: the key was used since it was looked up, so ask again.
struct resend_delivery {
  using reply = resent_delivery;
  workspace_id workspace;
  std::int64_t row = 0;
  webhook_id to{}; ///< Empty: to its own.
  creator asked_by;
  idempotency_key key{};
  act by{};
};
result<resent_delivery> carry_out(writing& at, const resend_delivery& command);

/// Does the same for a portion of a filter's matches; those that are still being sent, whose body is gone, or whose
/// webhook is disabled, are left out. The key and the total counts are stored with the last portion. `not_found`,
/// `conflict` for `to`; `idempotency_key_reused`, `idempotency_in_progress` as above.
struct resend_deliveries {
  using reply = resend_counts;
  workspace_id workspace;
  std::vector<std::int64_t> rows;
  webhook_id to{};
  creator asked_by;
  resend_counts so_far{}; ///< The counts of earlier portions, and the deliveries matched by this one.
  bool is_last = false;
  idempotency_key key{};
  act by{};
};
result<resend_counts> carry_out(writing& at, const resend_deliveries& command);

using webhook_delivery_verbs = verbs<resend_delivery, resend_deliveries>;

/// Deliveries to webhooks, with their attempts.
struct list_deliveries {
  workspace_id in;
  const delivery_filter& filter;
};
page<webhook_delivery> answer(reading& at, const list_deliveries& wanted);

/// `not_found`.
struct find_delivery {
  workspace_id in;
  delivery_id id;
};
result<webhook_delivery> answer(reading& at, const find_delivery& wanted);

/// How many deliveries a filter matches, and how many of them can be sent again.
struct count_resendable_deliveries {
  workspace_id in;
  const delivery_filter& filter;
  std::int64_t to_row = 0; ///< The webhook that they are sent to; 0: each to its own.
  timestamp now;
};
resend_counts answer(reading& at, const count_resendable_deliveries& wanted);

/// A filter's matches portion by portion, oldest first, reading at most `filter.limit` after `filter.after`.
struct list_resendable_deliveries {
  workspace_id in;
  const delivery_filter& filter;
};
delivery_portion answer(reading& at, const list_resendable_deliveries& wanted);

} // namespace paylink
