#include "persistence/stores/postgresql_database.hpp"

#include "logging/log.hpp"
#include "persistence/checks/examination.hpp"
#include "persistence/incarnations/commit_marks.hpp"
#include "persistence/sql/plan_renewal.hpp"
#include "persistence/sql/postgresql_address.hpp"
#include "persistence/sql/postgresql_session.hpp"
#include "persistence/sql/statement.hpp"
#include "persistence/stores/found_database.hpp"
#include "persistence/stores/group_commit_store.hpp"
#include "persistence/stores/migrations.hpp"
#include "persistence/stores/query_store.hpp"

#include <soci/postgresql/soci-postgresql.h>

namespace paylink {
namespace {

// The server's or the role's value, which our sessions' own setting hides.
void check_durability(soci::session& session) {
  for (const char* name : {"fsync", "full_page_writes", "synchronous_commit"}) {
    std::string value;
    session << "SELECT reset_val FROM pg_settings WHERE name = '" << name << "'", soci::into(value);
    if (value == "off")
      throw database_error{"PostgreSQL runs with " + std::string{name} +
                           " = off: acknowledged payments could be lost; switch it on and start again"};
  }
}

std::string ownership_advice(soci::session& session) {
  std::string advice;
  session
      << "SELECT 'make the role the owner of the database, whose schema public then is open to it (ALTER DATABASE ' "
         "|| quote_ident(current_database()) || ' OWNER TO ' || quote_ident(current_user) || '), or grant it the "
         "schema (GRANT CREATE, USAGE ON SCHEMA ' || quote_ident(coalesce(current_schema(), 'public')) || ' TO ' || "
         "quote_ident(current_user) || ', in that database)'",
      soci::into(advice);
  return advice;
}

bool has_newest_schema(soci::session& session) {
  int has_ledger = 0, newest = 0;
  session << "SELECT CASE WHEN to_regclass('schema_migrations') IS NULL THEN 0 ELSE 1 END", soci::into(has_ledger);
  if (has_ledger != 0) session << "SELECT coalesce(max(number), 0) FROM schema_migrations", soci::into(newest);
  return newest >= newest_migration(dialect::postgresql);
}

// Since PostgreSQL 15, a role needs rights on the schema public of a database that it does not own.
void require_room_for_tables(soci::session& session) {
  if (has_newest_schema(session)) return;
  int may_create = 0;
  session << "SELECT CASE WHEN has_schema_privilege(coalesce(current_schema(), 'public'), 'CREATE') THEN 1 ELSE 0 END",
      soci::into(may_create);
  if (may_create != 0) return;
  std::string begin;
  session << "SELECT 'the role ' || current_user || ' may not make tables in the schema ' || "
             "coalesce(current_schema(), 'public') || ' of the database ' || current_database() || '; '",
      soci::into(begin);
  throw database_error{begin + ownership_advice(session)};
}

/// The server's notices. After a commit, one may say that the standby has not received it: then a failover could lose
/// the commit.
class warning_watch {
public:
  explicit warning_watch(soci::session& session) {
    PQsetNoticeReceiver(static_cast<soci::postgresql_session_backend*>(session.get_backend())->conn_, &note, this);
  }
  warning_watch(const warning_watch&) = delete;
  warning_watch& operator=(const warning_watch&) = delete;

  void clear() { text_.clear(); }
  /// With a warning the outcome of a commit is unknown, as after a lost answer.
  void expect_none() const {
    if (!text_.empty()) throw soci::postgresql_soci_error("the commit ended with a warning: " + text_, "08007");
  }

private:
  static void note(void* self, const PGresult* said) {
    const char* text = PQresultErrorField(said, PG_DIAG_MESSAGE_PRIMARY);
    static_cast<warning_watch*>(self)->text_ = text ? text : "a warning without words";
  }
  std::string text_;
};

/// A writing PostgreSQL connection. Each transaction increments its mark, which also reads the deciding clock.
class postgresql_writer_connection final : public writer_connection {
public:
  postgresql_writer_connection(std::unique_ptr<soci::session> session, const std::string& name,
                               replication_policy replication)
      : replication_{replication}, session_{std::move(session)}, warnings_{*session_},
        marks_{*session_, dialect::postgresql, name} {
    if (replication_ == replication_policy::warn) warn_of_standbys();
    is_on_other_machine_ = has_other_clock();
  }

  soci::session& session() override { return *session_; }

  timestamp begin(std::int64_t entries) override {
    session_->begin();
    const auto now = marks_.raise(entries);
    if (replication_ == replication_policy::required && !marks_.waits_for_standby()) throw standby_missing{};
    return now;
  }
  void commit() override {
    warnings_.clear();
    session_->commit();
    warnings_.expect_none();
  }
  void rollback() override { session_->rollback(); }

  commit_mark mark() const override { return marks_.last(); }
  // The lock needs its own transaction, whose commit also waits for the standby, and so for everything committed
  // before.
  bool has_committed(const commit_mark& mark) override {
    warnings_.clear();
    const bool has_committed = marks_.has_committed(mark);
    warnings_.expect_none();
    return has_committed;
  }
  commit_mark find_mark(const std::string& writer) override { return marks_.find(writer); }
  bool is_shared() const override { return true; }
  bool is_on_other_machine() const override { return is_on_other_machine_; }

