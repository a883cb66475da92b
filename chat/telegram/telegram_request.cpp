#include "chat/telegram/telegram_request.hpp"

#include "domain/values/decimal.hpp"
#include "domain/values/json_string.hpp"

namespace paylink {

std::string telegram_body(const telegram_chat& chat, std::string_view text, telegram_markup markup) {
  std::string body;
  body.reserve(text.size() + 160);
  body += "{\"chat_id\":";
  if (chat.number != 0)
    append_decimal(body, chat.number);
  else
    append_json_string(body, chat.name);
  body += ",\"link_preview_options\":{\"is_disabled\":true}";
  if (markup == telegram_markup::html) body += ",\"parse_mode\":\"HTML\"";
  body += ",\"text\":";
  append_json_string(body, text);
  body += '}';
  return body;
}

std::string telegram_url(std::string_view base, std::string_view token) {
  while (base.ends_with('/')) base.remove_suffix(1);
  return std::string{base}.append("/bot").append(token).append("/sendMessage");
}

} // namespace paylink
