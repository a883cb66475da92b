#pragma once
#include "domain/errors/errc.hpp"

#include <iosfwd>

namespace paylink {

/// `docs/errors.md`, generated from the tables of errors and of fault codes.
void print_error_reference(std::ostream& out);

} // namespace paylink
