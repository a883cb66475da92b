#pragma once
#include <string>
#include <string_view>

namespace paylink::sandbox {

/// Appends text as the content of an XML element: `&`, `<` and `>` escaped; control characters, which XML has no form
/// for, become spaces.
inline void append_xml_text(std::string& out, std::string_view text) {
  for (const char c : text) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else
      out += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? ' ' : c;
  }
}

/// Appends `<name>text</name>`.
inline void append_xml_element(std::string& out, std::string_view name, std::string_view text) {
  out.append("<").append(name).append(">");
  append_xml_text(out, text);
  out.append("</").append(name.substr(0, name.find(' '))).append(">");
}

} // namespace paylink::sandbox