  void rest(bool) override { plans_.after_use(*session_); }

private:
  // No address: a local socket. Equal ones: an address of this machine. Another one may be a container on this machine:
  // a clock that differs from ours by less than the query took is treated as ours.
  bool has_other_clock() {
    using namespace std::chrono;
    const auto micros = [] { return duration_cast<microseconds>(system_clock::now().time_since_epoch()).count(); };
    int elsewhere = 0;
    long long reported = 0;
    const auto before = micros();
    *session_ << "SELECT CASE WHEN host(inet_server_addr()) <> host(inet_client_addr()) AND host(inet_server_addr()) "
                 "NOT LIKE '127.%' THEN 1 ELSE 0 END, CAST(extract(epoch FROM clock_timestamp()) * 1000000 AS BIGINT)",
        soci::into(elsewhere), soci::into(reported);
    return elsewhere != 0 && (reported < before || reported > micros());
  }

  // A server with storage-level replication, like some hosted ones, shows neither: no reason for a warning.
  void warn_of_standbys() {
    long long standbys = 0;
    std::string awaited;
    *session_ << "SELECT COUNT(*), current_setting('synchronous_standby_names') FROM pg_stat_replication",
        soci::into(standbys), soci::into(awaited);
    if (standbys > 0 && awaited.empty())
      log::warning(
          "database.standbys_not_awaited",
          {{"standbys", standbys},
           {"advice", "set synchronous_standby_names: a failover loses the latest acknowledged transactions"}});
  }

  replication_policy replication_;
  std::unique_ptr<soci::session> session_;
  warning_watch warnings_;
  commit_marks marks_;
  plan_renewal plans_;
  bool is_on_other_machine_ = false;
};

/// PostgreSQL maintains its index itself, but first adds new rows to a pending list that every search reads; this
/// empties it, so that no credit has to.
class postgresql_text_indexer final : public text_indexer {
public:
  explicit postgresql_text_indexer(std::string address) : address_{std::move(address)} {}

  bool step() override {
    try {
      if (!session_) session_ = connect_postgresql(address_);
      *session_ << "SELECT gin_clean_pending_list(to_regclass('transactions_content'))";
    } catch (const soci::soci_error& error) {
      session_.reset();
      if (fault_of(error) == store_fault::lost) return false; // reported by more important users of the connection
      std::string buffer;
      throw database_error{std::string{loggable_text(error, buffer)}};
    }
    return false;
  }

private:
  std::string address_;
  std::unique_ptr<soci::session> session_;
};

class postgresql_database final : public database {
public:
  postgresql_database(const std::string& url, schema_use schema) : address_{postgresql_address(url)} {
    try {
      refuse_transaction_pooling(address_);
      const auto session = connect_postgresql(address_);
      check_durability(*session);
      if (schema == schema_use::left_alone) return;
      require_room_for_tables(*session);
      migrate(*session, dialect::postgresql);
      statement<sql_row<>, sql_row<sql_text>> find_index{
          *session, "SELECT CAST(i.indexrelid AS TEXT) FROM pg_index i WHERE "
                    "i.indexrelid = to_regclass('transactions_content') AND i.indisvalid"};
      has_text_index_ = find_index.first() && !find_index.column<0>().is_null();
    } catch (const soci::soci_error& error) {
      std::string buffer;
      throw database_error{"cannot open the PostgreSQL database: " + std::string{loggable_text(error, buffer)}};
    }
  }

  std::unique_ptr<write_store> open_writer(const store_context& context) override {
    return std::make_unique<group_commit_store>(
        dialect::postgresql, context, [address = address_, node = context.node, replication = context.replication] {
          return connect_postgresql_writer(address, writer_name(node, draw_unique_name()), replication);
        });
  }

  std::unique_ptr<read_store> open_reader() override {
    return std::make_unique<query_store>(dialect::postgresql,
                                         [address = address_] { return connect_postgresql_reader(address); });
  }

  std::unique_ptr<read_store> open_list_reader(std::chrono::milliseconds time_max) override {
    const auto deadline = std::make_shared<query_deadline>(query_deadline{time_max});
    return std::make_unique<query_store>(
        dialect::postgresql, [address = address_, time_max] { return connect_postgresql_to_list(address, time_max); },
        list_options{deadline});
  }

  std::unique_ptr<text_indexer> open_text_indexer() override {
    if (has_text_index_) return std::make_unique<postgresql_text_indexer>(address_);
    log::warning("search.not_indexed",
                 {{"advice", "docs/postgresql.md shows how to create the index of transfer texts"}});
    return nullptr;
  }

  std::string check_integrity() override { return {}; }

  std::unique_ptr<doctor> open_doctor(const doctor_context& context) override {
    return std::make_unique<checks::examination>(dialect::postgresql, context, [address = address_] {
      auto session = connect_postgresql_to_check(address);
      require_own_schema(*session, dialect::postgresql);
      return session;
    });
  }
  bool back_up(const std::filesystem::path&) override { return false; }

private:
  std::string address_;
  bool has_text_index_ = false;
};

} // namespace

std::unique_ptr<writer_connection> connect_postgresql_writer(const std::string& address, const std::string& name,
                                                             replication_policy replication) {
  return std::make_unique<postgresql_writer_connection>(connect_postgresql_to_write(address), name, replication);
}

std::unique_ptr<soci::session> connect_postgresql_reader(const std::string& address) {
  return connect_postgresql_to_read(address);
}

found_database look_at_postgresql_database(const std::string& url) {
  try {
    const auto address = postgresql_address(url);
    refuse_transaction_pooling(address);
    const auto session = connect_postgresql(address);
    check_durability(*session);
    const auto found = read_identity(*session, dialect::postgresql);
    require_room_for_tables(*session);
    return found;
  } catch (const soci::soci_error& error) {
    std::string buffer;
    throw database_error{"cannot open the PostgreSQL database: " + std::string{loggable_text(error, buffer)}};
  }
}

std::unique_ptr<database> open_postgresql_database(const std::string& url, schema_use schema) {
  return std::make_unique<postgresql_database>(url, schema);
}

} // namespace paylink
