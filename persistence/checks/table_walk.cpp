#include "persistence/checks/table_walk.hpp"

#include <limits>

namespace paylink::checks {
namespace {

constexpr auto before_all = std::numeric_limits<std::int64_t>::min();

std::string portion_sql(const std::string& table, const std::string& key) {
  return "SELECT MAX(k), COUNT(*) FROM (SELECT " + key + " AS k FROM " + table + " WHERE " + key +
         " > :after ORDER BY " + key + " LIMIT :rows) AS portion";
}

std::string exceptions_sql(const row_check& check, dialect spoken) {
  const auto key = "x." + check.key;
  return "SELECT " + key + ", " + check.label + " FROM " + check.table + " x" + join_sql(spoken, check.joins) +
         " WHERE " + key + " > :after AND " + key + " <= :until AND (" + check.broken + ") LIMIT :most";
}

} // namespace

portions::portions(soci::session& session, const std::string& table, const std::string& key)
    : next_{session, portion_sql(table, key)}, until_{before_all} {}

bool portions::next(int rows) {
  if (is_last_) return false;
  after_ = until_;
  next_.first(after_, std::int64_t{rows});
  rows_ = next_.column<1>().or_zero();
  is_last_ = rows_ < rows;
  if (rows_ == 0) return false;
  until_ = next_.column<0>().value;
  return true;
}

table_walk::prepared::prepared(soci::session& session, dialect spoken, row_check check)
    : asks{std::move(check)}, look{session, exceptions_sql(asks, spoken)} {}

table_walk::table_walk(soci::session& session, dialect spoken, std::vector<row_check> all, int portion)
    : portion_{portion}, portions_{session, all.front().table, all.front().key} {
  for (auto& check : all) checks_.emplace_back(session, spoken, std::move(check));
}

void table_walk::go(report& into) {
  into.count_checks(checks_.size());
  while (portions_.next(portion_)) {
    into.go_on();
    into.count_rows(portions_.rows());
    for (auto& check : checks_) {
      if (into.is_full(check.asks.name)) continue;
      for (const auto& found : look(check, portions_.after(), portions_.until()))
        report_if_it_lasts(found.shown, [&] { return look(check, found.key - 1, found.key); }, into);
    }
  }
}

std::vector<table_walk::exception> table_walk::look(prepared& by, std::int64_t after, std::int64_t until) {
  std::vector<exception> found;
  const auto& asks = by.asks;
  by.look.each(
      [&](const auto& columns) {
        const auto& [key, label] = columns.fields;
        found.push_back({key.value,
                         {.check = asks.name,
                          .where = asks.table + " " + asks.key + " " + std::to_string(key.value) + " (" +
                                   std::string{label.view()} + ")",
                          .problem = asks.problem,
                          .advice = asks.advice}});
      },
      after, until, static_cast<std::int64_t>(findings_per_check_max));
  return found;
}

std::vector<std::unique_ptr<walk>> walks_of(soci::session& session, dialect spoken, const std::vector<row_check>& all,
                                            int portion) {
  std::map<std::pair<std::string, std::string>, std::vector<row_check>> by_table;
  for (const auto& check : all) by_table[{check.table, check.key}].push_back(check);
  std::vector<std::unique_ptr<walk>> walks;
  for (auto& [table, checks] : by_table)
    walks.push_back(std::make_unique<table_walk>(session, spoken, std::move(checks), portion));
  return walks;
}

} // namespace paylink::checks
