#pragma once
#include "domain/deliveries/delivery.hpp"
#include "domain/webhooks/webhook_event.hpp"
#include "persistence/sql/column_table.hpp"

namespace paylink {

/// A delivery that is to be recorded, its first attempt claimed or not.
struct new_delivery {
  delivery_job job;          ///< Its `row` is not known yet; attempt and epoch are 1 when it is claimed, else 0.
  std::int64_t link_row = 0; ///< Of the link whose callback it is; 0: it is none.
  std::string key_id{};      ///< Of the key that it is signed with; empty if each attempt is signed by itself.
  std::optional<webhook_event> event{}; ///< Of a webhook: what it tells of, and the id of the transaction or order.
  std::optional<std::string> subject{};
  std::string_view claimed_by{}; ///< The incarnation of this process.
  timestamp created_at;
  bool is_due = false;               ///< A sweep finds it; otherwise it waits in its queue, and somebody is notified.
  std::optional<timestamp> due_at{}; ///< None: at once.

  std::int64_t payload_row = 0; ///< Where its body is kept together with others; 0: in its own row.

  bool is_claimed() const { return job.attempt != 0; }
};

/// All columns but `transaction_row`, which a batch learns only while it is stored.
inline constexpr auto delivery_columns = columns_of<new_delivery>(
    new_column{"kind", [](const new_delivery& one) { return static_cast<std::int64_t>(one.job.kind); }},
    new_column{"workspace_id", [](const new_delivery& one) { return one.job.workspace.view(); }},
    new_column{"event_id", [](const new_delivery& one) { return std::string_view{one.job.event_id}; }},
    new_column{"link_row", [](const new_delivery& one) { return row_or_null(one.link_row); }},
    new_column{
        "webhook_row",
        [](const new_delivery& one) { return one.job.webhook ? std::optional{one.job.webhook->row} : null_number; }},
    new_column{"event",
               [](const new_delivery& one) {
                 return one.event ? std::optional{static_cast<std::int64_t>(*one.event)} : null_number;
               }},
    new_column{"subject_id",
               [](const new_delivery& one) {
                 return one.subject ? std::optional<std::string_view>{*one.subject} : std::nullopt;
               }},
    new_column{"url", [](const new_delivery& one) { return std::string_view{one.job.url}; }},
    new_column{"destination", [](const new_delivery& one) { return destination_of(one.job.url); }},
    new_column{"body",
               [](const new_delivery& one) {
                 return one.payload_row == 0 ? std::string_view{one.job.body} : std::string_view{};
               }},
    new_column{"payload_row", [](const new_delivery& one) { return row_or_null(one.payload_row); }},
    new_column{"signed_at", [](const new_delivery& one) { return one.job.signed_at; }},
    new_column{"signature", [](const new_delivery& one) { return std::string_view{one.job.signature}; }},
    new_column{"key_id", [](const new_delivery& one) { return std::string_view{one.key_id}; }},
    new_column{"agent", [](const new_delivery& one) { return std::string_view{one.job.agent}; }},
    new_column{"brand", [](const new_delivery& one) { return std::string_view{one.job.brand}; }},
    new_column{"attempt", [](const new_delivery& one) { return std::int64_t{one.job.attempt}; }},
    new_column{"unanswered", [](const new_delivery& one) { return std::int64_t{one.is_claimed()}; }},
    new_column{"epoch", [](const new_delivery& one) { return one.job.epoch; }},
    new_column{"in_queue", [](const new_delivery& one) { return std::int64_t{!one.is_claimed() && !one.is_due}; }},
    new_column{"owner",
               [](const new_delivery& one) { return one.is_claimed() ? std::optional{one.claimed_by} : std::nullopt; }},
    new_column{"lease_until",
               [](const new_delivery& one) {
                 return one.is_claimed() ? std::optional{to_millis(one.job.lease_until)} : null_number;
               }},
    new_column{"next_at", [](const new_delivery& one) { return to_millis(one.due_at.value_or(one.created_at)); }},
    new_column{"created_at", [](const new_delivery& one) { return to_millis(one.created_at); }});
static_assert(delivery_columns.has_each_once());

} // namespace paylink
