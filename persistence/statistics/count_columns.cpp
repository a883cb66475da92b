#include "persistence/statistics/count_columns.hpp"

namespace paylink {
namespace {

/// SQL: the step below a number of two digits.
std::string step_sql(const std::string& tenths) {
  std::string sql = "CASE";
  for (std::size_t i = 1; i < waiting_steps.size(); ++i)
    sql +=
        " WHEN " + tenths + " < " + std::to_string(waiting_steps[i]) + " THEN " + std::to_string(waiting_steps[i - 1]);
  return sql + " ELSE " + std::to_string(waiting_steps.back()) + " END";
}

} // namespace

std::string hour_sql(const std::string& millis) { return millis + " / " + std::to_string(millis_of_hour); }

std::string day_sql(const std::string& hour) {
  return '(' + hour + " + " + std::to_string(hours_ahead) + ") / " + std::to_string(hours_of_day);
}

std::string waiting_bucket_sql(const std::string& millis) {
  std::string sql = "CASE WHEN " + millis + " < 0 THEN 0 WHEN " + millis + " < " +
                    std::to_string(waiting_millis_apart) + " THEN " + millis;
  for (std::int64_t scale = 1; scale * 100 <= waiting_millis_max; scale *= 10)
    sql += " WHEN " + millis + " < " + std::to_string(scale * 100) + " THEN " + std::to_string(scale) + " * (" +
           step_sql(millis + " / " + std::to_string(scale)) + ")";
  return sql + " ELSE " + std::to_string(waiting_millis_max) + " END";
}

} // namespace paylink
