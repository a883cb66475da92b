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
/// tell; that its last row and its last correction are there is what the service goes by.
class search_walk final : public walk {
public:
  search_walk(soci::session& session, const std::filesystem::path& file) : session_{session}, file_{file} {}

  void go(report& into) override {
    into.count_checks(1);
    if (!std::filesystem::exists(text_index::file_of(file_))) return;
    text_index::attach(session_, file_);
    // The two files have each a state of their own: a row may have been stored and indexed between them.
    constexpr int looks = 3;
    for (int look = 0; is_broken(); ++look)
      if (look == looks) return into.add(broken());
  }

private:
  bool is_broken() {
    int found = 0;
    try {
      session_ << "SELECT CASE WHEN p.row = 0 OR EXISTS (SELECT 1 FROM transactions t WHERE t.row = p.row AND t.id || "
                  "' ' || t.received_at = p.id) THEN p.correction <> 0 AND NOT EXISTS (SELECT 1 FROM corrected_texts c "
                  "WHERE c.number = p.correction AND c.mark = p.mark) ELSE 1 END FROM texts.progress p",
          soci::into(found);
    } catch (const soci::sqlite3_soci_error& error) {
      // Without its table it is just being made, or its making was interrupted.
      const int code = error.result() & 0xff;
      return code == SQLITE_CORRUPT || code == SQLITE_NOTADB;
    }
    return found != 0;
  }

  finding broken() const {
    return {.check = "search_index",
            .where = text_index::file_of(file_).string(),
            .problem = "the index of transfer texts is damaged, or belongs to another state of the database",
            .advice = "nothing: the running service rebuilds it; searches are slower until then"};
  }

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
    statement<sql_row<>, sql_row<sql_text>> check{session_, "PRAGMA main.integrity_check(" +
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
