#include "http/outbound/response_reader.hpp"

#include "domain/values/ascii.hpp"

#include <algorithm>
#include <charconv>
#include <cstring>

namespace paylink {
namespace {

constexpr std::size_t first_room = 4 * 1024;
constexpr std::size_t kept_headers_max = 200;
constexpr std::size_t kept_read_headers_max = 2 * kept_headers_max;

bool has_word(std::string_view list, std::string_view lower_case_word) {
  while (!list.empty()) {
    const auto comma = std::min(list.find(','), list.size());
    if (equals_ignoring_case(trimmed(list.substr(0, comma)), lower_case_word)) return true;
    list.remove_prefix(std::min(comma + 1, list.size()));
  }
  return false;
}

// Cuts the next line and its ending off; a bare LF ends a line too.
std::string_view cut_line(std::string_view& text) {
  const auto end = std::min(text.find('\n'), text.size());
  std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

// Whether the value before these lines goes on in their first one.
bool is_folded(std::string_view lines) { return lines.starts_with(' ') || lines.starts_with('\t'); }

// A recipient takes the end of a line with the blanks behind it as one space (RFC 9112, 5.2).
std::string_view unfold(std::string_view line, std::string_view& lines, std::string& whole) {
  whole = line;
  while (is_folded(lines)) whole.append(" ").append(trimmed(cut_line(lines)));
  return whole;
}

// Headers whose value decides something.
bool is_read_later(std::string_view name) {
  return equals_ignoring_case(name, "location") || equals_ignoring_case(name, "retry-after") ||
         equals_ignoring_case(name, "date");
}

bool is_name(std::string_view text) {
  return !text.empty() && std::ranges::none_of(text, [](char c) { return c <= ' ' || c == '\x7f' || c == ':'; });
}

} // namespace

void response_reader::begin() {
  filled_ = taken_ = searched_ = 0;
  any_byte_ = false;
  interim_ = 0;
  status_ = 0;
  body_ = framing::finished;
  body_bytes_ = 0;
  problem_ = {};
}

std::span<char> response_reader::room() {
  if (taken_ == filled_) filled_ = taken_ = searched_ = 0;
  if (buffer_.empty()) buffer_.resize(first_room);
  if (filled_ == buffer_.size() && taken_ != 0) {
    std::memmove(buffer_.data(), buffer_.data() + taken_, filled_ - taken_);
    filled_ -= taken_;
    searched_ -= std::min(searched_, taken_);
    taken_ = 0;
  }
  if (filled_ == buffer_.size()) buffer_.resize(buffer_.size() * 2); // bounded by the limits on header and body
  return {buffer_.data() + filled_, buffer_.size() - filled_};
}

response_reader::progress response_reader::fail(std::string_view problem) {
  problem_ = problem;
  keep_alive_ = false;
  return progress::malformed;
}

// The size of the head with its empty line, 0 while that has not arrived.
std::size_t response_reader::head_end() {
  const std::string_view text = pending();
  std::size_t at = std::max(searched_, taken_) - taken_;
  while ((at = text.find('\n', at)) != std::string_view::npos) {
    if (text.substr(at + 1, 1) == "\n") return at + 2;
    if (text.substr(at + 1, 2) == "\r\n") return at + 3;
    if (text.size() - at < 3) break; // the line's end is here, the next two bytes are not
    ++at;
  }
  searched_ = taken_ + (at == std::string_view::npos ? text.size() : at);
  return 0;
}

response_reader::progress response_reader::read_head(header_list& headers) {
  for (;;) {
    const std::size_t size = head_end();
    if (size > head_bytes_max || (size == 0 && pending().size() >= head_bytes_max))
      return fail("its header is longer than 16 KiB");
    if (size == 0) return progress::more;
    std::string_view head = pending().substr(0, size);
    taken_ += size;
    searched_ = taken_;
    headers.clear();
    if (!parse_status_line(cut_line(head))) return fail("its first line is not a valid HTTP/1.1 status line");
    if (!parse_headers(head, headers)) return fail("its header is not valid HTTP");
    if (status_ == 101) return fail("it switched protocols without a request");
    if (status_ >= 200) break;
    if (++interim_ > interim_max) return fail("it sent more than five interim responses");
  }
  choose_framing();
  return progress::complete;
}

bool response_reader::parse_status_line(std::string_view line) {
  keep_alive_ = true;
  has_length_ = has_encoding_ = is_chunked_ = false;
  remaining_ = 0;
  if (!line.starts_with("HTTP/1.") || line.size() < 12 || (line[7] != '0' && line[7] != '1') || line[8] != ' ')
    return false;
  is_http_1_0_ = line[7] == '0';
  status_ = 0;
  for (const char digit : line.substr(9, 3)) {
    if (digit < '0' || digit > '9') return false;
    status_ = status_ * 10 + (digit - '0');
  }
  return status_ >= 100 && status_ <= 599 && (line.size() == 12 || line[12] == ' ');
}

// The head's limit bounds the number of fields. All of them are read, and so many of them kept that a record stays
// small.
bool response_reader::parse_headers(std::string_view lines, header_list& headers) {
  std::string unfolded;
  for (;;) {
    std::string_view line = cut_line(lines);
    if (line.empty()) return true;
    if (is_folded(lines)) line = unfold(line, lines, unfolded);
    const auto colon = line.find(':');
    if (colon == std::string_view::npos || !is_name(line.substr(0, colon)) || line.find('\0') != std::string_view::npos)
      return false;
    const std::string_view name = line.substr(0, colon), value = trimmed(line.substr(colon + 1));
    note_framing(name, value);
    if (headers.size() < (is_read_later(name) ? kept_read_headers_max : kept_headers_max))
      headers.emplace_back(name, value);
  }
}

void response_reader::note_framing(std::string_view name, std::string_view value) {
  if (equals_ignoring_case(name, "content-length")) {
    std::uint64_t length = 0;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), length);
    const bool readable = error == std::errc{} && end == value.data() + value.size();
    if (!readable || (has_length_ && length != remaining_))
      keep_alive_ = false; // it is unknown where the next answer would begin
    has_length_ = true;
    remaining_ = length;
  } else if (equals_ignoring_case(name, "transfer-encoding")) {
    is_chunked_ = !has_encoding_ && equals_ignoring_case(value, "chunked");
    has_encoding_ = true;
  } else if (equals_ignoring_case(name, "connection") && has_word(value, "close")) {
    keep_alive_ = false;
  }
}

