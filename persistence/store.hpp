#pragma once
#include "domain/deliveries/callback.hpp"
#include "domain/deliveries/retry_policy.hpp"
#include "domain/errors/errc.hpp"
#include "domain/health/clock_hearsay.hpp"
#include "domain/health/clock_offset.hpp"
#include "domain/health/readiness.hpp"
#include "domain/health/shared_settings.hpp"
#include "domain/identity/access.hpp"
#include "domain/retention/retention.hpp"
#include "domain/statistics/open_counts.hpp"
#include "domain/statistics/period_counts.hpp"
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
#include <type_traits>
#include <utility>
#include <variant>

namespace paylink {

class database_error : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A query took longer than its connection allows.
class query_took_too_long : public database_error {
  using database_error::database_error;
};

using write_verbs =
    boost::mp11::mp_append<link_verbs, transaction_verbs, credit_verbs, delivery_verbs, resend_verbs, life_verbs,
                           notice_verbs, mail_verbs, account_verbs, second_factor_verbs, token_verbs, identity_verbs,
                           workspace_verbs, member_verbs, bank_account_verbs, key_verbs, operator_verbs, webhook_verbs,
                           order_verbs, plan_verbs, chore_verbs, webhook_delivery_verbs, event_feed_verbs, fetch_verbs>;
/// A write: one verb, carried out in one transaction. Copying, moving and ending a variant of so many verbs is compiled
/// once, in store.cpp, and not in every source that holds one.
class write_command : public boost::mp11::mp_rename<write_verbs, std::variant> {
public:
  using verb = boost::mp11::mp_rename<write_verbs, std::variant>;

  write_command();
  template <class Verb>
    requires boost::mp11::mp_contains<verb, std::remove_cvref_t<Verb>>::value
  write_command(Verb&& wanted) : verb{std::forward<Verb>(wanted)} {}
  write_command(const write_command&);
  write_command(write_command&&) noexcept;
  write_command& operator=(const write_command&);
  write_command& operator=(write_command&&) noexcept;
  ~write_command();
};

template <class Verb>
using reply_of = typename Verb::reply;
/// A write's answer: its verb's reply, or that it was held up.
using write_reply_variant =
    boost::mp11::mp_rename<boost::mp11::mp_unique<boost::mp11::mp_append<
                               verbs<no_reply, held_up>, boost::mp11::mp_transform<reply_of, write_verbs>>>,
                           std::variant>;
class write_reply : public write_reply_variant {
public:
  write_reply();
  template <class Reply>
    requires boost::mp11::mp_contains<write_reply_variant, std::remove_cvref_t<Reply>>::value
  write_reply(Reply&& given) : write_reply_variant{std::forward<Reply>(given)} {}
  write_reply(const write_reply&);
  write_reply(write_reply&&) noexcept;
  write_reply& operator=(const write_reply&);
  write_reply& operator=(write_reply&&) noexcept;
  ~write_reply();
};

/// The store's answer to a verb, as the verb's reply type.
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

  /// Runs all commands in one transaction, commits once, and returns their replies in the same order. If one of them
  /// throws (failing as a value writes nothing and is not an exception), all are rolled back and run again one by one,
  /// so that only the bad one fails. If nothing could be stored (disk full, connection lost), each reply is
  /// `service_unavailable`; nothing was acknowledged, and the next call tries again. An unknown outcome of a commit is
  /// resolved by reading back before anything is answered.
  ///
  /// Each verb names its errors, which are values; `service_unavailable` besides, if it needs a sound clock. Creating
  /// something again with the same id succeeds. A signing key that the signer cannot use is never stored: that throws.
  virtual std::vector<result<write_reply>> apply(std::span<const write_command> batch) = 0;

  /// Housekeeping while nothing waits: on SQLite, a checkpoint if the WAL has grown. `idle`: the queue is empty; a very
  /// long WAL is checkpointed even if it is not.
  virtual void rest(bool idle) = 0;
};

