#pragma once
#include "http/statements/statement.hpp"

#include <string_view>

namespace paylink {

/// A camt.053 statement, or a camt.054 notification that came as a file; read as `decode_camt054` reads a feed's.
read_statement read_camt_statement(std::string_view file, std::string_view feed);

} // namespace paylink
