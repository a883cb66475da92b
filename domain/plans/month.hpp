#pragma once
#include "domain/values/money.hpp"
#include "domain/values/time.hpp"

#include <compare>

namespace paylink {

/// A calendar month in Vietnam (UTC+7, without summer time): what usage is counted by, and what a statement is of.
class calendar_month {
public:
  /// The month of a time.
  explicit calendar_month(timestamp time);
  /// Reads `2026-01`; none for anything else.
  static std::optional<calendar_month> parse(std::string_view text);

  /// `2026-01`, as `vietnam_month` writes it.
  std::string text() const;
  /// `01/2026`, or `January 2026` in English.
  std::string title(language lang) const;
  /// Its first millisecond, and the first one after it.
  timestamp begin() const;
  timestamp end() const { return plus(1).begin(); }
  calendar_month plus(int months) const { return calendar_month{number_ + months}; }
  /// How many months `later` is after this one.
  int until(calendar_month later) const { return later.number_ - number_; }
  auto operator<=>(const calendar_month&) const = default;

private:
  explicit calendar_month(int number) : number_{number} {}
  int number_; ///< Months since January of the year 0.
};

} // namespace paylink
