#pragma once
#include "domain/retention/retention.hpp"
#include "persistence/payloads/delivery_payloads.hpp"
#include "persistence/retention/purge_place.hpp"
#include "persistence/sql/dialect.hpp"
#include "persistence/sql/statement.hpp"
#include "persistence/store.hpp"

#include <optional>
#include <vector>

namespace paylink {

/// The chore that purges old deliveries, a portion in each transaction, on the writer's connection. It goes through the
/// deliveries by their rows and never back: what it passes before its time is noted, and found through an index then.
class retention_purges {
public:
  retention_purges(soci::session& session, dialect spoken, const store_context& context, delivery_payloads& payloads);

  /// Does a portion. It is done after each, so that other chores have their turn in between.
  chore_portion work(const std::string& stored, timestamp now);

private:
  struct found_delivery {
    std::int64_t row = 0;
    aging_delivery aging;
    std::int64_t attempts = 0;
    bool is_of_link = false;
  };
  using delivery_columns = sql_row<sql_number, sql_number, sql_number, sql_number, sql_number, sql_number>;
  static found_delivery read(const delivery_columns& columns);

  /// Of a stage: there may be more in it; it has come to its end; nothing was to be done in it.
  enum class progress { goes_on, done, idle };

  /// What a walk has come to: what is to go, what is noted for later, and where it has got.
  struct portion {
    std::vector<found_delivery> taken{}, later{};
    std::int64_t to = 0;
    bool is_more = false;

    progress outcome() const {
      if (is_more) return progress::goes_on;
      return taken.empty() && later.empty() ? progress::idle : progress::done;
    }
  };
  portion next(std::int64_t after, std::int64_t until, retention_age purged, timestamp now);

  progress work_on(purge_place& at, timestamp now);
  void begin(purge_place& at, timestamp now);
  void finish(const purge_place& at);
  progress walk(purge_place& at, retention_age purged, timestamp now);
  progress count(purge_place& at, retention_age purged, timestamp now);
  progress take_late(purge_place& at, retention_age purged, timestamp now);
  /// Purges those of them that nobody is changing now, and returns these.
  std::vector<std::int64_t> purge(const std::vector<found_delivery>& all, retention_age purged, purge_place& at,
                                  timestamp now);
  void drop_bodies(const std::string& rows);
  void drop_rest(const std::vector<found_delivery>& all, const std::vector<std::int64_t>& held, purge_place& at);
  void note_late(const std::vector<found_delivery>& all, retention_age purged, timestamp now);

  using of_rows = statement<sql_row<sql_text>>;

  const store_context& context_;
  delivery_payloads& payloads_;
  statement<sql_row<>, sql_row<sql_number, sql_text>> newest_;
  statement<sql_row<sql_number>, sql_row<sql_text>> event_of_;
  statement<sql_row<sql_number, sql_number, sql_number>, delivery_columns> next_;
  statement<sql_row<sql_number, sql_number, sql_number>, sql_row<sql_number, sql_number>> next_late_;
  statement<sql_row<sql_number, sql_number>, sql_row<sql_number>> count_late_;
  statement<sql_row<sql_text>, delivery_columns> find_;
  statement<sql_row<sql_text, sql_number, sql_number>, sql_row<sql_number>> hold_;
  of_rows empty_deliveries_, empty_attempts_, slim_, drop_rounds_, drop_attempts_, drop_deliveries_;
  statement<sql_row<sql_number, sql_text>> note_late_;
  statement<sql_row<sql_number, sql_number, sql_text>> drop_late_;
};

} // namespace paylink
