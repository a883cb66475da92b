#pragma once
#include "domain/values/ids.hpp"
#include "persistence/sql/dialect.hpp"
#include "persistence/sql/statement.hpp"

#include <cstdint>
#include <string>

namespace paylink {

/// Finds the transactions of a Workspace whose identifiers have a certain time. No index has identifiers: it would cost
/// each credit. The time is the bank's, which the key has by which equal transfers are numbered, and the name of a
/// statement's entry; of identifiers that were made at random, before the bank's time was taken, it is the one by
/// which lists are ordered.
class transaction_place {
public:
  /// SQL: the rows, for the parameters.
  static std::string rows_sql();
  using parameters = sql_row<sql_text, sql_number, sql_number, sql_text, sql_text, sql_number, sql_number, sql_text,
                             sql_text, sql_text, sql_text, sql_text, sql_text, sql_text, sql_text, sql_text>;

  /// What a transfer has in common over all feeds is a number that begins with its minute.
  static constexpr std::int64_t prints_of_a_minute = std::int64_t{1} << 31;
  static std::int64_t first_print_of(timestamp time);

  /// Of the time in a transaction's identifier, or in one that was derived from it.
  template <id_prefix Prefix>
  transaction_place(workspace_id in, const id<Prefix>& of)
      : transaction_place{in, of.made_at(), of.view().substr(Prefix.size + 1, time_characters)} {}

  /// Calls `use` with the values of the parameters.
  template <class Use>
  auto with_parameters(Use&& use) const {
    const std::string_view in{workspace_}, time{time_}, day{day_}, behind_day{behind_day_};
    return use(in, made_at_, made_at_, time, in, first_print_, last_print_, time, in, day, behind_day, time, in, day,
               behind_day, time);
  }

private:
  static constexpr std::size_t time_characters = 10;
  transaction_place(workspace_id in, timestamp at, std::string_view time);

  std::string workspace_, time_, day_, behind_day_;
  std::int64_t made_at_, first_print_, last_print_;
};

} // namespace paylink
