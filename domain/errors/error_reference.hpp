#pragma once
#include <iosfwd>

namespace paylink {

/// `docs/errors.md`, made from the tables of errors and of fault codes.
void print_error_reference(std::ostream& out);

} // namespace paylink
