#include "http/statements/mt940_doubts.hpp"

#include "domain/values/ascii.hpp"
#include "domain/values/money.hpp"
#include "http/statements/mt940_texts.hpp"

#include <algorithm>
#include <set>

namespace paylink {
namespace {

constexpr std::size_t tag_size = 4;           ///< `:61:`.
constexpr std::size_t second_line_max = 34;   ///< Of an entry.
constexpr std::size_t cancelling_run_max = 8; ///< Entries that one text may hold.

/// Characters up to the first blank.
std::size_t word_in_front(std::string_view text) { return mt940_length(text.substr(0, text.find(' '))); }

/// Whether it ends with text.
bool is_text(const mt940_field& field) { return field.tag == "86" || field.lines.size() > 1; }

bool is_letter_or_digit(char c) {
  const char lower = ascii_lower(c);
  return (lower >= 'a' && lower <= 'z') || (c >= '0' && c <= '9');
}

} // namespace

mt940_doubts::mt940_doubts(const std::vector<mt940_field>& fields) : fields_{fields} {
  for (const auto& field : fields) {
    if (field.tag == "61" && field.lines.size() > 1) has_second_lines_ = true;
    if (field.tag != "86") continue;
    for (std::size_t i = 0; i < field.lines.size(); ++i) {
      const auto of = lengths_of(field, i);
      longest_ = {std::max(longest_.alone, of.alone), std::max(longest_.with_tag, of.with_tag),
                  std::max(longest_.last_part, of.last_part)};
    }
  }
  for (const auto& field : fields) {
    if (field.tag != "86") continue;
    for (std::size_t i = 1; i < field.lines.size(); ++i) {
      const auto before = lengths_of(field, i - 1);
      const bool had_room = before.alone + 1 + word_in_front(field.lines[i]) <= longest_.alone;
      if (had_room && is_letter_or_digit(field.lines[i].front())) has_own_lines_ = true;
      // No bank breaks lines as short as that, whatever a payer's text looks like.
      const bool is_full =
          longest_.alone >= mt940_width_min && (before.alone == longest_.alone || before.with_tag == longest_.with_tag);
      if (is_full) breaks_at_width_ = true;
      if (!had_room && !is_full) breaks_at_blanks_ = true;
    }
  }
}

mt940_doubts::lengths mt940_doubts::lengths_of(const mt940_field& field, std::size_t line) {
  const auto alone = mt940_length(field.lines[line]);
  return {alone, alone + (line == 0 ? tag_size : 0), length_of_last_part(field.lines[line])};
}

// A text that is cut at a fixed width fills every line but its last one.
bool mt940_doubts::fits_exactly(std::size_t place, const lengths& before) const {
  const auto& field = fields_[place];
  const auto length = field.tag.size() + 2 + mt940_length(field.lines.front());
  const bool has_text =
      place + 1 < fields_.size() && fields_[place + 1].tag == "86" && !fields_[place + 1].begins_message;
  const bool may_be_last = field.tag == "61" && field.lines.size() == 1 && !has_text;
  const auto fits = [&](std::size_t width, std::size_t longest) {
    return width >= mt940_width_min && width >= longest && (length == width || (length < width && may_be_last));
  };
  return fits(before.alone, longest_.alone) || fits(before.with_tag, longest_.with_tag) ||
         fits(before.last_part, longest_.last_part);
}

mt940_doubts::chance mt940_doubts::chance_of(std::size_t place) const {
  const auto& field = fields_[place];
  if (place == 0 || field.begins_message) return chance::none;
  const auto& previous = fields_[place - 1];
  if (previous.tag == "61" && previous.lines.size() == 1) {
    const bool may_be_second = has_second_lines_ && tag_size + mt940_length(field.lines.front()) <= second_line_max;
    return may_be_second ? chance::slight : chance::none;
  }
  if (previous.tag != "86" && previous.tag != "61") return chance::none;
  const auto before = lengths_of(previous, previous.lines.size() - 1);
  // A word that is longer than a line is broken, too, and fills one.
  const bool fills_line = field.tag == "61" && longest_.alone >= mt940_width_min &&
                          tag_size + mt940_length(field.lines.front()) == longest_.alone;
  if (fills_line || fits_exactly(place, before)) return chance::exact;
  // A line that had room for the next word was not full.
  const bool was_full = before.alone + 1 + tag_size + word_in_front(field.lines.front()) > longest_.alone;
  if (was_full && before.alone >= mt940_width_min) return chance::fair;
  if (has_own_lines_ || (was_full && breaks_at_blanks_)) return chance::slight;
  // Where no text goes on in a second line, nothing tells how long lines are.
  return was_full && !breaks_at_width_ ? chance::unknown : chance::none;
}

void mt940_doubts::open(std::optional<std::int64_t> balance) {
  finish();
  opening_ = balance;
  is_open_ = has_openings_ = true;
}

void mt940_doubts::add(std::size_t place, std::int64_t signed_dong) {
  // A text may go on behind an entry that it has invented.
  const bool is_behind_one = place > 0 && fields_[place - 1].tag == "61" && fields_[place - 1].lines.size() == 1;
  const bool is_behind_text =
      place > 0 && !fields_[place].begins_message &&
      (is_behind_one ? !entries_.empty() && entries_.back().is_behind_text : is_text(fields_[place - 1]));
  entries_.push_back({place, fields_[place].line, signed_dong, chance_of(place), is_behind_text});
}

void mt940_doubts::close(std::size_t place, std::optional<std::int64_t> balance) {
  // Of two balances at the end, the first may be the words of a payer.
  if (has_openings_ && !is_open_ && line_ == 0) line_ = fields_[place].line;
  is_open_ = false;
  // Another statement follows: it may be the words of a payer, too.
  const auto is_after = [](const mt940_field& field) {
    return !field.begins_message && (field.tag == "64" || field.tag == "65" || field.tag == "86");
  };
  auto next = place + 1;
  while (next < fields_.size() && is_after(fields_[next])) ++next;
  const bool goes_on = next < fields_.size();
  std::int64_t sum = 0;
  for (const auto& one : entries_) sum = capped_sum(sum, one.dong);
  const bool agrees = opening_ && balance && capped_sum(*balance, -*opening_) == sum;
  const auto is = goes_on ? chance_of(place) : chance::none;
  const bool may_end_text = goes_on && opening_ && !fields_[place].begins_message && is_text(fields_[place - 1]);
  if (is >= chance::fair || may_end_text) closing_line_ = fields_[place].line;
  if (is == chance::exact && !fields_[next].begins_message && line_ == 0) line_ = closing_line_;
  judge(agrees);
  opening_.reset();
}

void mt940_doubts::count(bool are_credits, std::size_t entries) { (are_credits ? credits_ : debits_) = entries; }

void mt940_doubts::finish() { judge(false); }

bool mt940_doubts::is_counted() const {
  if (!credits_ && !debits_) return false;
  const auto counted = [&](auto is_of) { return static_cast<std::size_t>(std::ranges::count_if(entries_, is_of)); };
  return counted([](const entry& one) { return one.dong > 0; }) == credits_.value_or(0) &&
         counted([](const entry& one) { return one.dong < 0; }) == debits_.value_or(0) &&
         std::ranges::none_of(entries_, [](const entry& one) { return one.dong == 0; });
}

void mt940_doubts::judge(bool is_confirmed) {
  if (line_ == 0 && !is_counted()) {
    line_ = line_in_doubt(is_confirmed);
    if (is_confirmed) doubt_what_cancels();
  }
  entries_.clear();
  credits_.reset();
  debits_.reset();
  closing_line_ = 0;
}

std::size_t mt940_doubts::line_in_doubt(bool is_confirmed) const {
  const auto first = [&](auto is_in_doubt) {
    const auto found = std::ranges::find_if(entries_, is_in_doubt);
    return found == entries_.end() ? 0 : found->line;
  };
  if (!is_confirmed) {
    const auto found = first([](const entry& one) { return one.is >= chance::fair; });
    return found != 0 ? found : closing_line_;
  }
  // The balances agree: what was invented comes to nothing, so it has credits and debits.
  const auto may_be_invented = [&](auto is_so) {
    return std::ranges::any_of(entries_, [&](const entry& one) { return one.is >= chance::slight && is_so(one.dong); });
  };
  const bool has_both = may_be_invented([](std::int64_t dong) { return dong > 0; }) &&
                        may_be_invented([](std::int64_t dong) { return dong < 0; });
  if (has_both)
    if (const auto found = first([](const entry& one) { return one.is == chance::exact; }); found != 0) return found;
  // Two texts may have invented what cancels, unless every line that goes on is full: then the lengths tell.
  if (has_both && (breaks_at_blanks_ || !breaks_at_width_)) {
    std::set<std::int64_t> sums;
    for (const auto& one : entries_)
      if (one.is >= chance::slight) sums.insert(one.dong);
    const auto found = first([&](const entry& one) { return one.is >= chance::slight && sums.contains(-one.dong); });
    if (found != 0) return found;
  }
  for (std::size_t from = 0; from < entries_.size(); ++from) {
    // Where the balances agree without it, what has no amount is no entry.
    if (entries_[from].is == chance::none && entries_[from].dong != 0) continue;
    if (cancelling_run(from) != 0) return entries_[from].line;
  }
  return 0;
}

/// How many entries from there on come to nothing, of which one text may have invented all; 0: none do.
std::size_t mt940_doubts::cancelling_run(std::size_t from) const {
  std::int64_t sum = 0;
  for (std::size_t to = from; to < std::min(entries_.size(), from + cancelling_run_max); ++to) {
    sum = capped_sum(sum, entries_[to].dong);
    if (sum == 0) return to - from + 1;
  }
  return 0;
}

// One text may have invented neighbours, and two texts two of the same amount. What a text has lost to them stands in
// the entry before.
void mt940_doubts::doubt_what_cancels() {
  std::set<std::int64_t> sums;
  for (const auto& one : entries_)
    if (one.is_behind_text) sums.insert(one.dong);
  for (std::size_t from = 0; from < entries_.size(); ++from) {
    if (!entries_[from].is_behind_text) continue;
    const auto run =
        sums.contains(-entries_[from].dong) ? std::max<std::size_t>(cancelling_run(from), 1) : cancelling_run(from);
    if (run == 0) continue;
    for (auto at = from - std::min<std::size_t>(from, 1); at < from + run; ++at) unproved_.insert(entries_[at].place);
  }
}

} // namespace paylink
