#include "http/outbound/request_head.hpp"

#include "domain/values/decimal.hpp"

#include <algorithm>

namespace paylink {

namespace {

void append_on_one_line(std::string& out, std::string_view text) {
  const auto begin = static_cast<std::ptrdiff_t>(out.size());
  out += text;
  std::replace_if(out.begin() + begin, out.end(), [](char c) { return c == '\r' || c == '\n' || c == '\0'; }, ' ');
}

} // namespace

void append_request_head(std::string& out, const outbound_url& target,
                         const std::vector<std::pair<std::string, std::string>>& headers, std::size_t body_bytes) {
  out.append("POST ").append(target.request_target());
  out.append(" HTTP/1.1\r\nHost: ").append(target.host_header());
  out.append("\r\nContent-Type: application/json\r\nContent-Length: ");
  append_decimal(out, static_cast<std::int64_t>(body_bytes));
  for (const auto& [name, value] : headers) {
    out += "\r\n";
    append_on_one_line(out, name);
    out += ": ";
    append_on_one_line(out, value);
  }
  out += "\r\n\r\n";
}

} // namespace paylink
