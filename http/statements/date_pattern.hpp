#pragma once
#include "domain/values/time.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace paylink {

/// How a column writes a time: `dd/MM/yyyy HH:mm:ss`. `yyyy` and `yy` are the year, `MM` or `M` the month, `dd` or `d`
/// the day, `HH` or `H` the hour of 24, `mm` minutes, `ss` seconds; all else stands for itself. A single letter takes
/// one or two digits.
class date_pattern {
public:
  /// None: it has another letter, or no day, month or year.
  static std::optional<date_pattern> parse(std::string_view text);

  /// Vietnam time; without an hour the day's first moment.
  std::optional<timestamp> read(std::string_view text) const;

private:
  explicit date_pattern(std::string_view text) : text_{text} {}
  std::string text_;
};

} // namespace paylink
