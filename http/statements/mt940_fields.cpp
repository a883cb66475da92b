#include "http/statements/mt940_fields.hpp"

#include "domain/values/ascii.hpp"
#include "domain/values/decimal.hpp"
#include "domain/values/free_text.hpp"
#include "http/feeds/entry_values.hpp"

#include <algorithm>
#include <array>

namespace paylink {
namespace {

struct file_line {
  std::string_view text; ///< Without its end.
  std::size_t number = 0;
};

/// Those that are not empty.
std::vector<file_line> lines_of(std::string_view file) {
  std::vector<file_line> lines;
  std::size_t number = 0;
  for (std::size_t from = 0; from < file.size();) {
    const auto end = std::min(file.find('\n', from), file.size());
    auto line = file.substr(from, end - from);
    if (line.ends_with('\r')) line.remove_suffix(1);
    ++number;
    if (!line.empty()) lines.push_back({line, number});
    from = end + 1;
  }
  return lines;
}

/// The tag at the start of a line; empty if it has none.
std::string_view tag_of(std::string_view line) {
  if (!line.starts_with(':')) return {};
  const auto end = line.find(':', 1);
  if (end == line.npos) return {};
  const auto tag = line.substr(1, end - 1);
  const bool is_tag =
      (tag.size() == 2 || (tag.size() == 3 && tag[2] >= 'A' && tag[2] <= 'Z')) && is_digit(tag[0]) && is_digit(tag[1]);
  return is_tag ? tag : std::string_view{};
}

std::string_view behind_tag(std::string_view line) { return line.substr(line.find(':', 1) + 1); }

template <std::size_t Size>
bool is_one_of(std::string_view tag, const std::array<std::string_view, Size>& tags) {
  return std::ranges::find(tags, tag) != tags.end();
}

constexpr std::array<std::string_view, 8> behind_account{"28", "28C", "28D", "13", "13D", "34F", "60F", "60M"};
constexpr std::array<std::string_view, 7> behind_closing{"25", "25P", "64", "65", "86", "90C", "90D"};
constexpr std::array<std::string_view, 4> closings{"62F", "62M", "90C", "90D"};

bool is_sum(std::string_view tag) { return tag.starts_with("90"); }

bool ends_message(std::string_view line) {
  const auto text = trimmed(line);
  return text == "-" || text == "-}" || text.starts_with("-}{");
}

std::size_t digits_in_front(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::find_if_not(text, is_digit) - text.begin());
}

/// `C260315VND…`; of a sum (`:90C:`) `3VND…`.
bool is_balance(std::string_view text) {
  if (text.starts_with('C') || text.starts_with('D')) text.remove_prefix(1);
  const auto digits = digits_in_front(text);
  text.remove_prefix(digits);
  return digits > 0 && text.size() >= 3 &&
         std::all_of(text.begin(), text.begin() + 3, [](char c) { return c >= 'A' && c <= 'Z'; });
}

/// `260315C…`, `2603150315RD…`.
bool is_entry(std::string_view text) {
  const auto digits = digits_in_front(text);
  if (digits != 6 && digits != 10) return false;
  text.remove_prefix(digits);
  if (text.starts_with('R') || text.starts_with('E')) text.remove_prefix(1);
  return text.starts_with('C') || text.starts_with('D');
}

class field_reader {
public:
  explicit field_reader(std::vector<file_line> lines) : lines_{std::move(lines)} {}

  mt940_fields read() && {
    for (at_ = 0; at_ < lines_.size(); ++at_) state_ == where::entries ? read_behind_entry() : read_elsewhere();
    return std::move(read_);
  }

private:
  /// Behind an entry, a payer's words may go on in the next line; elsewhere there are none.
  enum class where { outside, head, entries, closed };

  std::string_view line() const { return lines_[at_].text; }
  std::string_view next_tag() const {
    return at_ + 1 < lines_.size() ? tag_of(lines_[at_ + 1].text) : std::string_view{};
  }

  void doubt() {
    if (read_.doubtful_line == 0) read_.doubtful_line = lines_[at_].number;
  }

  void open(std::string_view tag, std::string_view text) {
    if (state_ == where::outside || tag == "20" || tag.starts_with("25")) is_interim_ = false;
    if (tag == "34F") is_interim_ = true;
    if (state_ == where::outside || tag == "20" || tag.starts_with("25") || tag.starts_with("62")) has_opening_ = false;
    if (tag.starts_with("60")) has_opening_ = true;
    read_.all.push_back({tag, {text}, lines_[at_].number, state_ == where::outside});
    if (tag == "61")
      state_ = where::entries;
    else if (is_one_of(tag, closings))
      state_ = where::closed;
    else if (tag != "86" && tag != "64" && tag != "65")
      state_ = where::head;
    else if (state_ == where::outside)
      state_ = where::head;
  }

