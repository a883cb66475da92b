#pragma once
#include "domain/deliveries/callback.hpp"
#include "domain/deliveries/retry_policy.hpp"
#include "domain/errors/errc.hpp"
#include "domain/health/bank_times.hpp"
#include "domain/health/clock_offset.hpp"
#include "domain/health/readiness.hpp"
#include "domain/health/shared_settings.hpp"
#include "domain/identity/access.hpp"
#include "domain/retention/retention.hpp"
#include "persistence/claim_gate.hpp"
#include "persistence/incarnation_book.hpp"
#include "persistence/records/records.hpp"

#include <boost/mp11/algorithm.hpp>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <map>
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
    boost::mp11::mp_append<link_verbs, transaction_verbs, credit_verbs, delivery_verbs, resend_verbs, incarnation_verbs,
                           notice_verbs, mail_verbs, account_verbs, second_factor_verbs, token_verbs, identity_verbs,
                           workspace_verbs, member_verbs, bank_account_verbs, key_verbs, operator_verbs, webhook_verbs,
                           order_verbs, plan_verbs, scheduled_job_verbs, webhook_delivery_verbs, event_feed_verbs,
                           fetch_verbs>;
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

template <class Found>
inline constexpr bool is_result = false;
template <class Found>
inline constexpr bool is_result<result<Found>> = true;

/// The read side; each reading thread has its own. Every query names its Workspace, except those that find it. If the
/// database does not answer, those that return a result return `service_unavailable`, and the others throw
/// `database_error`.
class read_store {
public:
  virtual ~read_store() = default;

  /// What a read finds; see its record.
  template <class Read>
  auto ask(const Read& wanted) {
    using found_type = decltype(answer(std::declval<reading&>(), wanted));
    std::optional<found_type> found;
    const auto find = [&](reading& at) { found.emplace(answer(at, wanted)); };
    if constexpr (is_result<found_type>) {
      if (const auto failed = try_to_read(find); failed != errc{}) return found_type{failed};
    } else {
      read(find);
    }
    return std::move(*found);
  }

  /// Whether the database answers and its schema is ours.
  virtual bool is_ready() = 0;

protected:
  using read_function = std::function<void(reading&)>;
  /// Calls it on the connection, and again on a new one if that was lost. Throws `database_error`.
  virtual void read(const read_function& find) = 0;

private:
  /// The same with an error in the place of an exception; `query_took_too_long` stays one.
  errc try_to_read(const read_function& find);
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
  readiness* state = nullptr;        ///< Where it reports its state, and concerns about the clock.
  bank_times* bank_clocks = nullptr; ///< Times that banks have signed.
  clock_offset* offset = nullptr;    ///< Where it reports how far apart the database's clock and the node's are.
  replication_policy replication = replication_policy::warn; ///< Of PostgreSQL.
  incarnation_book* incarnations =
      nullptr;           ///< Of the node; null: the writer creates an incarnation that is not stored.
  std::string address{}; ///< Shown with the node's name.
  std::string version{};
  std::map<delivery_kind, std::string> chat_addresses{}; ///< Of chats' services; stored with each message.
  retention_policy retention{};
  std::string incarnation{}; ///< The incarnation under which deliveries are claimed; set by the store.
  bool has_company = false;  ///< Other nodes live at the database; set by the store, like the incarnation.
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
