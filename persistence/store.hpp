#pragma once
#include "domain/deliveries/callback.hpp"
#include "domain/deliveries/retry_policy.hpp"
#include "domain/errors/errc.hpp"
#include "domain/health/clock_hearsay.hpp"
#include "domain/health/readiness.hpp"
#include "domain/identity/access.hpp"
#include "persistence/claim_gate.hpp"
#include "persistence/life_book.hpp"
#include "persistence/records/records.hpp"

#include <boost/mp11/algorithm.hpp>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <stdexcept>
#include <thread>
#include <variant>

namespace paylink {

class database_error : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A query of a connection that may only take so long.
class query_took_too_long : public database_error {
  using database_error::database_error;
};

using write_verbs = boost::mp11::mp_append<link_verbs, transaction_verbs, credit_verbs, delivery_verbs, resend_verbs,
                                           life_verbs, notice_verbs, identity_verbs, account_verbs, key_verbs>;
/// A write: each is one verb, and holds in one transaction.
using write_command = boost::mp11::mp_rename<write_verbs, std::variant>;

template <class Verb>
using reply_of = typename Verb::reply;
/// What a write answers: the reply that its verb names, or that it was held up.
using write_reply =
    boost::mp11::mp_rename<boost::mp11::mp_unique<boost::mp11::mp_append<
                               verbs<no_reply, held_up>, boost::mp11::mp_transform<reply_of, write_verbs>>>,
                           std::variant>;

/// What the store has answered to a verb, as the type that the verb names.
template <class Verb>
result<reply_of<Verb>> reply_to(result<write_reply>& outcome) {
  if (!outcome) return outcome.error();
  if (auto* reply = std::get_if<reply_of<Verb>>(&*outcome)) return std::move(*reply);
  return errc::internal_error;
}

/// The one writer of a database. Not thread-safe: one thread owns it.
class write_store {
public:
  virtual ~write_store() = default;

  /// Runs all commands in one transaction, commits once, and gives each its reply in the same order. When one of them
  /// throws (as opposed to failing as a value, which writes nothing), all are rolled back and run again one by one, so
  /// that a bad one fails alone. When nothing could be stored (disk full, connection lost) each reply is
  /// `service_unavailable`; nothing was acknowledged, and the next call tries anew. An unknown outcome of a commit is
  /// resolved by reading back before anything is answered.
  /// Errors as values: create_link: not_found (account, virtual account), bank_account_not_connected,
  /// workspace_suspended, conflict (public id or reference is another link's: make new ones), idempotency_key_reused;
  /// close_link: not_found, payment_link_not_pending; annotate_transaction: not_found; record_entry:
  /// service_unavailable (the clock is not believed; the account's number is connected as another one by now), or the
  /// value `held_up`; expire_links: service_unavailable while the clock is not believed; set_workspace_status:
  /// not_found; claim_delivery, extend_lease, hand_back, settle_notice: conflict; resend_callback: not_found (no
  /// callback), conflict (it is still being sent); resend_callback, resend_callbacks: idempotency_key_reused,
  /// idempotency_in_progress (the key was used since it was looked up: ask again), service_unavailable while the clock
  /// is not believed; connect_account: not_found, bank_account_taken; rotate_signing_key: not_found, conflict (the id
  /// is the key's before), service_unavailable while the clock is not believed; the other makers: not_found (user,
  /// Workspace, account), conflict. A maker that comes again with its id is done already. A signing key that the signer
  /// cannot use is never stored: that throws.
  virtual std::vector<result<write_reply>> apply(std::span<const write_command> batch) = 0;

  /// Housekeeping while nothing waits: on SQLite, a checkpoint when the WAL has grown. `idle` tells whether the queue
  /// is empty; a very long WAL is checkpointed even when it is not.
  virtual void rest(bool idle) = 0;
};

/// The read side; each reading thread has its own. Every query names its Workspace, but for those that find it. When
/// the database does not answer, those with a result say `service_unavailable`, and the others throw `database_error`.
class read_store {
public:
  virtual ~read_store() = default;