  bool is_closed_behind_text() const {
    return state_ == where::closed && closes_behind_text_ && is_one_of(read_.all.back().tag, closings);
  }

  void read_elsewhere() {
    auto text = line();
    // The header blocks may stand on the line of the first tag.
    const auto block = text.starts_with('{') ? text.rfind("{4:") : text.npos;
    if (block != text.npos) text.remove_prefix(block + 3);
    text = trimmed(text);
    if (const auto tag = tag_of(text); !tag.empty()) {
      // Neither an entry nor another one follows a closing balance.
      if (state_ == where::closed && (tag == "61" || tag.starts_with("62"))) doubt();
      // Nor does anything but what belongs to it, or begins a statement.
      if (state_ == where::closed && closes_behind_text_ &&
          !(tag == "20" ? begins_statement(tag) : is_one_of(tag, behind_closing)))
        doubt();
      open(tag, behind_tag(text));
    } else if (ends_message(line()) || line().starts_with('{')) {
      // SWIFT's blocks begin with a number; the words of a payer may begin with a brace.
      if (is_closed_behind_text() && line().starts_with('{') && !line().starts_with("{1:")) doubt();
      state_ = where::outside;
    } else if (state_ != where::outside) {
      // A closing balance is one line: what goes on behind it may be the words in which it stands.
      if (is_closed_behind_text()) doubt();
      read_.all.back().lines.push_back(line());
    }
  }

  void read_behind_entry() {
    const bool may_be_full = mt940_length(read_.all.back().lines.back()) >= mt940_width_min;
    const auto tag = tag_of(line());
    if (tag == "61" || tag == "86") return open(tag, behind_tag(line()));
    // A statement has balances, and an interim report (MT942) sums.
    if (is_one_of(tag, closings) && is_balance(behind_tag(line())) && (is_interim_ || !is_sum(tag))) {
      // Without one at the beginning, a balance at the end may be the words that stand before it.
      if (may_be_full && !is_sum(tag) && !has_opening_) doubt();
      closes_behind_text_ = true;
      return open(tag, behind_tag(line()));
    }
    // Without a closing balance or a sum, the end of a statement that another one follows may be written by a payer,
    // who could write the balances of the other one, too.
    if (begins_statement(tag)) {
      doubt();
      return open(tag, behind_tag(line()));
    }
    if (ends_message(line()) && is_last_of_message()) {
      if (at_ + 1 < lines_.size()) doubt();
      state_ = where::outside;
      return;
    }
    if (is_field_behind_blanks()) doubt();
    read_.all.back().lines.push_back(line());
  }

  /// Without the closing balance that should stand before it.
  bool begins_statement(std::string_view tag) const {
    const auto next = next_tag();
    if (tag == "20") return next == "21" || next == "25" || next == "25P" || is_one_of(next, behind_account);
    if (tag != "25" && tag != "25P") return false;
    return is_one_of(next, behind_account) || names_account();
  }

  /// An account directly before an entry: it would take over the entries that follow.
  bool names_account() const {
    const auto account = behind_tag(line());
    constexpr std::ptrdiff_t account_digits_min = 6;
    return next_tag() == "61" && account.find(' ') == account.npos &&
           std::ranges::count_if(account, is_digit) >= account_digits_min;
  }

  bool is_last_of_message() const {
    if (at_ + 1 == lines_.size()) return true;
    const auto next = next_tag();
    return next == "20" || next == "25" || next == "25P" || lines_[at_ + 1].text.starts_with("{1:") ||
           ends_message(lines_[at_ + 1].text);
  }

  bool is_field_behind_blanks() const {
    const auto text = trimmed(line());
    const auto tag = tag_of(text);
    if (tag.empty() || text.data() == line().data()) return false;
    return tag == "61" ? is_entry(behind_tag(text)) : is_one_of(tag, closings) && is_balance(behind_tag(text));
  }

  std::vector<file_line> lines_;
  std::size_t at_ = 0;
  where state_ = where::outside;
  bool closes_behind_text_ = false;
  bool has_opening_ = false; ///< The statement has a balance at its beginning, and none at its end yet.
  bool is_interim_ = false;  ///< The message is an MT942, which has a floor limit (`:34F:`).
  mt940_fields read_;
};

} // namespace

mt940_fields read_mt940_fields(std::string_view file) { return field_reader{lines_of(file)}.read(); }

std::size_t mt940_length(std::string_view line) { return count_code_points(repaired(line)); }

} // namespace paylink
