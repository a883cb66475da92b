#pragma once
#include "persistence/sql/statement.hpp"

#include <map>
#include <memory>
#include <optional>
#include <string>

namespace paylink::simulation {

/// Asks the database for what is committed, with statements of the simulation's own: it must not believe the stores.
class row_reader {
public:
  explicit row_reader(std::unique_ptr<soci::session> session) : session_{std::move(session)} {}

  /// One number; the query names no changing value, since it is prepared for the reader's life.
  std::int64_t count(const std::string& sql) {
    auto& query = prepared<sql_row<>, sql_row<sql_number>>(sql);
    return query.first() ? query.template column<0>().or_zero() : 0;
  }
  template <class... Values>
  std::int64_t count_of(const std::string& sql, const Values&... values) {
    auto& query = prepared<sql_row<decltype(parameter(values))...>, sql_row<sql_number>>(sql);
    return query.first(values...) ? query.template column<0>().or_zero() : 0;
  }
  /// Calls `use` with the columns of each row.
  template <class... Columns, class Use>
  void each(const std::string& sql, Use use) {
    prepared<sql_row<>, sql_row<Columns...>>(sql).each(use);
  }
  /// The same with values.
  template <class... Columns, class Use, class... Values>
  void each_of(const std::string& sql, Use use, const Values&... values) {
    prepared<sql_row<decltype(parameter(values))...>, sql_row<Columns...>>(sql).each(use, values...);
  }

  struct delivery {
    std::int64_t row = 0, epoch = 0, state = 0, attempt = 0;
    std::int64_t link = 0; ///< 0: it is a webhook's.
  };
  std::optional<delivery> delivery_of(const std::string& event);

  struct made_attempt {
    std::int64_t epoch = 0;           ///< 0: its outcome was lost.
    std::int64_t number_in_round = 0; ///< The round that it belonged to, which need not be the last.
    std::int64_t status = 0;
  };
  std::optional<made_attempt> attempt_of(const std::string& event, int number);

  /// Whether the attempt belongs to a round that was signed again; whether it is the first of one.
  bool is_renewed(std::int64_t delivery_row, int attempt);
  bool begins_round(const std::string& event, int attempt);

private:
  static sql_text parameter(const std::string&);
  static sql_number parameter(std::int64_t);

  template <class In, class Out>
  statement<In, Out>& prepared(const std::string& sql) {
    auto& place = statements_[sql];
    if (!place) place = std::make_shared<statement<In, Out>>(*session_, sql);
    return *std::static_pointer_cast<statement<In, Out>>(place);
  }

  std::unique_ptr<soci::session> session_;
  std::map<std::string, std::shared_ptr<void>> statements_;
};

} // namespace paylink::simulation
