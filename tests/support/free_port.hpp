#pragma once
#include <cstdint>

namespace paylink::test {

/// A TCP port of 127.0.0.1 that nobody listens on at this moment, for a program that cannot take one by itself.
std::uint16_t free_port();

} // namespace paylink::test