void response_reader::choose_framing() {
  if (is_http_1_0_ || (has_encoding_ && (has_length_ || !is_chunked_))) keep_alive_ = false;
  if (status_ == 204 || status_ == 304)
    body_ = framing::finished;
  else if (is_chunked_)
    body_ = framing::chunk_size;
  else if (has_length_ && !has_encoding_)
    body_ = remaining_ == 0 ? framing::finished : framing::length;
  else
    body_ = framing::until_close;
}

response_reader::progress response_reader::read_body(std::string& kept) {
  for (;;) {
    if (body_ == framing::finished) return progress::complete;
    if (body_bytes_ >= body_bytes_max) return fail("its body is too long");
    if (pending().empty()) return progress::more;
    if (body_ == framing::length || body_ == framing::chunk_data || body_ == framing::until_close) {
      take_content(kept);
    } else if (const progress line = take_line(); line != progress::complete) {
      return line;
    }
  }
}

void response_reader::take_content(std::string& kept) {
  std::string_view content = pending();
  if (body_ != framing::until_close && content.size() > remaining_)
    content = content.substr(0, static_cast<std::size_t>(remaining_));
  kept.append(content.substr(0, kept_bytes_max - std::min(kept.size(), kept_bytes_max)));
  taken_ += content.size();
  body_bytes_ += content.size();
  if (body_ == framing::until_close) return;
  remaining_ -= content.size();
  if (remaining_ == 0) body_ = body_ == framing::length ? framing::finished : framing::chunk_end;
}

// One line of the chunked form: a chunk's size, the empty line after it, or a trailer.
response_reader::progress response_reader::take_line() {
  std::string_view text = pending();
  if (text.find('\n') == std::string_view::npos)
    return text.size() >= head_bytes_max ? fail("a line of its chunked body is too long") : progress::more;
  const std::size_t before = text.size();
  const std::string_view line = cut_line(text);
  taken_ += before - text.size();
  body_bytes_ += before - text.size();
  if (body_ == framing::chunk_size)
    return read_chunk_line(line) ? progress::complete : fail("its chunked body is not valid");
  if (body_ == framing::chunk_end) {
    body_ = framing::chunk_size;
    return line.empty() ? progress::complete : fail("its chunked body is not valid");
  }
  if (line.empty()) body_ = framing::finished;
  return progress::complete;
}

bool response_reader::read_chunk_line(std::string_view line) {
  const std::string_view digits = trimmed(line.substr(0, line.find(';')));
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), remaining_, 16);
  if (digits.empty() || error != std::errc{} || end != digits.data() + digits.size()) return false;
  body_ = remaining_ == 0 ? framing::trailer : framing::chunk_data;
  return true;
}

} // namespace paylink
