#pragma once
#include "persistence/store.hpp"
#include "secrets/hmac.hpp"
#include "tests/support/raw_sql.hpp"
#include "tests/support/remembered_incarnations.hpp"

#include <filesystem>
#include <limits>
#include <map>
#include <string>
#include <tuple>

namespace paylink::test {

/// A clock that stands still until it is moved. Beside a database whose own clock decides it tells the
/// real time.
class still_clock final : public wall_clock {
public:
  timestamp now() const override { return is_real ? system_wall_clock{}.now() + moved : time + moved; }
  std::chrono::milliseconds uptime() const override { return is_real ? system_wall_clock{}.uptime() : up; }
  bool is_real = false;
  std::chrono::milliseconds moved{0}; ///< By hand, while the uptime went on as ever.
  std::chrono::milliseconds up{0};
  timestamp time = timestamp{std::chrono::sys_days{std::chrono::year{2026} / 3 / 14}} + std::chrono::hours{5};
};

/// Chance from a seed, so that a failing test fails again.
class seeded_random final : public random_source {
public:
  void fill(std::span<std::byte> out) override;

private:
  std::uint64_t state_ = 42;
};

/// A sealed key that no signer can use.
inline constexpr std::string_view unusable_key = "unusable";

/// Signs readably, and refuses on demand.
class readable_signer final : public event_signer {
public:
  std::string sign(workspace_id workspace, std::string_view key_id, std::string_view sealed,
                   std::string_view data) override;
  std::string refused; ///< Data that holds this text is not signed but thrown over.
};

/// Admits every claim, or none, or those to all but one destination, or so many.
class plain_gate final : public claim_gate {
public:
  bool admit(const delivery_queue& queue) override {
    if (!is_open || queue.destination == full || held == places) return false;
    ++held;
    return true;
  }
  void release(const delivery_queue&) override { --held; }
  bool is_open = true;
  std::string full;
  int places = std::numeric_limits<int>::max();
  int held = 0; ///< Admitted and not given back.
};

inline bool is_pending(const recorded_attempt& stored) {
  return !stored.stale && std::holds_alternative<delivery::pending>(stored.progress);
}
inline bool is_acknowledged(const recorded_attempt& stored) {
  return !stored.stale && std::holds_alternative<delivery::delivered>(stored.progress);
}
inline bool has_failed(const recorded_attempt& stored) {
  return !stored.stale && std::holds_alternative<delivery::failed>(stored.progress);
}

/// The databases that every case of the suite runs on.
enum class kind { sqlite, postgresql };
struct on_sqlite {
  static constexpr kind where = kind::sqlite;
};
struct on_postgresql {
  static constexpr kind where = kind::postgresql;
};
using backends = std::tuple<on_sqlite, on_postgresql>;

/// Of the ways to run a case: all on SQLite; on PostgreSQL, where a world takes longer, the one whose turn it is in
/// this round.
template <class Backend, class Way, std::size_t count>
std::vector<Way> ways_in_round(std::size_t round, const Way (&ways)[count]) {
  if (Backend::where == kind::sqlite) return {ways, ways + count};
  return {ways[round % count]};
}

/// What a credit looks like when a case says nothing else.
struct credit_options {
  std::string reference{}; ///< The bank's; empty: a new one.
  std::string content = "thanh toan";
  transfer_type type = transfer_type::credit;
  entry_status status = entry_status::booked;
  bool claim = true; ///< The gate lets its delivery through; `pay` alone looks at it.
  bool ambiguous = false;
  std::string feed = "MB";
  std::optional<timestamp> occurred_at{}; ///< None: just now.
};

struct link_options {
  std::optional<money> amount = money{100'000};
  std::chrono::milliseconds lifetime = std::chrono::hours{24};
  bool on_virtual_account = false;
  std::string callback_url = "https://shop.example/callback";
};

/// A new database with a user, a Workspace, a connected account and a virtual account; and how to drive it.
class store_world {
public:
  explicit store_world(kind where, const std::string& node = "node-1");
  ~store_world();

