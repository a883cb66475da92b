#pragma once
#include "http/statements/statement.hpp"

#include <string_view>

namespace paylink {

/// A file of SWIFT's MT940 statements (or MT942). An entry's time is the first moment of its booking day, since the
/// form has no other. Its reference is the bank's, behind `//`, else the customer's, with that day; a second one of the
/// same day is numbered. Refused as a whole: a file in which a field may be a payer's words (`mt940_doubts`).
read_statement read_mt940_statement(std::string_view file, std::string_view feed);

} // namespace paylink
