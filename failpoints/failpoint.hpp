#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>

/// Named places where a test may inject faults: `PAYLINK_FAILPOINT(before_commit);`. In a build without
/// `PAYLINK_FAILPOINTS` the line expands to nothing.
namespace paylink::failpoints {

// At `before_…` the step has not begun, at `after_…` it is done: an error there means that the work is done but its
// answer is lost.

// The writer's connection and its transaction. Only PostgreSQL reads back the mark, and only SQLite has checkpoints. At
// `after_commit` nothing can be refused any more: the process can still end, or the connection be lost with the answer
// (on PostgreSQL).
#define PAYLINK_CONNECTION_PLACES(X)                                                                                   \
  X(before_connect)                                                                                                    \
  X(after_connect)                                                                                                     \
  X(before_begin)                                                                                                      \
  X(after_begin)                                                                                                       \
  X(before_commit)                                                                                                     \
  X(after_commit)                                                                                                      \
  X(before_rollback)                                                                                                   \
  X(after_rollback)                                                                                                    \
  X(before_reading_mark)                                                                                               \
  X(after_reading_mark)                                                                                                \
  X(before_checkpoint)                                                                                                 \
  X(after_checkpoint)

// A new link: its row, when it is due, the key of its request.
#define PAYLINK_NEW_LINK_PLACES(X)                                                                                     \
  X(after_link_row)                                                                                                    \
  X(after_expiry_row)                                                                                                  \
  X(after_link_key_row)

// A credit: its row, the link that it completes, the event, the usage; or the transaction of the same transfer from
// another feed or a statement; or the match of one, which a person or a bank confirms.
#define PAYLINK_CREDIT_PLACES(X)                                                                                       \
  X(after_pairing)                                                                                                     \
  X(after_statement_noted)                                                                                             \
  X(after_statement_given)                                                                                             \
  X(after_transaction_proved)                                                                                          \
  X(after_match_confirmed)                                                                                             \
  X(after_transaction_row)                                                                                             \
  X(after_link_completed)                                                                                              \
  X(after_delivery_row)                                                                                                \
  X(after_usage_row)

// A Workspace that is reactivated: an entry that was held is settled, and noted as processed; none is left.
#define PAYLINK_HELD_PLACES(X)                                                                                         \
  X(after_kept_entry_settled)                                                                                          \
  X(after_kept_entry_noted)                                                                                            \
  X(after_workspace_activated)

// A bank account that is connected; a portion of what its connection or removal leaves to do; entries to be fetched.
#define PAYLINK_ACCOUNT_PLACES(X)                                                                                      \
  X(after_account_connected)                                                                                           \
  X(after_account_kept)                                                                                                \
  X(after_fetch_claimed)

// A Workspace that is deleted: it is marked, its accounts are free; its pending links are closed, its unfinished
// callbacks end, a portion of its data is gone.
#define PAYLINK_DELETION_PLACES(X)                                                                                     \
  X(after_workspace_marked)                                                                                            \
  X(after_accounts_freed)                                                                                              \
  X(after_deleted_links_closed)                                                                                        \
  X(after_callbacks_ended)                                                                                             \
  X(after_portion_cleared)

// Links whose time has come.
#define PAYLINK_EXPIRY_PLACES(X) X(after_expiries_taken)

// An order that a credit completes, and orders whose time has come.
#define PAYLINK_ORDER_PLACES(X)                                                                                        \
  X(after_order_completed)                                                                                             \
  X(after_orders_failed)

// A delivery that a disabled webhook is not sent, and what an attempt says about its webhook.
#define PAYLINK_WEBHOOK_PLACES(X)                                                                                      \
  X(after_delivery_skipped)                                                                                            \
  X(after_webhook_judged)

// The outcome of an attempt, and a lost outcome.
#define PAYLINK_OUTCOME_PLACES(X)                                                                                      \
  X(after_outcome_settled)                                                                                             \
  X(after_attempt_row)                                                                                                 \
  X(after_lost_attempt_row)                                                                                            \
  X(after_lost_claim_released)                                                                                         \
  X(after_lost_claim_failed)

// A query for due deliveries.
#define PAYLINK_CLAIM_PLACES(X)                                                                                        \
  X(after_leases_over)                                                                                                 \
  X(after_rows_put_in_queue)                                                                                           \
  X(after_rows_claimed)

// An incarnation that begins.
#define PAYLINK_INCARNATION_PLACES(X) X(after_incarnation_row)

// A callback sent again by hand, and a new signing key.
#define PAYLINK_ROUND_PLACES(X)                                                                                        \
  X(after_rounds_opened)                                                                                               \
  X(after_rounds_noted)                                                                                                \
  X(after_previous_key_dropped)                                                                                        \
  X(after_current_key_ended)

// What a transaction has counted, at its end.
#define PAYLINK_STATISTICS_PLACES(X)                                                                                   \
  X(before_counts)                                                                                                     \
  X(between_counts)                                                                                                    \
  X(after_counts)

// A portion of old deliveries is purged.
#define PAYLINK_RETENTION_PLACES(X) X(after_portion_purged)

// Many commands with one statement, only on PostgreSQL.
#define PAYLINK_BULK_PLACES(X)                                                                                         \
  X(before_bulk_look_up)                                                                                               \
  X(after_bulk_look_up)                                                                                                \
  X(before_bulk_credits)                                                                                               \
  X(after_bulk_credits)                                                                                                \
  X(after_bulk_pairs)                                                                                                  \
  X(after_bulk_held)                                                                                                   \
  X(before_bulk_outcomes)                                                                                              \
  X(after_bulk_outcomes)

// Between the actors, and at the node's input and output: no transaction is open here, so nothing can be refused. The
// process can end.
#define PAYLINK_ACTOR_PLACES(X)                                                                                        \
  X(before_batch_answered)                                                                                             \
  X(after_batch_answered)                                                                                              \
  X(before_event_handed_on)                                                                                            \
  X(after_event_handed_on)                                                                                             \
  X(before_attempt_sent)                                                                                               \
  X(after_attempt_sent)                                                                                                \
  X(before_outcome_recorded)                                                                                           \
  X(after_outcome_recorded)                                                                                            \
  X(before_bank_acknowledged)                                                                                          \
  X(after_bank_acknowledged)                                                                                           \
  X(after_scheduled_job_portion)

#define PAYLINK_STORE_PLACES(X)                                                                                        \
  PAYLINK_CONNECTION_PLACES(X)                                                                                         \
  PAYLINK_NEW_LINK_PLACES(X)                                                                                           \
  PAYLINK_CREDIT_PLACES(X)                                                                                             \
  PAYLINK_HELD_PLACES(X)                                                                                               \
  PAYLINK_ACCOUNT_PLACES(X)                                                                                            \
  PAYLINK_DELETION_PLACES(X)                                                                                           \
  PAYLINK_EXPIRY_PLACES(X)                                                                                             \
  PAYLINK_ORDER_PLACES(X)                                                                                              \
  PAYLINK_WEBHOOK_PLACES(X)                                                                                            \
  PAYLINK_OUTCOME_PLACES(X)                                                                                            \
  PAYLINK_CLAIM_PLACES(X)                                                                                              \
  PAYLINK_INCARNATION_PLACES(X)                                                                                        \
  PAYLINK_ROUND_PLACES(X)                                                                                              \
  PAYLINK_STATISTICS_PLACES(X)                                                                                         \
  PAYLINK_RETENTION_PLACES(X)                                                                                          \
  PAYLINK_BULK_PLACES(X)

#define PAYLINK_FAILPOINT_PLACES(X)                                                                                    \
  PAYLINK_STORE_PLACES(X)                                                                                              \
  PAYLINK_ACTOR_PLACES(X)

/// Behind these are the places before and after each verb of the store, which the store numbers.
enum class place : std::uint16_t {
#define X(name) name,
  PAYLINK_FAILPOINT_PLACES(X)
#undef X
      first_around_verbs,
};

/// The places before and after a verb.
constexpr place before_verb(std::size_t number) {
  return static_cast<place>(static_cast<std::size_t>(place::first_around_verbs) + 2 * number);
}
constexpr place after_verb(std::size_t number) {
  return static_cast<place>(static_cast<std::size_t>(before_verb(number)) + 1);
}

/// The name of a place that belongs to no verb.
std::string_view name_of(place where);

/// Whether the place belongs to the store, where an error of the database can be injected; at the others only the
/// process can end.
constexpr bool is_of_store(place where) {
  return where < place::before_batch_answered || where >= place::first_around_verbs;
}

/// Called at every place that the program reaches; if it throws, the exception is raised there. Not thread-safe: set it
/// before starting threads that reach places. Null: does nothing.
void on_reach(std::function<void(place)> visitor);

void reach(place where);

} // namespace paylink::failpoints

#ifdef PAYLINK_FAILPOINTS
#define PAYLINK_FAILPOINT(name) ::paylink::failpoints::reach(::paylink::failpoints::place::name)
#else
#define PAYLINK_FAILPOINT(name) static_cast<void>(0)
#endif
