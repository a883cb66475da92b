#include "http/wire/message.hpp"

namespace paylink {

std::string_view to_text(verb method) {
  switch (method) {
  case verb::get:
    return "GET";
  case verb::head:
    return "HEAD";
  case verb::post:
    return "POST";
  case verb::put:
    return "PUT";
  case verb::patch:
    return "PATCH";
  case verb::del:
    return "DELETE";
  case verb::options:
    return "OPTIONS";
  case verb::other:
    break;
  }
  return "OTHER";
}

std::string_view http_request::header(std::string_view lower_case_name) const {
  for (const auto& [name, value] : headers)
    if (name == lower_case_name) return value;
  return {};
}

std::optional<std::string_view> http_request::parameter(std::string_view name) const {
  for (const auto& [key, value] : query)
    if (key == name) return value;
  return std::nullopt;
}

} // namespace paylink
