#include "chat/telegram/telegram_request.hpp"

#include "chat/telegram/telegram_text.hpp"
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

chat_request telegram_request(std::string_view base, std::string_view token, std::string_view chat_id,
                              std::string_view html, bool is_plain_text) {
  const auto chat = parse_telegram_chat(chat_id).value_or(telegram_chat{});
  return {telegram_url(base, token), is_plain_text
                                         ? telegram_body(chat, telegram_plain_text(html), telegram_markup::none)
                                         : telegram_body(chat, html, telegram_markup::html)};
}

} // namespace paylink
