#pragma once
#include <string>
#include <string_view>

namespace paylink {

/// The unit by which clients are counted by address: an IPv4 address alone, an IPv6 address with its /64 block, since
/// one client usually has the whole block. Text that is not an address is returned unchanged.
std::string household_of(std::string_view address);

} // namespace paylink
