#pragma once
#include "domain/orders/payment_order.hpp"
#include "domain/webhooks/webhook_event.hpp"
#include "persistence/deliveries/chat_turns.hpp"
#include "persistence/deliveries/new_delivery.hpp"
#include "persistence/deliveries/webhook_targets.hpp"
#include "persistence/payloads/delivery_payloads.hpp"
#include "persistence/store.hpp"

namespace paylink {

/// Tells the deliveries of one subject apart, when their ids are derived from it.
constexpr std::uint64_t number_of(std::int64_t webhook_row, webhook_event event) {
  return static_cast<std::uint64_t>(webhook_row) * webhook_event_count + static_cast<std::uint64_t>(event) + 1;
}

struct raised_event;

/// Makes the deliveries that tell a Workspace's webhooks of an event, in the transaction that records it.
class webhook_events {
public:
  webhook_events(connection& db, const store_context& context, batch_claims& claims, webhook_targets& targets,
                 chat_turns& turns, delivery_payloads& payloads)
      : db_{db}, context_{context}, claims_{claims}, targets_{targets}, turns_{turns}, payloads_{payloads} {}

  /// Those of a transaction that is recorded now, on an account at `bank`. Call it if the account's holder has
  /// webhooks.
  void raise(const record_entry& command, std::string_view bank, timestamp now, std::vector<new_delivery>& into);
  /// The same for a transaction whose text was another when it was recorded, to those that did not get it then;
  /// to nobody once it is so old that purges may have forgotten who did.
  void raise_to_others(const record_entry& command, std::int64_t transaction_row, std::string_view bank, timestamp now,
                       std::vector<new_delivery>& into);
  /// Those of an order that a credit completes now. Call it if the account's holder has webhooks.
  void raise_success(const payment_order& order, money received, timestamp now, std::vector<new_delivery>& into);
  /// Stores once the bodies that deliveries share; call it with those of each credit before they are stored.
  delivery_payloads& payloads() { return payloads_; }
  /// Records those of an order that has failed, due at once.
  void record_failure(const payment_order& order, timestamp now);
  /// Records the delivery of an event that is none, due at once.
  void record_test(const workspace_id& of, std::int64_t webhook_row, const test_event& event, timestamp now);

  /// An event that other webhooks have been told of.
  struct original_event {
    workspace_id workspace;
    delivery_id id; ///< Of the new delivery.
    webhook_event event = webhook_event::transaction_credit;
    std::string subject;
    std::string body;                 ///< Empty: it is a payload that others share.
    std::int64_t transaction_row = 0; ///< 0: no transaction has raised it.
    std::int64_t payload_row = 0;     ///< 0: it has its own body.
  };
  /// Records a delivery of it to one more webhook, due at once; returns its row.
  std::int64_t record_again(const original_event& about, std::int64_t webhook_row, timestamp now);

private:
  /// `notified_already`: the rows of webhooks that get none.
  void raise(const record_entry& command, std::string_view bank, timestamp now,
             std::span<const std::int64_t> notified_already, std::vector<new_delivery>& into);
  new_delivery deliver(const raised_event& about, const webhook_subscriber& to, const std::string& body, timestamp now);
  void claim(new_delivery& made, timestamp now);
  delivery_job job_for(const webhook_subscriber& to, const workspace_id& workspace, std::string id,
                       const std::string& body) const;
  /// The unclaimed deliveries of an order's event.
  std::vector<new_delivery> tell_of(const payment_order& order, bool is_success, money amount, timestamp now);

  connection& db_;
  const store_context& context_;
  batch_claims& claims_;
  webhook_targets& targets_;
  chat_turns& turns_;
  delivery_payloads& payloads_;
};

} // namespace paylink
