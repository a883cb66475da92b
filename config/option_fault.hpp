#pragma once
#include <string>

namespace paylink {

/// What CLI11 says of a wrong command line, `text`, as a sentence: of an option without its value, it says
/// "--workspace: 1 required TEXT missing".
inline std::string option_fault(const std::string& text) {
  return text.ends_with(" missing") ? text.substr(0, text.find(':')) + " needs a value" : text;
}

} // namespace paylink
