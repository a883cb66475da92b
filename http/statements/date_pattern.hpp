#pragma once
#include "domain/values/time.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace paylink {

/// How a column writes a time: `dd/MM/yyyy HH:mm:ss`. `yyyy` and `yy` are the year, `MM` or `M` the month, `dd` or `d`
/// the day, `HH` or `H` the hour of 24, `mm` minutes, `ss` seconds; all else stands for itself. A single letter takes
/// one or two digits. A `*` at its end stands for whatever else the cell has: `dd/MM/yyyy*` reads `31/10/2026` above
/// the number of a document.
class date_pattern {
public:
  /// None: it has another letter, or no day, month or year.
  static std::optional<date_pattern> parse(std::string_view text);

  /// Vietnam time; without an hour the day's first moment.
  std::optional<timestamp> read(std::string_view text) const;

private:
  date_pattern(std::string_view text, bool is_open) : text_{text}, is_open_{is_open} {}
  std::string text_;
  bool is_open_; ///< Something else may stand behind it.
};

} // namespace paylink
