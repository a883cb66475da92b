#pragma once
#include <string>
#include <string_view>

namespace paylink {

/// Who is counted when clients are counted by address: an IPv4 address by itself, an IPv6 address with the block of 64
/// bits around it, since whoever holds one holds all of the block. A text that is no address stands for itself.
std::string household_of(std::string_view address);

} // namespace paylink
