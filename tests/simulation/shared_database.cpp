#include "tests/simulation/shared_database.hpp"

#include "persistence/group_commit_store.hpp"
#include "persistence/query_store.hpp"

#include <soci/sqlite3/soci-sqlite3.h>

namespace paylink::simulation {
namespace {

sqlite_api::sqlite3* native(soci::session& session) {
  return static_cast<soci::sqlite3_session_backend*>(session.get_backend())->conn_;
}

} // namespace

row_reader& shared_database::rows() {
  if (!rows_) rows_ = std::make_unique<row_reader>(connect_rows());
  return *rows_;
}

void shared_database::count_commit() {
  ++commits;
  if (on_commit) on_commit();
}

/// The real connection to SQLite, that behaves as one to a server where it stands for one: it has the server's time,
/// and each transaction a number by which a later connection finds out whether it was committed.
class memory_database::connection final : public writer_connection {
public:
  connection(memory_database& of, std::unique_ptr<writer_connection> real, std::string node)
      : of_{of}, real_{std::move(real)}, node_{std::move(node)} {}

  soci::session& session() override { return real_->session(); }
  timestamp begin() override {
    const auto own = real_->begin();
    mark_ = ++of_.begun_[node_];
    changes_ = sqlite_api::sqlite3_total_changes(native(session()));
    return of_.world_.planned.own_disk ? own : of_.world_.now();
  }
  void commit() override {
    real_->commit();
    of_.committed_[node_] = mark_;
    of_.has_changed = sqlite_api::sqlite3_total_changes(native(session())) != changes_;
    if (of_.has_changed) of_.count_commit();
  }
  void rollback() override { real_->rollback(); }
  std::int64_t mark() const override { return mark_; }
  bool has_committed(std::int64_t mark) override { return of_.committed_[node_] >= mark; }
  void rest(bool idle) override { real_->rest(idle); }

private:
  memory_database& of_;
  std::unique_ptr<writer_connection> real_;
  std::string node_;
  std::int64_t mark_ = 0;
  int changes_ = 0;
};

std::unique_ptr<writer_connection> memory_database::connect(const store_context& context) {
  return std::make_unique<connection>(*this, connect_sqlite_writer(file, options_, context.clock), context.node);
}

std::unique_ptr<write_store> memory_database::open_writer(const store_context& context) {
  return std::make_unique<group_commit_store>(
      dialect::sqlite, context, [this, context]() -> std::unique_ptr<writer_connection> { return connect(context); });
}

std::unique_ptr<read_store> memory_database::open_reader() {
  return std::make_unique<query_store>(dialect::sqlite, [this] {
    auto session = connect_sqlite_reader(file);
    // Asked now and then while a query runs; a query that is not to go on ends with an error.
    const auto ask = [](void* self) -> int {
      auto& of = *static_cast<memory_database*>(self);
      return of.is_armed && of.world_.strikes(fault::read, 20) ? 1 : 0;
    };
    sqlite_api::sqlite3_progress_handler(native(*session), 40, ask, this);
    return session;
  });
}

std::unique_ptr<soci::session> memory_database::connect_rows() { return connect_sqlite_reader(file); }

} // namespace paylink::simulation
