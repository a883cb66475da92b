#include "domain/values/time.hpp"

#include "domain/values/decimal.hpp"

#include <algorithm>
#include <array>

namespace paylink {

namespace {

using namespace std::chrono;

// What four digits of a year can write.
constexpr timestamp first_moment{sys_days{year{0} / 1 / 1}};
constexpr timestamp last_moment{sys_days{year{9999} / 12 / 31} + hours{24} - milliseconds{1}};

struct calendar_time {
  unsigned year, month, day, hour, minute, second, millisecond;
};

calendar_time to_calendar(timestamp time) {
  const auto writable = std::clamp(time, first_moment, last_moment);
  const auto midnight = floor<days>(writable);
  const year_month_day date{midnight};
  const auto within = static_cast<unsigned>((writable - midnight).count());
  return {static_cast<unsigned>(static_cast<int>(date.year())),
          static_cast<unsigned>(date.month()),
          static_cast<unsigned>(date.day()),
          within / 3'600'000,
          within / 60'000 % 60,
          within / 1000 % 60,
          within % 1000};
}

/// Takes the parts of a time off the front of a text; after the first misfit it takes nothing more.
class time_reader {
public:
  explicit time_reader(std::string_view text) : rest_{text} {}

  int number(std::size_t width, int least, int most) {
    int value = 0;
    if (rest_.size() < width) return fail();
    for (const char c : rest_.substr(0, width)) {
      if (!is_digit(c)) return fail();
      value = value * 10 + (c - '0');
    }
    rest_.remove_prefix(width);
    return value < least || value > most ? fail() : value;
  }

  void expect(char upper, char lower) {
    if (rest_.empty() || (rest_.front() != upper && rest_.front() != lower))
      fail();
    else
      rest_.remove_prefix(1);
  }
  void expect(char wanted) { expect(wanted, wanted); }

  /// The fraction of a second, if there is one, cut to milliseconds.
  milliseconds fraction() {
    if (!rest_.starts_with('.')) return {};
    rest_.remove_prefix(1);
    const auto length = std::min(rest_.find_first_not_of("0123456789"), rest_.size());
    if (length == 0) fail();
    int value = 0;
    for (std::size_t place = 0; place < 3; ++place) value = value * 10 + (place < length ? rest_[place] - '0' : 0);
    rest_.remove_prefix(length);
    return milliseconds{value};
  }

  minutes offset() {
    if (!rest_.starts_with('+') && !rest_.starts_with('-')) {
      expect('Z', 'z');
      return {};
    }
    const int sign = rest_.front() == '-' ? -1 : 1;
    rest_.remove_prefix(1);
    const int hour = number(2, 0, 23);
    expect(':');
    return sign * (hours{hour} + minutes{number(2, 0, 59)});
  }

  bool is_read() const { return rest_.empty() && !failed_; }

private:
  int fail() {
    failed_ = true;
    rest_ = {};
    return 0;
  }
  std::string_view rest_;
  bool failed_ = false;
};

} // namespace

std::string format_rfc3339(timestamp time) {
  const auto parts = to_calendar(time);
  std::string text = "0000-00-00T00:00:00.000Z";
  auto* const at = text.data();
  write_padded(at, parts.year, 4);
  write_padded(at + 5, parts.month, 2);
  write_padded(at + 8, parts.day, 2);
  write_padded(at + 11, parts.hour, 2);
  write_padded(at + 14, parts.minute, 2);
  write_padded(at + 17, parts.second, 2);
  write_padded(at + 20, parts.millisecond, 3);
  return text;
}

std::optional<timestamp> parse_rfc3339(std::string_view text) {
  time_reader reader{text};
  const year written_year{reader.number(4, 0, 9999)};
  reader.expect('-');
  const month written_month{static_cast<unsigned>(reader.number(2, 1, 12))};
  reader.expect('-');
  const day written_day{static_cast<unsigned>(reader.number(2, 1, 31))};
  reader.expect('T', 't');
  const hours hour{reader.number(2, 0, 23)};
  reader.expect(':');
  const minutes minute{reader.number(2, 0, 59)};
  reader.expect(':');
  const seconds second{reader.number(2, 0, 60)};
  const auto fraction = reader.fraction();
  const auto offset = reader.offset();
  const year_month_day date{written_year, written_month, written_day};
  if (!reader.is_read() || !date.ok()) return std::nullopt;

  const auto start_of_minute = sys_days{date} + hour + minute - offset;
  timestamp time = start_of_minute + second + fraction;
  if (second == seconds{60}) {
    // A leap second stands at the end of a month in UTC and nowhere else; it is read as the last moment of that month,
    // so that neither its day nor its month changes.
    const auto next = floor<days>(start_of_minute + minutes{1});
    if (next != start_of_minute + minutes{1} || year_month_day{next}.day() != day{1}) return std::nullopt;
    time = timestamp{next} - milliseconds{1};
  }
  if (time < first_moment || time > last_moment) return std::nullopt;
  return time;
}

std::int64_t unix_seconds(timestamp time) { return floor<seconds>(time).time_since_epoch().count(); }

std::string vietnam_month(timestamp time) {
  const auto parts = to_calendar(time + vietnam_offset);
  std::string text = "0000-00";
  write_padded(text.data(), parts.year, 4);
  write_padded(text.data() + 5, parts.month, 2);
  return text;
}

std::string format_vietnam(timestamp time) {
  const auto parts = to_calendar(time + vietnam_offset);
  std::string text = "00:00 00/00/0000";
  auto* const at = text.data();
  write_padded(at, parts.hour, 2);
  write_padded(at + 3, parts.minute, 2);
  write_padded(at + 6, parts.day, 2);
  write_padded(at + 9, parts.month, 2);
  write_padded(at + 12, parts.year, 4);
  return text;
}

} // namespace paylink
