#include "tests/simulation/shared_database.hpp"

#include "persistence/checks/examination.hpp"
#include "persistence/incarnations/commit_marks.hpp"
#include "persistence/stores/group_commit_store.hpp"
#include "persistence/stores/query_store.hpp"
#include "persistence/transactions/text_index.hpp"

#include <optional>
#include <soci/sqlite3/soci-sqlite3.h>

namespace paylink::simulation {
namespace {

sqlite_api::sqlite3* native(soci::session& session) {
  return static_cast<soci::sqlite3_session_backend*>(session.get_backend())->conn_;
}

} // namespace

bool is_search_file(std::string_view name) {
  return name.starts_with(text_index::file_of(memory_database::file).native());
}

row_reader& shared_database::rows() {
  if (!rows_) rows_ = std::make_unique<row_reader>(connect_rows());
  return *rows_;
}

std::unique_ptr<doctor> shared_database::open_doctor(const doctor_context& context) {
  return std::make_unique<checks::examination>(spoken(), context, [this] { return connect_rows(); });
}

void shared_database::count_commit() {
  ++commits;
  if (on_commit) on_commit();
}

/// The real connection to SQLite, that behaves as one to a server where it stands for one: it has the server's time,
/// and counts its transactions in them, so that a later connection finds out whether one was committed.
class memory_database::connection final : public writer_connection {
public:
  connection(memory_database& of, std::unique_ptr<writer_connection> real, const std::string& name)
      : of_{of}, real_{std::move(real)} {
    if (is_shared()) marks_.emplace(real_->session(), dialect::sqlite, name);
  }

  soci::session& session() override { return real_->session(); }
  timestamp begin(std::int64_t entries) override {
    const auto own = real_->begin(entries);
    if (marks_) marks_->raise(entries);
    changes_ = sqlite_api::sqlite3_total_changes(native(session()));
    return is_shared() ? of_.world_.now() : own;
  }
  void commit() override {
    real_->commit();
    of_.has_changed = sqlite_api::sqlite3_total_changes(native(session())) != changes_;
    if (of_.has_changed) of_.count_commit();
  }
  void rollback() override { real_->rollback(); }
  commit_mark mark() const override { return marks_ ? marks_->last() : commit_mark{}; }
  bool has_committed(const commit_mark& mark) override { return marks_ && marks_->has_committed(mark); }
  commit_mark find_mark(const std::string& writer) override { return marks_ ? marks_->find(writer) : commit_mark{}; }
  bool is_shared() const override { return !of_.world_.planned.own_disk; }
  void rest(bool idle) override { real_->rest(idle); }
  bool is_on_other_machine() const override { return !of_.world_.planned.own_disk; }

private:
  memory_database& of_;
  std::unique_ptr<writer_connection> real_;
  std::optional<commit_marks> marks_;
  int changes_ = 0;
};

std::unique_ptr<writer_connection> memory_database::connect(const store_context& context) {
  return std::make_unique<connection>(*this, connect_sqlite_writer(file, options_, context.clock),
                                      writer_name(context.node, std::to_string(++connections_)));
}

void memory_database::make_marks(soci::session& session) {
  session << "CREATE TABLE store_writers (name TEXT PRIMARY KEY, batch INTEGER NOT NULL, entries INTEGER NOT NULL "
             "DEFAULT 0, used_at INTEGER NOT NULL DEFAULT 0) STRICT";
}

void memory_database::lose_credits_since(timestamp moment) {
  const skewed_clock clock{world_};
  const auto with = connect_sqlite_writer(file, options_, clock);
  auto& session = with->session();
  const auto since = std::to_string(to_millis(moment));
  const std::string lost = "(SELECT row FROM transactions WHERE received_at >= " + since + ")";
  const std::string events = "(SELECT row FROM deliveries WHERE transaction_row IN " + lost + ")";
  with->begin(0);
  for (const auto& sql :
       {"INSERT OR IGNORE INTO link_expiries (expires_at, link_row) SELECT expires_at, row FROM payment_links WHERE "
        "transaction_row IN " +
            lost,
        "DELETE FROM attempts WHERE delivery_row IN " + events,
        "DELETE FROM callback_rounds WHERE delivery_row IN " + events,
        "DELETE FROM deliveries WHERE transaction_row IN " + lost,
        "UPDATE payment_links SET status = 0, received_amount = NULL, transaction_row = NULL, closed_at = NULL WHERE "
        "transaction_row IN " +
            lost,
        "DELETE FROM usage WHERE transaction_row IN " + lost, "DELETE FROM transactions WHERE received_at >= " + since})
    session << sql;
  with->commit();
}

std::unique_ptr<write_store> memory_database::open_writer(const store_context& context) {
  return std::make_unique<group_commit_store>(
      dialect::sqlite, context, [this, context]() -> std::unique_ptr<writer_connection> { return connect(context); });
}

std::unique_ptr<read_store> memory_database::open_reader() {
  return std::make_unique<query_store>(dialect::sqlite, [this] { return connect_reader_that_fails(); });
}

std::unique_ptr<read_store> memory_database::open_list_reader() {
  if (!world_.planned.own_disk) return open_reader();
  text_index::make(file);
  const auto connect = [this] {
    auto session = connect_reader_that_fails();
    text_index::attach(*session, file);
    return session;
  };
  return std::make_unique<query_store>(dialect::sqlite, connect, list_options{.has_text_index = true});
}

std::unique_ptr<text_indexer> memory_database::open_text_indexer() {
  return world_.planned.own_disk ? text_index::open_indexer(file) : nullptr;
}

std::unique_ptr<soci::session> memory_database::connect_reader_that_fails() {
  if (is_armed && is_away()) throw soci::soci_error{"the simulated server is away"};
  auto session = connect_sqlite_reader(file);
  // Asked now and then while a query runs; a query that is not to go on ends with an error.
  const auto ask = [](void* self) -> int {
    auto& of = *static_cast<memory_database*>(self);
    return of.is_armed && (of.is_away() || of.world_.strikes(fault::read, 20)) ? 1 : 0;
  };
  sqlite_api::sqlite3_progress_handler(native(*session), 40, ask, this);
  return session;
}

std::unique_ptr<soci::session> memory_database::connect_rows() { return connect_sqlite_reader(file); }

} // namespace paylink::simulation
