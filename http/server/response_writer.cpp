#include "http/server/response_writer.hpp"
#include "domain/values/ascii.hpp"

#include <boost/beast/http/status.hpp>

#include <algorithm>
#include <array>
#include <charconv>

namespace paylink {
namespace {

bool belongs_to_server(std::string_view name) {
  static constexpr std::array<std::string_view, 6> names{"content-length", "content-type",      "connection",
                                                         "date",           "transfer-encoding", "x-request-id"};
  return std::ranges::any_of(names, [&](auto owned) { return equals_ignoring_case(name, owned); });
}

bool breaks_its_line(std::string_view text) { return text.find_first_of(std::string_view{"\r\n\0", 3}) != text.npos; }

void append_header(std::string& out, std::string_view name, std::string_view value) {
  out += name;
  out += ": ";
  out += value;
  out += "\r\n";
}

void append_number(std::string& out, std::size_t number, int base) {
  std::array<char, 20> digits;
  const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), number, base);
  out.append(digits.data(), end);
}

void append_status_line(std::string& out, unsigned status) {
  if (status == 200) {
    out += "HTTP/1.1 200 OK\r\n";
    return;
  }
  out += "HTTP/1.1 ";
  append_number(out, status, 10);
  out += ' ';
  const auto reason = boost::beast::http::obsolete_reason(static_cast<boost::beast::http::status>(status));
  out.append(reason.data(), reason.size());
  out += "\r\n";
}

bool has_no_body(unsigned status) { return status == 204 || status == 304; }

} // namespace

std::string_view append_response(std::string& out, const http_response& response, const answer_frame& frame) {
  const bool carries_body =
      !frame.is_for_head && !has_no_body(response.status) && !frame.is_chunked && !frame.is_until_close;
  // At most one allocation: for the fixed headers, the given ones and the body.
  std::size_t bytes = 320 + response.content_type.size() + (carries_body ? response.body.size() : 0);
  for (const auto& [name, value] : response.headers) bytes += name.size() + value.size() + 4;
  if (out.capacity() - out.size() < bytes) out.reserve(out.size() + bytes);

  append_status_line(out, response.status);
  append_header(out, "Date", frame.date);
  append_header(out, "X-Request-Id", frame.trace_id);
  append_header(out, "Connection", frame.is_keep_alive ? "keep-alive" : "close");
  if (frame.is_chunked) {
    out += "Transfer-Encoding: chunked\r\n";
  } else if (!frame.is_until_close && !has_no_body(response.status)) {
    out += "Content-Length: ";
    append_number(out, response.body_bytes(), 10);
    out += "\r\n";
  }
  const bool has_content = response.body_bytes() != 0 || frame.is_chunked || frame.is_until_close;
  if (has_content && !response.content_type.empty() && !has_no_body(response.status))
    append_header(out, "Content-Type", response.content_type);
  bool sets_caching = false, sets_sniffing = false;
  for (const auto& [name, value] : response.headers) {
    if (belongs_to_server(name) || breaks_its_line(name) || breaks_its_line(value)) continue;
    sets_caching = sets_caching || equals_ignoring_case(name, "cache-control");
    sets_sniffing = sets_sniffing || equals_ignoring_case(name, "x-content-type-options");
    append_header(out, name, value);
  }
  if (frame.is_over_tls) out += "Strict-Transport-Security: max-age=31536000\r\n";
  if (!sets_sniffing) out += "X-Content-Type-Options: nosniff\r\n";
  if (!sets_caching) out += "Cache-Control: no-store\r\n";
  out += "\r\n";
  if (!carries_body) return {};
  out += response.body;
  return response.lasting_body;
}

void append_chunk(std::string& out, std::string_view text) {
  append_number(out, text.size(), 16);
  out += "\r\n";
  out += text;
  out += "\r\n";
}

} // namespace paylink
