#pragma once
#include <string_view>

namespace paylink {

/// Whether `127.0.0.1`, `127.0.0.1:443`, `::1` or `[::1]:443` is this machine itself.
bool is_loopback(std::string_view address);

} // namespace paylink
