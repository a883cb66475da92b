#pragma once
#include <cstddef>

namespace paylink {

/// What a delivery is about. The numbers are those on disk: a new kind stands at the end, and is counted.
enum class delivery_kind { link_callback, webhook, chat };
inline constexpr std::size_t delivery_kind_count = 3;

} // namespace paylink