/// The read side; each reading thread has its own. Every query names its Workspace, except those that find it. If the
/// database does not answer, those that return a result return `service_unavailable`, and the others throw
/// `database_error`.
class read_store {
public:
  virtual ~read_store() = default;

  /// The token's owner and what it may do in `workspace` now: its permissions there, limited to those of its owner's
  /// current role. One indexed query. `authentication_error` for an unknown, expired or revoked token.
  virtual result<caller> authorize_token(std::string_view digest, std::string_view workspace, timestamp now) = 0;

  /// The same for a signed-in session: its user, with the permissions of the user's role. `authentication_error` for an
  /// unknown or ended session.
  virtual result<caller> authorize_session(std::string_view digest, std::string_view workspace,
                                           const session_limits& limits, timestamp now) = 0;
  /// The same for each of many, in their order, by one query.
  virtual result<std::vector<result<caller>>> authorize_sessions(std::span<const session_use> used,
                                                                 const session_limits& limits, timestamp now) = 0;

  /// The Workspaces in which the caller may do `wanted` now, by the same rule.
  virtual std::vector<workspace_id> workspaces_of(const caller& who, permission wanted) = 0;

  /// What signing in needs of the account with this address, in any case of its letters.
  virtual result<sign_in_record> find_sign_in(std::string_view email) = 0;
  /// The same by id.
  virtual result<sign_in_record> find_user(user_id id) = 0;
  /// Whether a try would be allowed now; nothing is counted.
  virtual counted_try look_at_tries(std::span<const try_limit> limits, timestamp now) = 0;
  /// Whether the account with this address was signed in to lately from the household, a digest.
  virtual bool knows_household(std::string_view email, std::string_view household, timestamp now) = 0;
  /// The hash of the password with which somebody asked for the account that this token would confirm.
  virtual result<std::string> find_sign_up(std::string_view digest, timestamp now) = 0;
  /// What the user has; without anything for an unknown user.
  virtual second_factor find_second_factor(user_id of) = 0;
  virtual bool has_users() = 0;
  /// A user's sessions, the newest first.
  virtual std::vector<user_session> list_sessions(user_id of, const session_limits& limits, timestamp now) = 0;
  /// Where a user is an active member, and as what.
  virtual held_roles roles_of(user_id user) = 0;
  /// A user's tokens, revoked and expired ones too.
  virtual page<api_token> list_tokens(const token_filter& filter, timestamp now) = 0;
  virtual result<api_token> find_token(user_id of, token_id id, timestamp now) = 0;
  /// The plan that an account is on. `not_found`.
  virtual result<held_plan> find_plan(user_id of, timestamp now) = 0;
  /// An account's statements, of each month since its creation, closed or not; and one of them: `not_found`.
  virtual page<statement_of_month> list_statements(user_id of, const statement_filter& filter, timestamp now) = 0;
  virtual result<statement_of_month> find_statement(user_id of, calendar_month month, timestamp now) = 0;
  /// Rows of a Workspace's audit log.
  virtual page<audit_row> list_audit_rows(workspace_id in, const audit_filter& filter) = 0;
  /// For an operator, the newest first: everybody's accounts, and the tokens of a user or, without one, of all.
  /// `before_row` is the `last_row` of the previous page, or 0.
  virtual page<user_account> list_users(std::int64_t before_row, int limit) = 0;
  virtual page<listed_token> list_tokens(user_id of, std::int64_t before_row, int limit) = 0;
  /// The entries in quarantine, the oldest first. `after_row` is the `last_row` of the previous page, or 0.
  virtual page<quarantined_entry> list_quarantine(std::int64_t after_row, int limit) = 0;
  /// The banks' statuses that an operator has set; the others are as configured.
  virtual std::vector<set_status> list_bank_statuses() = 0;
  virtual result<workspace> find_workspace(workspace_id id) = 0;
  /// Those in which the caller may do anything.
  virtual page<held_workspace> list_workspaces(const caller& who, const people_filter& filter) = 0;
  virtual std::int64_t count_unfinished_callbacks(workspace_id in) = 0;
  virtual page<member> list_members(workspace_id in, const people_filter& filter) = 0;
  virtual page<invitation> list_invitations(workspace_id in, const people_filter& filter) = 0;
  virtual result<invitation> find_invitation(workspace_id in, invitation_id id) = 0;
  /// The invitation of a mailed token, by its digest. `not_found`: none that can be accepted.
  virtual result<invitation_offer> find_invitation_offer(std::string_view digest, timestamp now) = 0;
  /// All accounts of a Workspace, in the order of their ids; and one of them: `not_found`.
  virtual std::vector<account_overview> list_account_overviews(workspace_id in) = 0;
  virtual result<account_overview> find_account_overview(workspace_id in, bank_account_id id) = 0;
  virtual result<account_health> find_account_health(workspace_id in, bank_account_id id, timestamp now) = 0;
  /// Its virtual accounts, of one account or all, in the order of their ids.
  virtual std::vector<virtual_account> list_virtual_accounts(workspace_id in) = 0;
  virtual std::vector<virtual_account> list_virtual_accounts(workspace_id in, bank_account_id of) = 0;
  virtual result<bank_account> find_account(workspace_id in, bank_account_id id) = 0;
  virtual result<virtual_account> find_virtual_account(workspace_id in, virtual_account_id id) = 0;

