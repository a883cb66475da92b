#pragma once
#include "actors/messages.hpp"

#include <caf/typed_actor.hpp>

/// Every actor of a node and the messages that it accepts: read this first. A request is always answered, with a value
/// or with an error inside the answer; timers are internal.
namespace paylink {

/// The one writer of the database. Collects waiting verbs into one transaction, commits once, then answers all of them.
using store_actor = caf::typed_actor<
    // Runs one verb; replies after it is on disk.
    caf::replies_to<write>::with<written>,
    // INTERNAL: commit the batch.
    caf::reacts_to<flush_due>, caf::reacts_to<retry_due>,
    // INTERNAL: checkpoint when there is time for it.
    caf::reacts_to<rest_due>>;

/// The entrance: finds the route of every request and makes sure that it is answered.
using http_frontend_actor = caf::typed_actor<
    // A request from the network.
    caf::reacts_to<call_ptr>,
    // A call continues with work: it goes to the actor for that. A list or a search takes its turn.
    caf::reacts_to<call_prepared>,
    // A reader has noticed something to be written.
    caf::reacts_to<write_aside>,
    // A reader of lists is free again.
    caf::reacts_to<list_served>,
    // What has been read of an answer has been sent: its next portion takes its turn among the lists.
    caf::reacts_to<portion_wanted>,
    // INTERNAL: check the calls that wait for the store; check the lists whose askers have paused long enough.
    caf::reacts_to<waiting_due>, caf::reacts_to<lists_due>>;

/// Readers, each with its own connection. Those for lists and searches do nothing else, so that money and pages never
/// wait for them.
using reader_actor = caf::typed_actor<
    // Authorizes and checks a call, and answers it; or tells the front end what the call needs first. Or reads the next
    // portion of its answer.
    caf::reacts_to<serve_call>,
    // Finds the account that a feed's entry names.
    caf::replies_to<locate_account>::with<located_account>,
    // Finds the links that credits are for.
    caf::replies_to<match_credits>::with<matched_credits>,
    // Prepares the next portion of a large write.
    caf::replies_to<prepare_portion>::with<portion_prepared>,
    // Checks who may look on at a Workspace.
    caf::replies_to<check_watchers>::with<watchers_checked>,
    // Reads a Workspace.
    caf::replies_to<load_workspace>::with<loaded_workspace>>;

/// Hashes passwords, one at a time, on a thread of its own.
using password_hasher_actor = caf::typed_actor<
    // Checks a password, or hashes a new one.
    caf::reacts_to<continued_call<password_check>>>;

/// Calls the connector of one bank, one call at a time, on a thread of its own.
using connector_caller_actor = caf::typed_actor<
    // Makes one call; replies when the bank has answered, or its time is over.
    caf::replies_to<connector_call>::with<connector_answer>>;

/// A connection of a bank account while it is in progress.
using bank_connection_actor = caf::typed_actor<
    // Makes one call about it, after those before.
    caf::replies_to<connector_call>::with<connector_answer>,
    // INTERNAL: nobody has asked for long.
    caf::reacts_to<connection_given_up>>;

/// Where banks are asked.
using connector_router_actor = caf::typed_actor<
    // Hands a call to the connection that it is about, or to the bank's caller.
    caf::replies_to<connector_call>::with<connector_answer>,
    // The same for a call of the API, which continues with the bank's answer.
    caf::reacts_to<continued_call<connector_call>>>;

/// Records the entries of imported statements.
using statement_importer_actor = caf::typed_actor<
    // Records those of one statement, portion by portion.
    caf::reacts_to<continued_call<statement_import>>>;

/// Fetches from banks' connectors entries that no notification has reported.
using reconciler_actor = caf::typed_actor<
    // INTERNAL: the next account, or a look for one.
    caf::reacts_to<fetch_due>>;

/// Tests endpoints: sends requests that belong to no delivery.
using endpoint_tester_actor = caf::typed_actor<
    // Sends one; the call continues when the endpoint has answered, or its time is over.
    caf::reacts_to<continued_call<endpoint_test>>,
    // INTERNAL: what came back.
    caf::reacts_to<trial_ended>>;

/// One payment link while it has work: everything that changes its status goes through this mailbox, one after another.
using payment_link_actor = caf::typed_actor<
    // Settles a credit, or carries out another write that changes the link; replies after it is on disk.
    caf::replies_to<write>::with<written>>;

/// One Workspace while it has work: finds the link of a credit, wakes its links, carries out commands.
using workspace_actor = caf::typed_actor<
    // Records an entry of one of its accounts.
    caf::replies_to<entry_arrived>::with<written>,
    // Carries out a command.
    caf::replies_to<workspace_command>::with<written>,
    // Ends, unless it has work; sent only by the directory, which holds back messages that arrive meanwhile.
    caf::reacts_to<retire>,
    // INTERNAL: look up the links of the waiting credits.
    caf::reacts_to<match_due>,
    // INTERNAL: has anything happened since the last time?
    caf::reacts_to<idle_due>>;

/// Knows which Workspace an account belongs to, and wakes Workspaces.
using directory_actor = caf::typed_actor<
    // Hands an entry to the Workspace that holds the account; stores it as received if none does.
    caf::replies_to<entry_arrived>::with<written>,
    // Hands a command to its Workspace.
    caf::replies_to<workspace_command>::with<written>,
    // A Workspace has been idle for a while; it has work after all, and stays.
    caf::reacts_to<workspace_idle>, caf::reacts_to<workspace_busy>>;

/// Decides when deliveries may be sent: bounded per destination and in total, Workspaces in turn; the rest waits as
/// rows.
using delivery_supervisor_actor = caf::typed_actor<
    // Fresh deliveries with their first attempts claimed.
    caf::reacts_to<jobs_claimed>,
    // Lines have unclaimed rows.
    caf::reacts_to<queues_grew>,
    // Rows have become due without a message.
    caf::reacts_to<rows_are_due>,
    // A job asks to make its next attempt.
    caf::replies_to<want_slot>::with<slot_granted>,
    // A job's request is over, or was given up; then its outcome is on disk, or was given up.
    caf::reacts_to<attempt_ended>, caf::reacts_to<attempt_settled>,
    // A job asks to wait in memory for its next attempt.
    caf::replies_to<want_stay>::with<may_stay>,
    // The waiting deliveries were claimed by an incarnation that is over.
    caf::reacts_to<incarnation_renewed>,
    // The node ends: starts nothing more, and replies when the attempts in flight are over.
    caf::replies_to<stop_deliveries>::with<deliveries_stopped>,
    // INTERNAL: look for due rows; claim rows of queues that had no places.
    caf::reacts_to<sweep_due>, caf::reacts_to<refill_due>>;

/// One delivery, from a claimed attempt to its end or its next long wait.
using delivery_job_actor = caf::typed_actor<
    // The receiver's answer, or why there is none.
    caf::reacts_to<attempt_made>, caf::reacts_to<record_due>,
    // INTERNAL: the wait is over; stale generations are ignored.
    caf::reacts_to<attempt_due>>;

/// Writes this node's heartbeat, so that no other node takes over its claims.
using incarnation_monitor_actor = caf::typed_actor<
    // INTERNAL: a heartbeat.
    caf::reacts_to<beat_due>,
    // The node will end soon: marks its row.
    caf::reacts_to<drain_incarnation>,
    // The node ends: the last heartbeat, which releases its claims.
    caf::replies_to<end_incarnation>::with<incarnation_ended>>;

/// Expires links and orders whose time has come.
using link_expirer_actor = caf::typed_actor<
    // INTERNAL: once a second.
    caf::reacts_to<expiry_due>>;

/// Clears the data of deleted Workspaces.
using workspace_clearer_actor = caf::typed_actor<
    // INTERNAL: the next portion, or a look for one.
    caf::reacts_to<clearing_due>>;

/// Does what is left to do when bank accounts have been connected or removed.
using account_updater_actor = caf::typed_actor<
    // Accounts were connected or removed.
    caf::reacts_to<accounts_are_due>,
    // INTERNAL: the next portion, or a look for one.
    caf::reacts_to<account_due>>;

/// Does the scheduled jobs of the database, which one node at a time does.
using job_scheduler_actor = caf::typed_actor<
    // INTERNAL: the next portion, or a look for a scheduled job.
    caf::reacts_to<scheduled_job_due>>;

/// Tells those who look at a Workspace that something in it has changed.
using change_notifier_actor = caf::typed_actor<
    // There is something to tell, somebody begins to look, or somebody's access may have ended.
    caf::reacts_to<changes_due>,
    // INTERNAL: who may look on, and what other nodes tell.
    caf::reacts_to<watch_due>>;

/// Sends mails to the Owner and the Admins of a Workspace.
using mailer_actor = caf::typed_actor<
    // INTERNAL: look for notices; send the next mail of those that were found.
    caf::reacts_to<notices_due>, caf::reacts_to<mail_due>>;

/// Ends the process when one of the node's lasting actors is lost.
using core_watch_actor = caf::typed_actor<
    // The node ends, and its actors with it.
    caf::reacts_to<stop_watching>>;

/// Keeps the index of transfer texts.
using text_index_updater_actor = caf::typed_actor<
    // INTERNAL: index the texts recorded since the last time.
    caf::reacts_to<texts_due>>;

/// Checks the database for damage and copies it, once a night.
using maintenance_actor = caf::typed_actor<
    // INTERNAL: it is three in the morning.
    caf::reacts_to<nightly_due>>;

} // namespace paylink
