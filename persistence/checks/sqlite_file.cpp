#include "persistence/checks/sqlite_file.hpp"

#include "persistence/sql/statement.hpp"
#include "persistence/transactions/text_index.hpp"

#include <soci/sqlite3/soci-sqlite3.h>

namespace paylink::checks {
namespace {

sqlite_api::sqlite3* native(soci::session& session) {
  return static_cast<soci::sqlite3_session_backend*>(session.get_backend())->conn_;
}

/// The index of texts knows rows of this database alone. How many it holds only a reading of the whole index would
/// tell; that its last row is there, with the same id, is what the service goes by.
class search_walk final : public walk {
public:
  search_walk(soci::session& session, const std::filesystem::path& file) : session_{session}, file_{file} {}

  void go(report& into) override {
    into.count_checks(1);
    if (!std::filesystem::exists(text_index::file_of(file_))) return;
    text_index::attach(session_, file_);
    int is_broken = 0;
    try {
      session_ << "SELECT CASE WHEN p.row = 0 OR EXISTS (SELECT 1 FROM transactions t WHERE t.row = p.row AND t.id = "
                  "p.id) THEN 0 ELSE 1 END FROM texts.progress p",
          soci::into(is_broken);
    } catch (const soci::soci_error&) {
      is_broken = 1;
    }
    if (is_broken != 0)
      into.add({.check = "search_index",
                .where = text_index::file_of(file_).string(),
                .problem = "the index of transfer texts is damaged, or belongs to another state of the database",
                .advice = "nothing: the running service makes it again; searches take longer until then"});
  }

private:
  soci::session& session_;
  std::filesystem::path file_;
};

/// SQLite's own check. It holds one snapshot until its end, during which the WAL only grows.
class integrity_walk final : public walk {
public:
  integrity_walk(soci::session& session, const doctor_context& context)
      : session_{session}, should_stop_{context.should_stop} {}

  void go(report& into) override {
    into.count_checks(1);
    constexpr int steps = 100'000;
    const auto ask = [](void* self) { return static_cast<integrity_walk*>(self)->should_stop_() ? 1 : 0; };
    sqlite_api::sqlite3_progress_handler(native(session_), steps, ask, this);
    statement<sql_row<>, sql_row<sql_text>> check{session_, "PRAGMA integrity_check(" +
                                                                std::to_string(findings_per_check_max) + ")"};
    check.each([&](const auto& columns) {
      const auto& said = column_at<0>(columns).value;
      if (said != "ok")
        into.add({.check = "file_integrity",
                  .where = "the file",
                  .problem = said,
                  .advice = "restore a backup (docs/operations.md, Restoring a copy)"});
    });
    sqlite_api::sqlite3_progress_handler(native(session_), 0, nullptr, nullptr);
  }

private:
  soci::session& session_;
  std::function<bool()> should_stop_;
};

} // namespace

own_walks walks_of_file(const std::filesystem::path& file, const doctor_context& context) {
  return [file, context](soci::session& session) {
    std::vector<std::unique_ptr<walk>> walks;
    walks.push_back(std::make_unique<search_walk>(session, file));
    if (context.deep) walks.push_back(std::make_unique<integrity_walk>(session, context));
    return walks;
  };
}

} // namespace paylink::checks
