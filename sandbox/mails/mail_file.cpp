#include "sandbox/mails/mail_file.hpp"

#include "domain/values/ascii.hpp"

#include <algorithm>
#include <fstream>
#include <functional>

namespace paylink::sandbox {
namespace {

constexpr std::size_t mail_bytes_max = 256 * 1024;

// The bytes that `=XX` stands for; `_` is a space in a header.
std::string without_escapes(std::string_view text, bool is_header) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_escaped =
        text[i] == '=' && i + 2 < text.size() && hex_value(text[i + 1]) >= 0 && hex_value(text[i + 2]) >= 0;
    if (is_escaped) {
      out += static_cast<char>(hex_value(text[i + 1]) * 16 + hex_value(text[i + 2]));
      i += 2;
    } else {
      out += is_header && text[i] == '_' ? ' ' : text[i];
    }
  }
  return out;
}

// The white space between two encoded words belongs to neither.
std::string decoded_header(std::string_view text) {
  constexpr std::string_view begin = "=?UTF-8?Q?", end = "?=";
  std::string out;
  while (!text.empty()) {
    const auto word = text.find(begin);
    const auto word_end = word == text.npos ? word : text.find(end, word + begin.size());
    if (word_end == text.npos) return out.append(text);
    const auto before = text.substr(0, word);
    const bool is_between_words = !out.empty() && before.find_first_not_of(" \t") == before.npos;
    if (!is_between_words) out.append(before);
    out += without_escapes(text.substr(word + begin.size(), word_end - word - begin.size()), true);
    text.remove_prefix(word_end + end.size());
  }
  return out;
}

std::string decoded_text(std::string_view text) {
  std::string joined;
  while (!text.empty()) {
    auto line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.ends_with('='))
      joined.append(line.substr(0, line.size() - 1)); // the line goes on
    else
      joined.append(line).append("\n");
  }
  return without_escapes(joined, false);
}

// A header's value, its lines joined.
std::string header_of(std::string_view head, std::string_view name) {
  std::string value;
  bool is_found = false;
  while (!head.empty()) {
    auto line = head.substr(0, head.find('\n'));
    head.remove_prefix(std::min(head.size(), line.size() + 1));
    if (line.ends_with('\r')) line.remove_suffix(1);
    const bool goes_on = line.starts_with(' ') || line.starts_with('\t');
    if (is_found && !goes_on) break;
    if (is_found)
      value.append(line);
    else if (line.size() > name.size() && line[name.size()] == ':' && line.starts_with(name)) {
      is_found = true;
      value = trimmed(line.substr(name.size() + 1));
    }
  }
  return decoded_header(value);
}

std::string text_of_mail(const std::filesystem::path& file) {
  std::ifstream in{file, std::ios::binary};
  std::string text(mail_bytes_max, '\0');
  in.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(in.gcount()));
  return text;
}

} // namespace

read_mail parse_mail(std::string_view wire) {
  const auto head_end = std::min(wire.find("\r\n\r\n"), wire.size());
  const auto head = wire.substr(0, head_end);
  return {header_of(head, "Date"), header_of(head, "From"), header_of(head, "To"), header_of(head, "Subject"),
          decoded_text(wire.substr(std::min(head_end + 4, wire.size())))};
}

std::vector<read_mail> newest_mails(const std::filesystem::path& folder, std::size_t count) {
  std::vector<std::filesystem::path> files;
  std::error_code fault;
  for (std::filesystem::directory_iterator next{folder, fault}, end; !fault && next != end; next.increment(fault))
    if (next->path().extension() == ".eml") files.push_back(next->path());
  // Their names begin with the time.
  const auto last = files.begin() + static_cast<std::ptrdiff_t>(std::min(count, files.size()));
  std::ranges::partial_sort(files, last, std::greater{});
  std::vector<read_mail> mails;
  for (auto file = files.begin(); file != last; ++file) mails.push_back(parse_mail(text_of_mail(*file)));
  return mails;
}

} // namespace paylink::sandbox
