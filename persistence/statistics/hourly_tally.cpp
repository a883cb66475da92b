#include "persistence/statistics/hourly_tally.hpp"

#include "domain/values/fingerprint.hpp"
#include "failpoints/failpoint.hpp"
#include "persistence/statistics/count_columns.hpp"

#include <boost/json.hpp>

namespace paylink {

namespace json = boost::json;

namespace {

constexpr std::uint64_t lanes = 1ULL << 31;

constexpr std::string_view add_to_stored =
    " ON CONFLICT (workspace_id, hour, what, detail, lane) DO UPDATE SET count = hourly_counts.count + excluded.count, "
    "millions = hourly_counts.millions + excluded.millions, dong = hourly_counts.dong + excluded.dong";

std::string store_one_sql() {
  return "INSERT INTO hourly_counts (workspace_id, hour, what, detail, lane, count, millions, dong) VALUES "
         "(:workspace, :hour, :what, :detail, :lane, :count, :millions, :dong)" +
         std::string{add_to_stored};
}

std::string store_all_sql() {
  return "INSERT INTO hourly_counts (workspace_id, hour, what, detail, lane, count, millions, dong) SELECT workspace, "
         "hour, what, detail, CAST(:lane AS INT), count, millions, dong FROM json_to_recordset(CAST(:counts AS json)) "
         "AS w (workspace TEXT COLLATE \"C\", hour INT, what SMALLINT, detail INT, count BIGINT, millions BIGINT, dong "
         "BIGINT)" +
         std::string{add_to_stored};
}

} // namespace

hourly_tally::hourly_tally(soci::session& session, dialect spoken, std::string_view life)
    : lane_{static_cast<std::int64_t>(fingerprint(life) % lanes)} {
  // A statement costs a round trip on PostgreSQL, and JSON costs more than a statement on SQLite.
  if (spoken == dialect::postgresql)
    all_.emplace(session, store_all_sql());
  else
    one_.emplace(session, store_one_sql());
}

void hourly_tally::add(workspace_id in, timestamp at, counted_thing what, std::int64_t detail, std::int64_t count,
                       money amount) {
  auto& sum = counts_[{.workspace = in, .hour = hour_of(at), .what = what, .detail = detail}];
  sum.count += count;
  sum.millions += amount.dong / dong_of_million;
  sum.dong += amount.dong % dong_of_million;
}

void hourly_tally::count_transaction(workspace_id in, const bank_entry& entry, std::optional<classification> classified,
                                     timestamp received_at) {
  const bool is_credit = entry.type == transfer_type::credit;
  add(in, received_at, is_credit ? counted_thing::credit : counted_thing::debit,
      is_credit ? credit_detail(classified) : 0, 1, entry.amount);
}

void hourly_tally::classify_credit(workspace_id in, money amount, classification became, timestamp received_at) {
  add(in, received_at, counted_thing::credit, credit_detail(std::nullopt), -1, {-amount.dong});
  add(in, received_at, counted_thing::credit, credit_detail(became), 1, amount);
}

void hourly_tally::count_links(workspace_id in, link_status became, timestamp at, std::int64_t count) {
  add(in, at, counted_thing::link, static_cast<std::int64_t>(became), count);
}

void hourly_tally::count_attempt(workspace_id in, delivery_kind kind, failure_class failed_by, timestamp started_at) {
  add(in, started_at, attempts_of(kind), static_cast<std::int64_t>(failed_by), 1);
}

void hourly_tally::count_told(workspace_id in, timestamp credited_at, std::chrono::milliseconds waited) {
  add(in, credited_at, counted_thing::told_credit, waiting_bucket_of(waited), 1);
}

void hourly_tally::store() {
  if (counts_.empty()) return;
  PAYLINK_FAILPOINT(before_hourly_counts);
  all_ ? store_together() : store_each();
  counts_.clear();
  PAYLINK_FAILPOINT(after_hourly_counts);
}

void hourly_tally::store_each() {
  for (const auto& [of, sum] : counts_)
    one_->run(of.workspace.view(), of.hour, static_cast<std::int64_t>(of.what), of.detail, lane_, sum.count,
              sum.millions, sum.dong);
}

void hourly_tally::store_together() {
  json::array counts;
  for (const auto& [of, sum] : counts_)
    counts.push_back(json::object{{"workspace", of.workspace.text()},
                                  {"hour", of.hour},
                                  {"what", static_cast<int>(of.what)},
                                  {"detail", of.detail},
                                  {"count", sum.count},
                                  {"millions", sum.millions},
                                  {"dong", sum.dong}});
  all_->run(lane_, json::serialize(counts));
}

} // namespace paylink