  /// The connected (else the last disconnected) account that a feed's entry names: one connected through this feed, or
  /// one of the feed's own bank, or on the switch's feed one of the bank with the entry's `bin`. Among several, the one
  /// of exactly this feed. `bin` may be empty, except on the switch's feed, where it is needed.
  virtual result<bank_account> find_account_of_feed(std::string_view feed, std::string_view bin,
                                                    std::string_view number) = 0;
  /// What each credit names, in the same order: the link or order of the only known reference in the text that belongs
  /// to the account, and the virtual account. Which link a virtual account stands for is decided when the credit is
  /// recorded.
  virtual std::vector<link_match> match_links(std::span<const credit_clue> credits) = 0;

  virtual page<webhook> list_webhooks(workspace_id in, const webhook_list_filter& filter, timestamp now) = 0;
  virtual result<webhook> find_webhook(workspace_id in, webhook_id id, timestamp now) = 0;
  /// A webhook as a request to it needs it, with the keys that are in force; `row` is from `find_webhook`.
  virtual result<std::shared_ptr<const webhook_target>> find_webhook_target(std::int64_t row, timestamp now) = 0;
  /// Deliveries to webhooks, with their attempts.
  virtual page<webhook_delivery> list_deliveries(workspace_id in, const delivery_filter& filter) = 0;
  virtual result<webhook_delivery> find_delivery(workspace_id in, delivery_id id) = 0;
  /// The counts of sending again what the filter matches, to the webhook `to_row` or, if it is 0, each to its own; and
  /// the matches portion by portion, oldest first, reading at most `filter.limit` after `filter.after`.
  virtual resend_counts count_resendable_deliveries(workspace_id in, const delivery_filter& filter, std::int64_t to_row,
                                                    timestamp now) = 0;
  virtual delivery_portion list_resendable_deliveries(workspace_id in, const delivery_filter& filter) = 0;

  /// A Workspace's events after a place, in the order of recording; and what can be given the next places.
  virtual page<feed_event> list_events(workspace_id in, std::int64_t after, int limit) = 0;
  virtual feed_extension find_feed_extension(workspace_id in) = 0;
  /// In which positions of events never change.
  virtual std::int64_t find_event_epoch() = 0;

