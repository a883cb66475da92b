#include "http/wire/message.hpp"

#include <algorithm>

namespace paylink {

std::string_view to_text(http_method method) {
  switch (method) {
  case http_method::get:
    return "GET";
  case http_method::head:
    return "HEAD";
  case http_method::post:
    return "POST";
  case http_method::put:
    return "PUT";
  case http_method::patch:
    return "PATCH";
  case http_method::del:
    return "DELETE";
  case http_method::options:
    return "OPTIONS";
  case http_method::other:
    break;
  }
  return "OTHER";
}

std::string_view http_request::header(std::string_view lower_case_name) const {
  for (const auto& [name, value] : headers)
    if (name == lower_case_name) return value;
  return {};
}

std::ptrdiff_t http_request::count(std::string_view lower_case_name) const {
  return std::ranges::count_if(headers, [&](const auto& header) { return header.first == lower_case_name; });
}

std::optional<std::string_view> http_request::parameter(std::string_view name) const {
  for (const auto& [key, value] : query)
    if (key == name) return value;
  return std::nullopt;
}

} // namespace paylink
