#pragma once
#include <string>
#include <string_view>

namespace paylink {

/// A column's name as names are compared: without case, accents and surplus white space, whether its letters are
/// composed
/// (`Số tiền` in NFC) or not (in NFD). Other scripts and punctuation stay as they are.
std::string column_key(std::string_view name);

} // namespace paylink
