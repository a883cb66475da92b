#include "http/server/request_guard.hpp"
#include "domain/values/ascii.hpp"
#include "domain/values/decimal.hpp"
#include "domain/values/percent.hpp"
#include "domain/values/utf8.hpp"

#include <algorithm>
#include <charconv>
#include <cstring>

namespace paylink {
namespace {

bool is_ascii(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

/// Appends `text` with its %XX decoded; false when one is broken or stands for a control character.
bool append_decoded(std::string& out, std::string_view text, bool plus_is_space) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      out += plus_is_space && text[i] == '+' ? ' ' : text[i];
      continue;
    }
    const auto decoded = percent_decoded_byte(text.substr(i));
    if (!decoded) return false;
    const auto byte = static_cast<unsigned char>(*decoded);
    if (byte == 0 || (!plus_is_space && (byte < 0x20 || byte == 0x7f))) return false;
    out += *decoded;
    i += 2;
  }
  return true;
}

/// A segment that another program could read as a different path (`..`, or an encoded slash), or is no text: PostgreSQL
/// ends a query that gets such bytes.
bool is_ambiguous_segment(std::string_view decoded) {
  return decoded.empty() || decoded == "." || decoded == ".." || decoded.find_first_of("/\\") != decoded.npos ||
         utf8_fault(decoded) != decoded.size();
}

bool is_forbidden_in_target(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte <= 0x20 || byte >= 0x7f || c == '#' || c == '\\' || c == '"' || c == '<' || c == '>';
}

/// Whether a path for browsers ends with a slash: the console's own does, and no page of a payer, which is told so by a
/// page.
bool ends_below_pages(std::string_view path) {
  return (path.starts_with("/l/") || path.starts_with("/console/")) && path.ends_with('/');
}

std::optional<refusal> take_path(std::string_view path, http_request& request) {
  request.path = path;
  if (path == "/") return std::nullopt;
  request.segments.reserve(static_cast<std::size_t>(std::ranges::count(path, '/')));
  for (std::size_t at = 1; at <= path.size();) {
    const auto end = std::min(path.find('/', at), path.size());
    auto& segment = request.segments.emplace_back();
    if (!append_decoded(segment, path.substr(at, end - at), false) || is_ambiguous_segment(segment))
      return refusal{404, "There is nothing at this path."};
    at = end + 1;
    if (at == path.size() && ends_below_pages(path)) {
      request.segments.emplace_back();
      break;
    }
  }
  return std::nullopt;
}

std::optional<refusal> take_query(std::string_view query, http_request& request) {
  while (!query.empty()) {
    const auto end = std::min(query.find('&'), query.size());
    const auto pair = query.substr(0, end);
    query.remove_prefix(std::min(end + 1, query.size()));
    if (pair.empty()) continue;
    const auto split = std::min(pair.find('='), pair.size());
    auto& [name, value] = request.query.emplace_back();
    if (!append_decoded(name, pair.substr(0, split), true) ||
        (split < pair.size() && !append_decoded(value, pair.substr(split + 1), true)))
      return refusal{400, "The query contains %00, or a percent sign without two hexadecimal digits after it."};
  }
  return std::nullopt;
}

/// Counts and values of the headers that decide where a request ends.
struct framing_headers {
  int hosts = 0, lengths = 0, encodings = 0;
  std::string_view host, length, encoding;
};

std::optional<refusal> check_length(const framing_headers& seen, std::size_t body_bytes_max, body_framing& framing) {
  if (seen.lengths > 1) return refusal{400, "More than one Content-Length."};
  const auto text = seen.length;
  if (text.empty() || !std::ranges::all_of(text, is_digit) || (text.size() > 1 && text.front() == '0'))
    return refusal{400, "Content-Length is not a plain number."};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), framing.length);
  framing.is_too_large = error != std::errc{} || framing.length > body_bytes_max;
  return std::nullopt;
}

std::optional<refusal> check_encoding(const framing_headers& seen, unsigned version, body_framing& framing) {
  if (seen.lengths > 0) return refusal{400, "A request must not have both Transfer-Encoding and Content-Length."};
  if (version < 11) return refusal{400, "HTTP/1.0 does not support Transfer-Encoding."};
  if (seen.encodings > 1 || !equals_ignoring_case(seen.encoding, "chunked"))
    return refusal{501, "The only supported Transfer-Encoding is chunked, given once."};
  framing.is_chunked = true;
  return std::nullopt;
}

} // namespace

void head_scanner::restart() { line_start_ = searched_ = lines_ = size_ = 0; }

std::optional<refusal> head_scanner::take_line(std::string_view line) {
  if (line.find('\r') != line.npos) return refusal{400, "The header contains a carriage return without a line feed."};
  if (lines_ == 0 && line.empty()) return refusal{400, "The request line is empty."};
  if (lines_ > 0 && (line.front() == ' ' || line.front() == '\t'))
    return refusal{400, "Folded header lines are not accepted."};
  if (++lines_ > limits_.header_lines_max + 1) return refusal{431, "Too many header lines."};
  return std::nullopt;
}

