#pragma once
#include "domain/errors/errc.hpp"

#include <iosfwd>

namespace paylink {

/// Whether it stands for what this version does not have yet: nothing answers with it.
bool is_reserved(errc error);

/// `docs/errors.md`, generated from the tables of errors and of fault codes.
void print_error_reference(std::ostream& out);

} // namespace paylink