  /// The owner of the token and what it may do in `workspace` now: the token's permissions there, cut to what the
  /// owner's role holds there at this moment. One indexed query. `authentication_error` for an unknown, expired or
  /// revoked one.
  virtual result<caller> authorize_token(std::string_view digest, std::string_view workspace, timestamp now) = 0;

  /// The Workspaces in which the token may do `wanted` now, by the same rule.
  virtual std::vector<workspace_id> workspaces_of_token(token_id token, permission wanted) = 0;
  virtual result<workspace> find_workspace(workspace_id id) = 0;
  virtual result<bank_account> find_account(workspace_id in, bank_account_id id) = 0;
  virtual result<virtual_account> find_virtual_account(workspace_id in, virtual_account_id id) = 0;

  /// The connected (else the last disconnected) account that a feed's entry names: one that is connected through this
  /// feed, or one of the bank whose own feed it is, or on the switch's feed of the bank with the entry's `bin`. Among
  /// equals the one of exactly this feed. `bin` may be empty but on the switch's feed, where nothing is found without.
  virtual result<bank_account> find_account_of_feed(std::string_view feed, std::string_view bin,
                                                    std::string_view number) = 0;
  /// What each credit names, in the same order: the link of the one known reference of the text that belongs to the
  /// account, and the virtual account. Whether a virtual account stands for a link is decided where the credit is
  /// recorded: it depends on the moment.
  virtual std::vector<link_match> match_links(std::span<const credit_clue> credits) = 0;

  /// The Workspace's current signing key, and the one before it while it can verify.
  virtual result<stored_signing_keys> find_signing_keys(workspace_id in, timestamp now) = 0;
  /// Values that are sealed with another master key than `but_key` (empty: all), of every column, behind the row
  /// `after` in the order of the columns and their rows.
  virtual page<sealed_value> list_sealed_values(std::string_view but_key, const sealed_value& after, int limit) = 0;
  virtual result<sealed_value> find_canary() = 0;

  virtual result<payment_link> find_link(workspace_id in, payment_link_id id) = 0;
  virtual page<payment_link> list_links(workspace_id in, const link_filter& filter, timestamp now) = 0;
  /// Payments of a link, with those that the switch rejected. `after_row` is the `last_row` of the page before, or 0.
  virtual page<payment> list_payments(workspace_id in, std::int64_t link_row, int limit, bool ascending,
                                      std::int64_t after_row) = 0;
  virtual page<bank_transaction> list_transactions(const transaction_filter& filter) = 0;
  virtual result<bank_transaction> find_transaction(workspace_id in, transaction_id id) = 0;
  /// `not_found` when the key was not used, or so long ago that it is forgotten.
  virtual result<used_key> find_used_key(const idempotency_key& key, workspace_id in, timestamp now) = 0;
  virtual result<callback_record> find_callback(workspace_id in, std::int64_t link_row) = 0;
  /// What sending again would come to for the links that the filter matches; and these links portion by portion, oldest
  /// first, at most `filter.limit` looked at behind `filter.after`.
  virtual resend_counts count_resendable(workspace_id in, const link_filter& filter, timestamp now) = 0;
  virtual resend_portion list_resendable(workspace_id in, const link_filter& filter, timestamp now) = 0;
  virtual result<payer_view> find_payer_view(std::string_view public_id) = 0;

