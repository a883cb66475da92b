#pragma once
#include "http/statements/mt940_fields.hpp"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace paylink {

/// Finds the entries of an MT940 that may be a payer's words. A bank breaks a long text into lines, and a payer may
/// have put `:61:…` where a line begins: nothing in the line tells. What can tell are the lengths of the lines, the
/// balances, and the order of the fields. Call its members in the order of the file.
class mt940_doubts {
public:
  explicit mt940_doubts(const std::vector<mt940_field>& fields);

  /// All amounts are thousandths of the account's currency, negative for a debit or an overdrawn account.
  void open(std::optional<std::int64_t> balance);
  /// The `:61:` in `fields[place]`. 0: its amount cannot be read; none: it changes no balance.
  void add(std::size_t place, std::optional<std::int64_t> amount);
  /// The closing balance in `fields[place]`.
  void close(std::size_t place, std::optional<std::int64_t> balance);
  /// How many credits, or debits, the bank counts in `fields[place]` (MT942).
  void count(std::size_t place, bool are_credits, std::size_t entries);
  /// No balance follows for what was added.
  void finish();
  /// The file ends.
  void end();

  /// The first line in doubt; 0: none is.
  std::size_t line() const { return line_; }

private:
  /// Whether a field may be the payer's words: if the text was broken otherwise than with lines of this file's widths;
  /// if blanks were cut; with lines of those widths.
  enum class chance { none, slight, fair, exact };
  struct entry {
    std::size_t place = 0;
    std::optional<std::int64_t> amount{}; ///< As for `add`.
    chance is = chance::none;
    bool is_behind_text = false;
  };
  /// The lengths of a line of text, counted in the three ways in which banks fill one.
  struct lengths {
    std::size_t alone = 0, with_tag = 0, last_part = 0;
  };

  static lengths lengths_of(const mt940_field& field, std::size_t line);
  chance chance_of(std::size_t place) const;
  bool fits_exactly(std::size_t place, const lengths& before) const;
  void judge(bool is_confirmed);
  std::size_t line_without_balances() const;
  std::size_t find_unreadable() const;
  void judge_confirmed();
  std::vector<std::size_t> find_what_may_cancel() const;
  bool comes_to_nothing_from(std::size_t first) const;
  bool goes_on_behind(const mt940_field& previous) const;
  bool is_counted() const;

  const std::vector<mt940_field>& fields_;
  lengths longest_;
  bool has_own_lines_ = false;    ///< A text of the file goes on in a new line though its line had room.
  bool breaks_at_blanks_ = false; ///< A line of the file was not full, and had no room for the next word.
  bool has_second_lines_ = false; ///< An entry of the file has a second line.
  std::optional<std::int64_t> opening_;
  bool has_openings_ = false; ///< The file's statements have a balance at their beginning.
  bool is_open_ = false;      ///< One has, and none at its end yet.
  std::optional<std::size_t> credits_, debits_;
  std::size_t closing_line_ = 0; ///< Of a closing balance that may be the payer's words itself.
  std::vector<entry> entries_;   ///< Since the last balance.
  std::vector<entry> confirmed_; ///< Of statements that agree, joined by balances that may be the payer's words.
  std::size_t joint_line_ = 0;   ///< Of such a balance or sum, directly before the statement.
  std::size_t sum_line_ = 0;     ///< Of a sum that may be the payer's words, since the last entry.
  entry last_{};                 ///< That was added, before a balance, too.
  std::size_t line_ = 0;
};

} // namespace paylink
