#pragma once

namespace paylink {

/// How many decimal digits a reader sees in a character, of any script and in any dress: 2 in a circled twelve, 1 in an
/// Arabic-Indic seven, a superscript or a fraction; 0: it is no number.
int digits_of(char32_t point);

} // namespace paylink
