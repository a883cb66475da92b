#pragma once
#include "chat/chat_news.hpp"

#include <string>

namespace paylink {

/// The longest message, in UTF-16 code units after its markup has been read.
inline constexpr std::size_t telegram_units_max = 4096;

/// An event as a message in Telegram's HTML, with the transfer text at the end, where a long one is cut.
std::string telegram_html(const chat_news& news, language lang);

/// The same message as plain text, made from its HTML: for when Telegram cannot read the markup.
std::string telegram_plain_text(std::string_view html);

} // namespace paylink
