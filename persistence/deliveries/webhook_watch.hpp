#pragma once
#include "domain/deliveries/attempt_judgement.hpp"
#include "domain/webhooks/webhook_health.hpp"
#include "persistence/audit/audit_writes.hpp"
#include "persistence/deliveries/chat_turns.hpp"
#include "persistence/mails/mail_writes.hpp"

#include <map>

namespace paylink {

/// Writes what outcomes mean to their webhooks, in the transaction that stores them: disables those whose endpoints are
/// gone or long dead, or whose chats refuse, with a mail to the Owner and the Admins and a line in the audit log; holds
/// chats, and follows them to another id.
class webhook_watch {
public:
  webhook_watch(connection& db, mail_writes& mails, audit_writes& log, chat_turns& turns)
      : db_{db}, mails_{mails}, log_{log}, turns_{turns} {}

  /// Ends of deliveries in the running transaction, in order; `settle` writes their consequences.
  void observe_success(std::int64_t webhook_row);
  void observe_failure(std::int64_t webhook_row, int status_code, const delivery_id& delivery);
  void observe_judgement(std::shared_ptr<const webhook_target> of, const attempt_judgement& judged,
                         const delivery_id& delivery);
  void settle(timestamp now);
  /// A transaction was rolled back.
  void forget() {
    observed_.clear();
    judged_.clear();
  }
  /// Disables a webhook now, unless it is: `delivery` is the one that shows why.
  void disable(std::int64_t webhook_row, disabled_reason why, const delivery_id& delivery, timestamp now);

private:
  struct observation {
    bool has_succeeded = false;
    int status_code = 0;
    delivery_id delivery{};
  };
  struct judgement {
    std::shared_ptr<const webhook_target> of;
    attempt_judgement judged;
    delivery_id delivery;
  };
  void settle(std::int64_t webhook_row, const std::vector<observation>& seen, timestamp now);
  void settle(const judgement& one, timestamp now);

  connection& db_;
  mail_writes& mails_;
  audit_writes& log_;
  chat_turns& turns_;
  std::map<std::int64_t, std::vector<observation>> observed_; ///< By webhook: their rows are locked in this order.
  std::multimap<std::int64_t, judgement> judged_;             ///< The same.
};

} // namespace paylink