std::optional<refusal> head_scanner::scan(std::string_view bytes) {
  // A TLS handshake on a plain port, for example, may contain no line feed for a long time.
  if (searched_ == 0 && !bytes.empty() && bytes.front() != '\r' && is_forbidden_in_target(bytes.front()))
    return refusal{400, "The request does not begin with a method."};
  while (searched_ < bytes.size()) {
    const auto* const found = std::memchr(bytes.data() + searched_, '\n', bytes.size() - searched_);
    if (!found) {
      searched_ = bytes.size();
      break;
    }
    const auto line_feed = static_cast<std::size_t>(static_cast<const char*>(found) - bytes.data());
    if (line_feed == line_start_ || bytes[line_feed - 1] != '\r')
      return refusal{400, "A line ends without a carriage return."};
    const auto line = bytes.substr(line_start_, line_feed - 1 - line_start_);
    line_start_ = searched_ = line_feed + 1;
    if (line_start_ > limits_.header_bytes_max) break;
    if (lines_ > 0 && line.empty()) {
      size_ = line_start_;
      return std::nullopt;
    }
    if (auto refused = take_line(line)) return refused;
  }
  if (std::max(searched_, line_start_) <= limits_.header_bytes_max) return std::nullopt;
  if (lines_ == 0) return refusal{414, "The request line is too long."};
  return refusal{431, "The header is too large."};
}

std::optional<refusal> check_headers(const http_request& request, unsigned version, std::size_t body_bytes_max,
                                     body_framing& framing) {
  framing_headers seen;
  for (const auto& [name, value] : request.headers) {
    if (name == "host") {
      ++seen.hosts;
      seen.host = value;
    } else if (name == "content-length") {
      ++seen.lengths;
      seen.length = value;
    } else if (name == "transfer-encoding") {
      ++seen.encodings;
      seen.encoding = value;
    } else if (name == "content-type") {
      if (!is_ascii(value)) return refusal{400, "Content-Type contains bytes outside ASCII."};
    } else if (name == "expect") {
      framing.expects_continue = version >= 11 && equals_ignoring_case(value, "100-continue");
    }
  }
  if (seen.encodings > 0) {
    if (auto refused = check_encoding(seen, version, framing)) return refused;
  } else if (seen.lengths > 0) {
    if (auto refused = check_length(seen, body_bytes_max, framing)) return refused;
  } else if (version < 11 && (request.method == http_method::post || request.method == http_method::put ||
                              request.method == http_method::patch)) {
    return refusal{411, "HTTP/1.0 requires a Content-Length here."};
  }
  if (seen.hosts > 1 || (seen.hosts == 0 && version >= 11)) return refusal{400, "Exactly one Host header is required."};
  if (seen.hosts == 1 && !is_valid_host(seen.host)) return refusal{400, "Host is neither a name nor an address."};
  return std::nullopt;
}

std::optional<refusal> take_target(std::string_view target, std::size_t target_bytes_max, http_request& request) {
  if (target.size() > target_bytes_max) return refusal{414, "The request target is too long."};
  if (target == "*" && request.method == http_method::options) return refusal{404, "There is nothing at this path."};
  // An absolute address would name the host a second time.
  if (!target.starts_with('/')) return refusal{400, "The request target must be a path."};
  if (std::ranges::any_of(target, is_forbidden_in_target))
    return refusal{400, "The request target contains a character that needs percent-encoding."};
  const auto question = std::min(target.find('?'), target.size());
  if (auto refused = take_path(target.substr(0, question), request)) return refused;
  if (question == target.size()) return std::nullopt;
  request.query_text = target.substr(question);
  return take_query(target.substr(question + 1), request);
}

bool is_valid_host(std::string_view text) {
  std::string_view port;
  if (text.starts_with('[')) {
    const auto close = text.find(']');
    if (close == text.npos || close < 3) return false;
    const auto address = text.substr(1, close - 1);
    if (!std::ranges::all_of(address, [](char c) { return hex_value(c) >= 0 || c == ':' || c == '.'; })) return false;
    port = text.substr(close + 1);
  } else {
    const auto end = std::min(text.find(':'), text.size());
    const auto name = text.substr(0, end);
    if (name.empty() || !std::ranges::all_of(name, [](char c) {
          return is_ascii_letter(c) || is_digit(c) || c == '-' || c == '.' || c == '_';
        }))
      return false;
    port = text.substr(end);
  }
  if (port.empty()) return true;
  return port.front() == ':' && port.size() <= 6 && std::ranges::all_of(port.substr(1), is_digit);
}

} // namespace paylink