  /// How many deliveries are neither acknowledged nor failed, in the whole database.
  virtual std::int64_t count_unfinished_deliveries() = 0;
  /// Whether the database answers and its schema is ours.
  virtual bool is_ready() = 0;
};

/// What is asked of a server that has standbys, or should have: nothing, that a commit waits for one or a warning says
/// that it does not, or that nothing is acknowledged without.
enum class replication_policy { off, warn, required };

/// Keeps the index of transfer texts. Not thread-safe: one thread owns it.
class text_indexer {
public:
  virtual ~text_indexer() = default;
  /// Takes up the next rows; whether there are more. Throws `database_error`; a later call may do.
  virtual bool step() = 0;
};

/// What a store needs beside its database.
struct store_context {
  std::string node;  ///< The node's name, a label.
  std::string brand; ///< Stored with each event.
  retry_policy retries;
  const wall_clock& clock; ///< SQLite's deciding clock; PostgreSQL asks the database.
  event_signer& signer;
  claim_gate* gate = nullptr; ///< Null: events are recorded unclaimed.
  /// Waits on the writer's thread, before a transaction is run again.
  std::function<void(std::chrono::milliseconds)> pause = [](std::chrono::milliseconds time) {
    std::this_thread::sleep_for(time);
  };
  /// Ends the process after the disk failed under a write; does not return, but may throw under simulation.
  std::function<void()> die = [] { std::abort(); };
  /// The machine's time, while an NTP client keeps it right; none: nobody does.
  std::function<std::optional<timestamp>()> synchronized_time = [] { return std::optional<timestamp>{}; };
  readiness* state = nullptr;       ///< Where it shows what it does, and what is wrong with the clock.
  clock_hearsay* hearsay = nullptr; ///< What banks have said of the time.
  replication_policy replication = replication_policy::warn; ///< Of PostgreSQL.
  life_book* lives = nullptr; ///< Of the node; null: the writer draws a life that nobody remembers.
  std::string address{};      ///< Shown with the node's name.
  std::string version{};
  std::string life{}; ///< Under which deliveries are claimed: the store sets it.
};

/// A database, opened: schema migrated, settings of durability read back, exactly one writer.
class database {
public:
  virtual ~database() = default;
  virtual std::unique_ptr<write_store> open_writer(const store_context& context) = 0;
  virtual std::unique_ptr<read_store> open_reader() = 0;
  /// One for lists and searches, which it ends when they take longer than `time_max`: `query_took_too_long`.
  virtual std::unique_ptr<read_store> open_list_reader(std::chrono::milliseconds time_max) = 0;
  /// Null, with a word in the log, where none can be had: a PostgreSQL without pg_trgm, a folder that takes no file.
  virtual std::unique_ptr<text_indexer> open_text_indexer() = 0;

  /// Reads everything through and tells what is broken; empty: nothing. Takes as long as the database is large, on a
  /// connection of its own. Safe from any thread, as `back_up` is. PostgreSQL has its own means (`pg_amcheck`): empty.
  virtual std::string check_integrity() = 0;
  /// Copies everything, as it is at one moment, to a file that does not exist yet; it has its name only when it is
  /// whole and on disk. False, and nothing is done, on PostgreSQL (`pg_dump`, `pg_basebackup`).
  virtual bool back_up(const std::filesystem::path& file) = 0;
};

/// What is at a database's address before it is opened.
struct found_database {
  bool is_made = false;    ///< It has a schema of ours.
  std::string id;          ///< Random, and the same in every copy; empty in one of an earlier version.
  bool is_newer = false;   ///< A newer version has made or changed it.
  std::string sealed_with; ///< The id of a master key that has sealed something in it; empty: nothing is sealed.
};

/// Looks, and neither makes nor changes anything. Throws `database_error` as `open_database` does.
found_database look_at_database(const std::string& url);

/// What becomes of a schema that an earlier version has made.
enum class schema_use {
  migrated,
  left_alone, ///< For a copy of the database as it is, of whichever version: no store is opened on it.
};

/// Opens `sqlite:///path/to/file.db` or `postgresql://…`. Throws `database_error` with a sentence that says what is
/// wrong and what to do: a file that another process holds, a schema made by a newer version, a migration that was
/// changed, `fsync` switched off, …
std::unique_ptr<database> open_database(const std::string& url, schema_use schema = schema_use::migrated);

} // namespace paylink
