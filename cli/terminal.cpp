#include "cli/terminal.hpp"

#include "domain/values/line_marks.hpp"

namespace paylink::cli {

std::string terminal::variable(const std::string& name) const {
  auto found = variables.find(name);
  return found == variables.end() ? std::string{} : found->second;
}

std::string printable(std::string_view text) {
  constexpr std::string_view hex = "0123456789abcdef";
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    auto c = static_cast<unsigned char>(text[i]);
    // U+0080 to U+009F, two bytes in UTF-8, are control characters as well.
    bool is_c1 = c == 0xc2 && i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) < 0xa0;
    if (is_c1) c = static_cast<unsigned char>(text[++i]);
    if (const auto mark = line_mark_at(text.substr(i)); mark.size > 0) {
      out += "\\u";
      for (int shift = 12; shift >= 0; shift -= 4) out += hex[mark.point >> shift & 15];
      i += mark.size - 1;
    } else if (c < 0x20 || c == 0x7f || is_c1)
      (out += "\\x").append({hex[c >> 4], hex[c & 15]});
    else
      out += static_cast<char>(c);
  }
  return out;
}

} // namespace paylink::cli
