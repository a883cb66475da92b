#include "mail/message.hpp"

#include "domain/values/ascii.hpp"
#include "domain/values/http_date.hpp"
#include "domain/values/line_marks.hpp"

#include <algorithm>

namespace paylink {

namespace {

constexpr std::size_t encoded_text_max = 63; ///< Of a word of RFC 2047: a line with one has at most 76 characters.
constexpr std::size_t plain_size_max = 60;   ///< Of what stands in a header as it is, so that its line is short.
constexpr std::size_t line_size_max = 76;    ///< Of quoted-printable text, as RFC 2045 says.
constexpr std::string_view hex_digits = "0123456789ABCDEF";

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }
/// The bytes of what is no text at the front of one: a control character, also one of U+0080 to U+009F, or a mark that
/// ends or turns lines; 0: it does neither.
std::size_t unprintable_size(std::string_view text) {
  if (is_control(text.front())) return 1;
  constexpr unsigned char end_of_controls = 0xA0;
  const bool is_late_control =
      text.size() > 1 && text[0] == '\xC2' && static_cast<unsigned char>(text[1]) < end_of_controls;
  return is_late_control ? 2 : line_mark_at(text).size;
}

bool is_ascii(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

/// The size of the character of UTF-8 that the text begins with.
std::size_t character_size(std::string_view text) {
  std::size_t size = 1;
  while (size < text.size() && (static_cast<unsigned char>(text[size]) & 0xc0) == 0x80) ++size;
  return size;
}

void append_escaped(std::string& out, char c) {
  const auto byte = static_cast<unsigned char>(c);
  out.append(1, '=').append(1, hex_digits[byte >> 4]).append(1, hex_digits[byte & 15]);
}

/// Words as RFC 2047 encodes them, each on a line of its own and of whole characters; the first stands behind `used`
/// characters of a header's name.
std::string encoded_words(std::string_view text, std::size_t used) {
  std::string words, word;
  const auto flush = [&] {
    words.append(words.empty() ? "" : "\r\n ").append("=?UTF-8?Q?").append(word).append("?=");
    word.clear();
  };
  while (!text.empty()) {
    const auto size = character_size(text);
    std::string character;
    for (const char c : text.substr(0, size)) {
      if (is_ascii_alphanumeric(c))
        character += c;
      else if (c == ' ')
        character += '_';
      else
        append_escaped(character, c);
    }
    const auto room = encoded_text_max - (words.empty() ? used : 0);
    if (word.size() + character.size() > room && !word.empty()) flush();
    word += character;
    text.remove_prefix(size);
  }
  flush();
  return words;
}

/// A header's free text: unchanged if that is unambiguous.
std::string unstructured(std::string_view text) {
  auto line = on_one_line(text);
  if (is_ascii(line) && line.size() <= plain_size_max && line.find("=?") == std::string::npos) return line;
  return encoded_words(line, std::string_view{"Subject: "}.size());
}

std::string written(const mailbox& box) {
  const auto address = "<" + on_one_line(box.address) + ">";
  if (box.name.empty()) return address;
  const auto name = on_one_line(box.name);
  if (!is_ascii(name) || name.size() > plain_size_max)
    return encoded_words(name, std::string_view{"From: "}.size()) + "\r\n " + address;
  std::string quoted{'"'};
  for (const char c : name) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + "\" " + address;
}

std::string date_of(timestamp time) {
  auto text = format_http_date(time);
  return text.replace(text.size() - 3, 3, "+0000"); // RFC 5322 calls `GMT` obsolete
}

/// One line of the text, without its end.
void append_quoted_printable(std::string& out, std::string_view line) {
  std::size_t column = 0;
  for (std::size_t at = 0; at < line.size(); ++at) {
    const auto byte = static_cast<unsigned char>(line[at]);
    const bool is_last = at + 1 == line.size();
    const bool is_plain = (byte > 0x20 && byte < 0x7f && byte != '=') || (byte == ' ' && !is_last);
    const std::size_t width = is_plain ? 1 : 3;
    if (column + width > line_size_max - (is_last ? 0 : 1)) {
      out += "=\r\n";
      column = 0;
    }
    if (is_plain)
      out += line[at];
    else
      append_escaped(out, line[at]);
    column += width;
  }
}

} // namespace

std::optional<mailbox> parse_mailbox(std::string_view text) {
  mailbox box;
  if (const auto open = text.find('<'); open != std::string_view::npos) {
    if (!text.ends_with('>')) return std::nullopt;
    auto name = text.substr(0, open);
    while (name.ends_with(' ')) name.remove_suffix(1);
    box.name = name;
    text = text.substr(open + 1, text.size() - open - 2);
  }
  box.address = text;
  if (!is_mail_address(box.address)) return std::nullopt;
  return box;
}

std::string on_one_line(std::string_view text) {
  std::string line;
  line.reserve(text.size());
  while (!text.empty()) {
    const auto size = unprintable_size(text);
    line += size > 0 ? ' ' : text.front();
    text.remove_prefix(std::max<std::size_t>(size, 1));
  }
  return line;
}

std::string wire_form(const mail_message& message) {
  std::string wire;
  const auto header = [&wire](std::string_view name, std::string_view value) {
    wire.append(name).append(": ").append(value).append("\r\n");
  };
  header("Date", date_of(message.date));
  header("From", written(message.from));
  header("To", written(message.to));
  header("Message-ID", "<" + on_one_line(message.id) + ">");
  header("Subject", unstructured(message.subject));
  header("Auto-Submitted", "auto-generated");
  header("MIME-Version", "1.0");
  header("Content-Type", "text/plain; charset=utf-8");
  header("Content-Transfer-Encoding", "quoted-printable");
  header("Content-Language", message.lang == language::vi ? "vi" : "en");
  for (std::string_view rest = message.text; !rest.empty();) {
    const auto end = std::min(rest.find('\n'), rest.size());
    wire += "\r\n";
    append_quoted_printable(wire, rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return wire + "\r\n";
}

} // namespace paylink