  /// The Workspace's current signing key, and the previous one while it can verify.
  virtual result<stored_signing_keys> find_signing_keys(workspace_id in, timestamp now) = 0;
  /// Values sealed with a master key other than `but_key` (empty: all), of every column, after the row `after` in the
  /// order of columns and rows.
  virtual page<sealed_value> list_sealed_values(std::string_view but_key, const sealed_value& after, int limit) = 0;
  virtual result<sealed_value> find_canary() = 0;

  virtual result<payment_link> find_link(workspace_id in, payment_link_id id) = 0;
  virtual page<payment_link> list_links(workspace_id in, const link_filter& filter, timestamp now) = 0;
  /// Payments of a link, including those that the switch rejected. `after_row` is the `place` of the previous page's
  /// last row, or 0.
  virtual page<payment> list_payments(workspace_id in, std::int64_t link_row, int limit, bool ascending,
                                      std::int64_t after_row) = 0;
  /// By the merchant's own id or ours.
  virtual result<payment_order> find_order(workspace_id in, std::string_view id) = 0;
  virtual page<payment_order> list_orders(workspace_id in, const order_filter& filter, timestamp now) = 0;
  virtual page<bank_transaction> list_transactions(const transaction_filter& filter) = 0;
  virtual std::vector<account_day> list_account_days(const std::vector<workspace_id>& in, timestamp from,
                                                     timestamp to) = 0;
  /// The periods in which something happened, in order; `from` and `to` are beginnings of periods.
  virtual std::vector<period_counts> list_periods(workspace_id in, timestamp from, timestamp to,
                                                  period_length length) = 0;
  virtual open_counts count_open(workspace_id in, timestamp now) = 0;
  /// The entries that are held and not processed yet, in the order of their arrival. `after_row` is the `last_row` of
  /// the previous page, or 0.
  virtual page<waiting_entry> list_held_entries(workspace_id in, std::int64_t after_row, int limit) = 0;
  virtual result<bank_transaction> find_transaction(workspace_id in, transaction_id id) = 0;
  /// `not_found` if the key was never used, or has expired.
  virtual result<used_key> find_used_key(const idempotency_key& key, workspace_id in, timestamp now) = 0;
  virtual result<callback_record> find_callback(workspace_id in, std::int64_t link_row) = 0;
  /// The counts of sending again for the links that the filter matches; and these links portion by portion, oldest
  /// first, reading at most `filter.limit` after `filter.after`.
  virtual resend_counts count_resendable(workspace_id in, const link_filter& filter, timestamp now) = 0;
  virtual resend_portion list_resendable(workspace_id in, const link_filter& filter, timestamp now) = 0;
  virtual result<payer_view> find_payer_view(std::string_view public_id) = 0;

  /// How many deliveries are pending or being sent, in the whole database.
  virtual std::int64_t count_unfinished_deliveries() = 0;
  /// Whether the database answers and its schema is ours.
  virtual bool is_ready() = 0;
};

/// What to require of a server's replication: nothing, a warning if commits wait for no standby, or no acknowledgement
/// without a standby.
enum class replication_policy { off, warn, required };

/// Keeps the index of transfer texts. Not thread-safe: one thread owns it.
class text_indexer {
public:
  virtual ~text_indexer() = default;
  /// Indexes the next rows; returns whether there are more. Throws `database_error`; a later call may succeed.
  virtual bool step() = 0;
};

