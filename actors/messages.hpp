#pragma once
#include "actors/continued_call.hpp"
#include "api/changes/change_board.hpp"
#include "connectors/connector_line.hpp"
#include "domain/banks/bank.hpp"
#include "domain/deliveries/delivery.hpp"
#include "domain/errors/errc.hpp"
#include "http/wire/feed_codec.hpp"
#include "http/wire/message.hpp"
#include "persistence/store.hpp"

#include <caf/allowed_unsafe_message_type.hpp>

#include <functional>
#include <memory>
#include <string>

/// The messages between actors of one node. Commands are imperative, facts past tense, timers end in `_due`. All of
/// them stay inside the process.
namespace paylink {

// To and from the store.

/// One verb for the writer; answered after it is on disk.
struct write {
  write_command command;
};
struct written {
  result<write_reply> outcome{errc::internal_error};
};
/// Internal to the store: run the waiting verbs, and maintain the database.
struct flush_due {};
/// Internal to the store: retry the verbs that another transaction blocked.
struct retry_due {};
struct rest_due {};

/// Which account a feed's entry is about.
struct locate_account {
  std::string feed, bin, number;
};
struct located_account {
  std::shared_ptr<const bank_account> account; ///< Null: no Workspace has connected it.
  errc failed = errc::ok;                      ///< If not ok, the look-up itself failed, and nothing is known.
};
/// Which links credits are for.
struct match_credits {
  std::vector<credit_clue> credits;
};
struct matched_credits {
  std::vector<link_match> links; ///< One for each credit, in their order.
  errc failed = errc::ok;        ///< Otherwise the look-up itself failed, and nothing is known.
};
/// Who may not look on any more.
struct check_watchers {
  std::vector<watcher_ptr> watchers;
  session_limits sessions;
};
struct watchers_checked {
  std::vector<watcher_ptr> ended;
};
/// The next portion of a write that is too large for one.
struct prepare_portion {
  std::shared_ptr<portioned_write> of;
};
struct portion_prepared {
  std::shared_ptr<write_command> portion;
  errc failed = errc::ok; ///< If not ok, the rows could not be read.
};

/// Reads a Workspace's state.
struct load_workspace {
  workspace_id id;
};
struct loaded_workspace {
  result<workspace> record{errc::internal_error};
};

// The walk of a credit.

/// One usable entry of a bank's feed: to the directory, which hands it on to the Workspace of its account. Answered as
/// a `record_entry` is, after it is on disk. From there on it is a `write`, for the payment link that it names or for
/// the store.
struct entry_arrived {
  std::string feed; ///< The feed that reported it, not always the one that the account is connected through.
  bank_entry entry;
  std::shared_ptr<const bank_account> account{}; ///< Null: the directory finds it.
  bool is_asked_for = false; ///< Of this very account, by a fetch or in a statement: set by the directory.
};

// Delivery.

/// Attempts that were claimed together with their event.
struct jobs_claimed {
  std::vector<delivery_job> jobs;
};
/// Deliveries were recorded without a claim, because the window had no place: they wait in these queues as rows.
struct queues_grew {
  std::vector<delivery_queue> queues;
};
/// Rows are due now, without a message for each: callbacks are sent again by hand, or chats are told.
struct rows_are_due {
  bool may_wait = false; ///< A moment, until there are more of them.
};
/// A waiting job whose time has come asks for a slot.
struct want_slot {
  delivery_queue queue;
};
struct slot_granted {};
/// A request is over; its slot is free again.
struct attempt_ended {
  delivery_queue queue;
  bool answered = false; ///< The receiver gave an HTTP answer.
  bool timed_out = false;
};
/// An attempt's outcome is on disk; its place in the window is free again.
struct attempt_settled {
  delivery_queue queue;
};
/// A job asks to stay in memory until its next attempt.
struct want_stay {};
struct may_stay {
  bool value = false;
};
struct attempt_due {
  int generation = 0;
};
struct attempt_made {
  attempt made;
};
/// Internal to a delivery job: offer the outcome again to the store, which could not write it.
struct record_due {};
/// The node ends: start nothing new; answered when no attempt is in flight.
struct stop_deliveries {};
struct deliveries_stopped {};
/// This node's incarnation was declared dead and a new one has begun: others may have claimed the waiting deliveries.
struct incarnation_renewed {};
/// Internal to the incarnation monitor: write a heartbeat.
struct beat_due {};
/// The node will end soon: its row says so.
struct drain_incarnation {};
/// The node is about to end: its incarnation ends properly, without claims.
struct end_incarnation {};
struct incarnation_ended {};
/// Internal to the supervisor: look for due rows.
struct sweep_due {
  int generation = 0;
};
/// Internal to the supervisor: queues may have room by now.
struct refill_due {};

// Mail.

/// Internal to the mailer: look for due notices; send the next mail.
struct notices_due {};
struct mail_due {};

// Life of actors.

/// Internal to a Workspace: look up waiting credits; check whether it is idle.
struct match_due {};
struct idle_due {};
struct workspace_idle {
  workspace_id id;
};
/// The directory asks an idle Workspace to end; the Workspace's answer if it has work after all.
struct retire {};
struct workspace_busy {
  workspace_id id;
};
/// The node ends: from here on its actors may end.
struct stop_watching {};
struct expiry_due {};
struct clearing_due {};
struct scheduled_job_due {};
/// Something has changed that somebody looks at, or somebody begins to look.
struct changes_due {};
/// Internal to the change notifier: check who has access, and trade hints with other nodes.
struct watch_due {};
/// Accounts were connected or removed: there may be something to do at once.
struct accounts_are_due {};
/// Internal to the account updater.
struct account_due {
  std::uint64_t look = 0;
};
/// Internal to the front end: check the waiting calls.
struct waiting_due {};
/// Internal to the front end: the pause of an asker of lists is over.
struct lists_due {};
struct nightly_due {};
struct texts_due {};

/// A call for a reader: authorize it, check it, answer it; what it needs besides goes back to the sender.
struct serve_call {
  call_ptr call;
  bool is_turn = false; ///< For lists: the sender is notified when the reader is free again.
};
/// What a reader has made of a call, if it is not its answer.
struct call_prepared {
  call_ptr call;
  std::shared_ptr<handled> made;
};
/// A write that a call causes besides its own, and that nobody waits for.
struct write_aside {
  write_command command;
};
struct list_served {
  call_ptr call;
  std::chrono::milliseconds took;
};
/// The next portion of an answer that is read while it is sent; `take` gets it on a reader's thread, nothing if it
/// cannot be read. Nobody wants it any more when nobody holds the answer's place.
struct portion_wanted {
  call_ptr call;
  std::weak_ptr<const void> place;
  std::function<void(std::optional<std::string>)> take;
};

// Connectors of banks.

/// Internal to the reconciler.
struct fetch_due {
  std::uint64_t look = 0;
};
/// Internal to a connection in progress: nothing has been asked since so many calls.
struct connection_given_up {
  std::uint64_t calls = 0;
};

// Tests of endpoints.

/// Internal to the endpoint tester.
struct trial_ended {
  std::uint64_t number;
  attempt made;
};

/// Found for what belongs to this namespace alone.
template <class Message>
void stays_in_process(const Message&);

} // namespace paylink

/// Every type of ours, and what the standard library makes of them, may be a message: they never leave the process.
template <class Message>
  requires requires(const Message& message) { stays_in_process(message); }
struct caf::allowed_unsafe_message_type<Message> : std::true_type {};
