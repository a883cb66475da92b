#pragma once
#include "http/feeds/entry_values.hpp"

#include <string_view>

namespace paylink {

/// An amount of VND as people and banks write it: `1.500.000`, `1,500,000.00`, `-150000`, `+150,000 VND`, `(1.000)`,
/// `150.000đ`. Marks between groups of three digits separate thousands, since VND has no smaller unit; behind the last
/// other mark only zeros may stand.
vnd_amount read_written_dong(std::string_view text);

} // namespace paylink
