#pragma once
#include <cstddef>

namespace paylink {

/// What a delivery is about. The numbers are those on disk: a new kind stands at the end, and is counted.
enum class delivery_kind { link_callback, webhook, telegram };
inline constexpr std::size_t delivery_kind_count = 3;

/// Whether it is a message to a chat, of any service.
constexpr bool is_chat(delivery_kind kind) { return kind >= delivery_kind::telegram; }

} // namespace paylink
