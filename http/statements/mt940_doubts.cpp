#include "http/statements/mt940_doubts.hpp"

#include "domain/values/ascii.hpp"
#include "domain/values/money.hpp"
#include "http/statements/mt940_texts.hpp"

#include <algorithm>
#include <utility>

namespace paylink {
namespace {

constexpr std::size_t tag_size = 4;         ///< `:61:`.
constexpr std::size_t second_line_max = 34; ///< Of an entry.
constexpr std::size_t entries_of_text_max = 16;

/// Characters up to the first blank.
std::size_t word_in_front(std::string_view text) { return mt940_length(text.substr(0, text.find(' '))); }

bool is_one_line(const mt940_field& field) { return field.tag == "61" && field.lines.size() == 1; }

/// Whether it ends with text.
bool is_text(const mt940_field& field) { return field.tag == "86" || field.lines.size() > 1; }

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
      if (had_room && is_ascii_alphanumeric(field.lines[i].front())) has_own_lines_ = true;
      // No bank breaks lines as short as that, whatever a payer's text looks like.
      const bool is_full =
          longest_.alone >= mt940_width_min && (before.alone == longest_.alone || before.with_tag == longest_.with_tag);
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
  if (is_one_line(previous)) {
    const bool may_be_second = has_second_lines_ && tag_size + mt940_length(field.lines.front()) <= second_line_max;
    return std::max(may_be_second ? chance::slight : chance::none, last_.is);
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
  return has_own_lines_ || (was_full && breaks_at_blanks_) ? chance::slight : chance::none;
}

void mt940_doubts::open(std::optional<std::int64_t> balance) {
  finish();
  opening_ = balance;
  is_open_ = has_openings_ = true;
}

// A text may go on behind an entry that it has invented.
bool mt940_doubts::goes_on_behind(const mt940_field& previous) const {
  return is_one_line(previous) ? last_.is_behind_text : is_text(previous);
}

void mt940_doubts::add(std::size_t place, std::optional<std::int64_t> amount) {
  const bool is_first_of_joined = joint_line_ > 0 && entries_.empty();
  const bool is_behind_text =
      place > 0 && !fields_[place].begins_message && (is_first_of_joined || goes_on_behind(fields_[place - 1]));
  last_ = {place, amount, chance_of(place), is_behind_text};
  entries_.push_back(last_);
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
  for (const auto& one : entries_) sum = capped_sum(sum, one.amount.value_or(0));
  const bool agrees = opening_ && balance && capped_sum(*balance, -*opening_) == sum;
  const auto is = goes_on ? chance_of(place) : chance::none;
  const bool may_end_text =
      goes_on && place > 0 && !fields_[place].begins_message && goes_on_behind(fields_[place - 1]);
  if (is >= chance::fair || may_end_text) closing_line_ = fields_[place].line;
  if (is == chance::exact && !fields_[next].begins_message && line_ == 0) line_ = closing_line_;
  judge(agrees);
  opening_.reset();
  if (may_end_text) joint_line_ = fields_[place].line;
  if (joint_line_ == 0) judge_confirmed();
}

void mt940_doubts::count(std::size_t place, bool are_credits, std::size_t entries) {
  (are_credits ? credits_ : debits_) = entries;
  const bool is_behind_text = place > 0 && !fields_[place].begins_message && goes_on_behind(fields_[place - 1]);
  if (is_behind_text) sum_line_ = fields_[place].line;
}

void mt940_doubts::finish() {
  if (!entries_.empty()) judge(false);
  if (sum_line_ > 0) joint_line_ = std::exchange(sum_line_, 0);
}

void mt940_doubts::end() {
  finish();
  judge_confirmed();
}

bool mt940_doubts::is_counted() const {
  if (!credits_ && !debits_) return false;
  const auto counted = [&](auto is_of) { return static_cast<std::size_t>(std::ranges::count_if(entries_, is_of)); };
  return counted([](const entry& one) { return one.amount > 0; }) == credits_.value_or(0) &&
         counted([](const entry& one) { return one.amount.value_or(0) < 0; }) == debits_.value_or(0) &&
         std::ranges::none_of(entries_, [](const entry& one) { return one.amount == 0; });
}

void mt940_doubts::judge(bool is_confirmed) {
  if (is_confirmed)
    confirmed_.insert(confirmed_.end(), entries_.begin(), entries_.end());
  else if (line_ == 0 && !is_counted())
    line_ = joint_line_ > 0 ? joint_line_ : line_without_balances();
  // A statement without entries confirms nothing.
  if (!entries_.empty()) joint_line_ = 0;
  entries_.clear();
  credits_.reset();
  debits_.reset();
  closing_line_ = 0;
}

std::size_t mt940_doubts::line_without_balances() const {
  const auto found = std::ranges::find_if(entries_, [](const entry& one) { return one.is >= chance::fair; });
  return found == entries_.end() ? closing_line_ : fields_[found->place].line;
}

// The balances agree: what was invented comes to nothing.
void mt940_doubts::judge_confirmed() {
  const auto found = find_what_may_cancel();
  if (line_ == 0) line_ = find_unreadable();
  for (const auto at : found)
    if (line_ == 0 && (confirmed_[at].is == chance::exact || comes_to_nothing_from(at)))
      line_ = fields_[confirmed_[at].place].line;
  confirmed_.clear();
}

// The balances agree without it.
std::size_t mt940_doubts::find_unreadable() const {
  const auto found = std::ranges::find_if(confirmed_, [](const entry& one) { return one.amount == 0; });
  return found == confirmed_.end() ? 0 : fields_[found->place].line;
}

// One text may hold them all.
bool mt940_doubts::comes_to_nothing_from(std::size_t first) const {
  if (confirmed_[first].is == chance::none || !confirmed_[first].amount) return false;
  std::int64_t sum = 0;
  for (auto at = first; at < std::min(confirmed_.size(), first + entries_of_text_max); ++at) {
    sum = capped_sum(sum, confirmed_[at].amount.value_or(0));
    if (sum == 0) return true;
  }
  return false;
}

// An invented credit is no larger than all the debits that may be invented, and an invented debit than all such
// credits.
std::vector<std::size_t> mt940_doubts::find_what_may_cancel() const {
  std::vector<std::size_t> left;
  for (std::size_t at = 0; at < confirmed_.size(); ++at)
    if (confirmed_[at].is >= chance::slight || confirmed_[at].is_behind_text) left.push_back(at);
  for (bool is_smaller = true; is_smaller;) {
    std::int64_t credits = 0, debits = 0;
    for (const auto at : left) {
      const auto amount = confirmed_[at].amount.value_or(0);
      auto& sum = amount > 0 ? credits : debits;
      sum = capped_sum(sum, amount);
    }
    const auto is_too_large = [&](std::size_t at) {
      const auto amount = confirmed_[at].amount.value_or(0);
      return amount > 0 ? capped_sum(amount, debits) > 0 : capped_sum(amount, credits) < 0;
    };
    is_smaller = std::erase_if(left, is_too_large) > 0;
  }
  return left;
}

} // namespace paylink
