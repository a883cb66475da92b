#include "persistence/statistics/count_tally.hpp"

#include "domain/values/fingerprint.hpp"
#include "failpoints/failpoint.hpp"
#include "persistence/statistics/count_columns.hpp"

#include <boost/json.hpp>

namespace paylink {

namespace json = boost::json;

namespace {

constexpr std::uint64_t lanes = 1ULL << 31;

struct table {
  std::string name, period;
};
const table hours{"hourly_counts", "hour"}, days{"daily_counts", "day"};

std::string into(const table& to) {
  return "INSERT INTO " + to.name + " (workspace_id, " + to.period + ", what, detail, lane, count, millions, dong) ";
}

std::string add_to_stored(const table& to) {
  const auto sum = [&](const std::string& column) {
    return column + " = " + to.name + '.' + column + " + excluded." + column;
  };
  return " ON CONFLICT (workspace_id, " + to.period + ", what, detail, lane) DO UPDATE SET " + sum("count") + ", " +
         sum("millions") + ", " + sum("dong");
}

std::string store_one_sql(const table& to) {
  return into(to) + "VALUES (:workspace, :period, :what, :detail, :lane, :count, :millions, :dong)" + add_to_stored(to);
}

std::string store_both_sql() {
  return "WITH counted AS (SELECT workspace, hour, what, detail, CAST(:lane AS INT) AS lane, count, millions, dong "
         "FROM json_to_recordset(CAST(:counts AS json)) AS w (workspace TEXT COLLATE \"C\", hour INT, what SMALLINT, "
         "detail "
         "INT, count BIGINT, millions BIGINT, dong BIGINT)), of_days AS (" +
         into(days) + "SELECT workspace, " + day_sql("hour") +
         ", what, detail, lane, CAST(SUM(count) AS BIGINT), CAST(SUM(millions) AS BIGINT), CAST(SUM(dong) AS BIGINT) "
         "FROM counted GROUP BY 1, 2, 3, 4, 5" +
         add_to_stored(days) + ") " + into(hours) +
         "SELECT workspace, hour, what, detail, lane, count, millions, dong FROM counted" + add_to_stored(hours);
}

// A statement costs a round trip on PostgreSQL, and JSON costs more than a statement on SQLite.
using count_addition = void(sql_text, sql_number, sql_number, sql_number, sql_number, sql_number, sql_number,
                            sql_number);
const sql_statement<count_addition> add_to_hour_sql{[](dialect) { return store_one_sql(hours); }};
const sql_statement<count_addition> add_to_day_sql{[](dialect) { return store_one_sql(days); }};
const sql_statement<void(sql_number, sql_text)> add_to_both_sql{
    [](dialect spoken) { return on_server(spoken, store_both_sql()); }};

} // namespace

count_tally::count_tally(connection& db, std::string_view incarnation)
    : db_{db}, lane_{static_cast<std::int64_t>(fingerprint(incarnation) % lanes)} {}

void count_tally::sums::add(const sums& other) {
  count += other.count;
  millions += other.millions;
  dong += other.dong;
}

void count_tally::add(workspace_id in, timestamp at, counted_thing what, std::int64_t detail, std::int64_t count,
                      money amount) {
  of_hours_[{.workspace = in, .period = hour_of(at), .what = what, .detail = detail}].add(
      {.count = count, .millions = amount.dong / dong_of_million, .dong = amount.dong % dong_of_million});
}

void count_tally::count_transaction(workspace_id in, const bank_entry& entry, std::optional<classification> classified,
                                    timestamp received_at) {
  const bool is_credit = entry.type == transfer_type::credit;
  add(in, received_at, is_credit ? counted_thing::credit : counted_thing::debit,
      is_credit ? credit_detail(classified) : 0, 1, entry.amount);
}

void count_tally::classify_credit(workspace_id in, money amount, classification became, timestamp received_at) {
  add(in, received_at, counted_thing::credit, credit_detail(std::nullopt), -1, {-amount.dong});
  add(in, received_at, counted_thing::credit, credit_detail(became), 1, amount);
}

void count_tally::count_links(workspace_id in, link_status became, timestamp at, std::int64_t count) {
  add(in, at, counted_thing::link, static_cast<std::int64_t>(became), count);
}

void count_tally::count_attempt(workspace_id in, delivery_kind kind, failure_class failed_by, timestamp started_at) {
  add(in, started_at, attempts_of(kind), static_cast<std::int64_t>(failed_by), 1);
}

void count_tally::count_notified(workspace_id in, timestamp credited_at, std::chrono::milliseconds waited) {
  add(in, credited_at, counted_thing::notified_credit, waiting_bucket_of(waited), 1);
}

void count_tally::store() {
  if (of_hours_.empty()) return;
  PAYLINK_FAILPOINT(before_counts);
  is_server(db_.spoken()) ? store_together() : store_each();
  of_hours_.clear();
  PAYLINK_FAILPOINT(after_counts);
}

count_tally::counts count_tally::of_days() const {
  counts of_days;
  for (const auto& [of_hour, sum] : of_hours_) {
    auto of = of_hour;
    of.period = day_of_hour(of.period);
    of_days[of].add(sum);
  }
  return of_days;
}

void count_tally::store_each() {
  const auto store = [this](const counts& all, auto& addition) {
    for (const auto& [of, sum] : all)
      addition.run(of.workspace.view(), of.period, static_cast<std::int64_t>(of.what), of.detail, lane_, sum.count,
                   sum.millions, sum.dong);
  };
  store(of_hours_, db_[add_to_hour_sql]);
  PAYLINK_FAILPOINT(between_counts);
  store(of_days(), db_[add_to_day_sql]);
}

void count_tally::store_together() {
  json::array rows;
  for (const auto& [of, sum] : of_hours_)
    rows.push_back(json::object{{"workspace", of.workspace.text()},
                                {"hour", of.period},
                                {"what", static_cast<int>(of.what)},
                                {"detail", of.detail},
                                {"count", sum.count},
                                {"millions", sum.millions},
                                {"dong", sum.dong}});
  db_[add_to_both_sql].run(lane_, json::serialize(rows));
}

} // namespace paylink