/// What a store needs besides its database.
struct store_context {
  std::string node;  ///< The node's name, a label.
  std::string brand; ///< Stored with each event.
  retry_policy retries;
  const wall_clock& clock; ///< The clock that decides on SQLite; PostgreSQL uses the database's.
  event_signer& signer;
  std::string (*digest)(std::string_view) = nullptr; ///< SHA-256, lowercase hex: chains the audit log.
  claim_gate* gate = nullptr;                        ///< Null: events are recorded unclaimed.
  /// Waits on the writer's thread, before a transaction is run again.
  std::function<void(std::chrono::milliseconds)> pause = [](std::chrono::milliseconds time) {
    std::this_thread::sleep_for(time);
  };
  /// Ends the process after a failed disk write; does not return, but may throw in the simulation.
  std::function<void()> die = [] { std::abort(); };
  /// The machine's time while an NTP client synchronizes it; none: it is not synchronized.
  std::function<std::optional<timestamp>()> synchronized_time = [] { return std::optional<timestamp>{}; };
  readiness* state = nullptr;       ///< Where it reports its state, and concerns about the clock.
  clock_hearsay* hearsay = nullptr; ///< Times that banks have signed.
  clock_offset* offset = nullptr;   ///< Where it reports how far apart the database's clock and the node's are.
  replication_policy replication = replication_policy::warn; ///< Of PostgreSQL.
  life_book* lives = nullptr; ///< Of the node; null: the writer creates a life that is not stored.
  std::string address{};      ///< Shown with the node's name.
  std::string version{};
  std::string telegram_api_base = "https://api.telegram.org"; ///< Stored with each message to a chat.
  retention_policy retention{};
  std::string life{};        ///< The life under which deliveries are claimed; set by the store.
  bool has_company = false;  ///< Other nodes live at the database; set by the store, like the life.
  bool had_company = false;  ///< Others do, or did within the last ten minutes.
  setting_prints settings{}; ///< What should be the same on all of them.
};

class doctor;
struct doctor_context;

/// An open database: schema migrated, durability settings verified, exactly one writer.
class database {
public:
  virtual ~database() = default;
  virtual std::unique_ptr<write_store> open_writer(const store_context& context) = 0;
  virtual std::unique_ptr<read_store> open_reader() = 0;
  /// One for lists and searches, which are stopped after `time_max`: `query_took_too_long`.
  virtual std::unique_ptr<read_store> open_list_reader(std::chrono::milliseconds time_max) = 0;
  /// Null, with a log line, if there can be none: PostgreSQL without pg_trgm, or a folder that is not writable.
  virtual std::unique_ptr<text_indexer> open_text_indexer() = 0;

  /// Checks the whole database and returns what is damaged; empty: nothing. Takes long for a large database; uses its
  /// own connection. Thread-safe, like `back_up`. Always empty on PostgreSQL, which has `pg_amcheck`.
  virtual std::string check_integrity() = 0;
  /// Recomputes what the rows say of each other, on a connection of its own that reads. Throws `database_error` if it
  /// cannot, or the schema is of another version. Thread-safe; may outlive the database.
  virtual std::unique_ptr<doctor> open_doctor(const doctor_context& context) = 0;
  /// Copies a consistent snapshot to a file that does not exist yet; the file gets its name only when it is complete
  /// and on disk. Does nothing and returns false on PostgreSQL (`pg_dump`, `pg_basebackup`).
  virtual bool back_up(const std::filesystem::path& file) = 0;
};

/// What is found at a database's address before it is opened.
struct found_database {
  bool is_made = false;     ///< It has our schema.
  std::string id;           ///< Random, and the same in every copy; empty in one of an earlier version.
  std::string schema_fault; ///< Why this version cannot use it, such as that a newer one has created it; empty: it can.
  std::string sealed_with;  ///< The id of a master key with which something in it is sealed; empty: nothing is sealed.
};

/// Inspects a database without creating or changing anything. Throws `database_error` as `open_database` does.
found_database look_at_database(const std::string& url);

/// What to do with a schema of an earlier version.
enum class schema_use {
  migrated,
  left_alone, ///< For a copy of a database of any version: no store is opened on it.
};

/// Opens `sqlite:///path/to/file.db` or `postgresql://…`. Throws `database_error` with a sentence that says what is
/// wrong and what to do: a file that another process uses, a schema of a newer version, a changed migration, `fsync`
/// switched off, …
std::unique_ptr<database> open_database(const std::string& url, schema_use schema = schema_use::migrated);

} // namespace paylink
