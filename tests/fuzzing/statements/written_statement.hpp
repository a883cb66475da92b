#pragma once
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace paylink::fuzzing {

using chance = std::mt19937_64;

/// Whether it happens, in one of so many cases.
inline bool happens(chance& random, std::uint64_t one_of) { return random() % one_of == 0; }

/// Whose statements they are.
inline constexpr std::string_view statement_account = "0123456789";

/// An entry that a bank has booked.
struct booked_entry {
  bool is_credit = true;
  std::int64_t dong = 0;
  int day = 1;      ///< Of March 2026.
  std::string text; ///< With the bank's own words around the payer's.
};

/// How a payer who knows the bank's form aligns a text to its lines.
struct line_form {
  std::size_t width = 35;
  std::size_t offset = 0; ///< Characters of the bank that fill the first line.
};

/// A text of a payer: usual words, and what would be structure in one of the forms.
std::string hostile_text(chance& random, line_form form);
std::string honest_text(chance& random);

/// A statement or a feed's document as a bank writes it.
struct written_statement {
  std::string form; ///< `mt940 35 hard ?`, for people.
  std::string body{};
  std::vector<booked_entry> entries{};
  bool is_honest = true;      ///< No text holds what would be structure.
  bool may_be_broken = false; ///< The bank's own form cannot tell some texts from structure: entries may be unusable.
  char separator = '\0';
  enum class reader { mt940, csv, camt, camt_feed, sepay, casso, native } read_by = reader::mt940;
};

written_statement write_mt940(chance& random);
written_statement write_csv(chance& random);
written_statement write_camt(chance& random);
written_statement write_json(chance& random);

/// Entries with texts for lines of this form; a statement in ten has honest texts alone.
std::vector<booked_entry> invent_entries(chance& random, line_form form, bool is_honest);

/// What one round came to.
enum class round_result { read, refused, honest_refused, misread };

/// Writes a statement and reads it. Ends the process if an entry is read that the bank has not written, or one is
/// missing. With hostile texts, an MT940 and an entry that proves nothing may be `misread`.
round_result run_statement_round(std::uint64_t seed);

} // namespace paylink::fuzzing
