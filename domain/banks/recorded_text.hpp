#pragma once
#include "domain/banks/bank.hpp"
#include "domain/links/reference.hpp"

#include <string>
#include <vector>

namespace paylink {

/// The most characters of a transfer text that is recorded, shown and sent; a longer one is cut.
inline constexpr std::size_t recorded_points_max = 1000;
/// The last character of a text that was cut.
inline constexpr std::string_view cut_mark = "…";

/// Cuts the entry's text to what is recorded, if it is longer: its first 999 characters and the mark. Keeps it whole
/// beside that, and its fingerprint. Every entry comes through here once,
/// before anything is decided about it.
void cut_content(bank_entry& entry);

/// What the payer wrote, all of it: references, filters and comparisons see this.
std::string_view whole_text(const bank_entry& entry);

/// The references that may name what an entry pays: in all texts of a credit, unless the bank takes another entry back.
std::vector<reference> references_in(const bank_entry& entry);

/// Whether a credit has a verification text that is not in what is known of it, or so many that nobody compares them.
bool hides_verification_text(std::string_view known, const bank_entry& entry);

/// What is kept beside the recorded text: all of one that was cut, and of a credit every text in which it has a
/// verification text, since its return may come with that one. Empty: nothing.
std::string text_beside(const bank_entry& entry);

/// Whether a recorded text has the length and the mark of one that was cut.
bool looks_cut(std::string_view recorded);

/// Whether a recorded text is exactly what would be recorded of the entry.
bool is_recorded_as(std::string_view recorded, const bank_entry& entry);

/// The same for the letters and digits alone, which two feeds agree on.
bool says_the_same(std::string_view recorded, const bank_entry& entry);

/// The same if one of the two has only a part of the text, or none of it.
bool is_part_of_the_other(std::string_view recorded, const bank_entry& entry);

} // namespace paylink
