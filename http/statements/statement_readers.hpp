#pragma once
#include "domain/banks/statement_format.hpp"
#include "http/statements/csv_statement.hpp"

namespace paylink {

/// A camt.053 statement, or a camt.054 notification that came as a file; read as `decode_camt054` reads a feed's.
read_statement read_camt_statement(std::string_view file, std::string_view feed);

/// A file of SWIFT's MT940 statements (or MT942). An entry's time is the first moment of its booking day, since the
/// form has no other. Its reference is the bank's, behind `//`, else the customer's, with that day; a second one of the
/// same day is numbered. Refused as a whole: a file in which a field may be a payer's words (`mt940_doubts`).
read_statement read_mt940_statement(std::string_view file, std::string_view feed);

/// A file of any format; `columns` of one that has them.
inline read_statement read_statement_file(statement_format format, std::string_view file, std::string_view feed,
                                          const csv_mapping& columns) {
  switch (format) {
  case statement_format::camt:
    return read_camt_statement(file, feed);
  case statement_format::mt940:
    return read_mt940_statement(file, feed);
  case statement_format::csv:
    break;
  }
  return read_csv_statement(file, feed, columns);
}

} // namespace paylink