  /// Applies one command; a batch is applied by `writer->apply`.
  result<write_reply> apply(const write_command& command);
  /// Applies one command that must succeed, and takes its reply apart.
  template <class Reply>
  Reply done(const write_command& command) {
    return std::get<Reply>(apply(command).value());
  }

  /// The owner acts, for the audit log.
  act by_owner(const std::string& address = "203.0.113.7") {
    return {new_id<audit_id>(), {audit_actor::kind::user, owner.text()}, address};
  }

  /// The owner signs in; `tried`: what was counted before.
  void sign_in(const std::string& digest, settled_try tried = {}) {
    apply(open_session{.id = new_id<session_id>(),
                       .digest = digest,
                       .user = owner,
                       .agent = "test",
                       .life = std::chrono::hours{24},
                       .tried = std::move(tried),
                       .by = {}})
        .value();
  }

  /// Applies several as one batch that must succeed.
  template <class Reply>
  std::vector<Reply> done_together(const std::vector<write_command>& batch) {
    std::vector<Reply> replies;
    for (auto& reply : writer->apply(batch)) replies.push_back(std::get<Reply>(std::move(reply).value()));
    return replies;
  }

  /// Another Workspace of the same owner, with this current signing key.
  workspace_id open_workspace(const std::string& key_id = "key-1", const std::string& sealed_key = "sealed-other");

  payment_link make_link(const link_options& options = {});
  create_link link_command(const link_options& options = {});
  record_entry credit(std::optional<reference> link, std::int64_t amount, const credit_options& options = {});
  recorded_entry pay(std::optional<reference> link, std::int64_t amount, const credit_options& options = {});
  payment_link read(const payment_link& link);
  attempt made(int number, int status_code);
  /// A delivery whose first attempt is claimed by this node.
  delivery_job make_job(const std::string& callback_url = "https://shop.example/callback");

  timestamp now() const;
  /// Lets time go by: moves the clock, or, where the database's own clock decides, what is stored.
  void pass(std::chrono::milliseconds time);
  /// Writer and readers end, and others are opened on the same database.
  void restart(const std::string& node = "node-1");
  /// What a process begins with: its incarnation shows itself, and gives back what those of its node before it had
  /// claimed.
  incarnation_report begin_incarnation() { return done<incarnation_report>(keep_alive{}); }
  /// What the stores of a node are opened with.
  store_context context_of(const std::string& node);
  /// Makes every scheduled job due, and does what there is to do, as the node's own actor would.
  void do_scheduled_jobs();
  std::string ask(const std::string& sql) const { return ask_sql(url, sql); }
  template <class Id>
  Id new_id() {
    return Id::make(now(), random);
  }

  kind where;
  std::filesystem::path folder;
  std::string url;
  still_clock clock;
  bool is_synchronized = true; ///< An NTP client runs, and finds the clock right.
  readiness state;
  bank_times bank_clocks;
  seeded_random random;
  readable_signer signer;
  plain_gate gate;
  std::map<std::string, remembered_incarnations> incarnations; ///< By the names of nodes, each of which has its folder.
  retry_policy retries;
  retention_policy retention;
  setting_prints settings; ///< Of every node that opens its stores from now on.
  std::unique_ptr<database> opened;
  std::unique_ptr<write_store> writer;
  std::unique_ptr<read_store> reader;
  user_id owner;
  workspace_id workspace;
  bank_account account;
  virtual_account receiver;

private:
  void open(const std::string& node);
  void seed();
  std::string in_server_; ///< The name of its database on PostgreSQL.
  int credits_ = 0;
};

/// The replies to entries that two nodes are told of at once, as their actors and banks see to it: what the other node
/// has held up, or blocked, is tried again.
std::vector<recorded_entry> record_in_the_end(write_store& writer, std::vector<write_command> entries);

/// The error inside a reply; `ok` when it is none.
errc error_of(const result<write_reply>& reply);

} // namespace paylink::test
