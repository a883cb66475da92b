#pragma once
#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>

#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>

namespace paylink {

/// A file of `tests/domain/vectors`, as JSON.
inline boost::json::value read_vectors(const std::string& name) {
  std::ifstream file{std::string{PAYLINK_SOURCE_DIR "/tests/domain/vectors/"} + name, std::ios::binary};
  if (!file) throw std::runtime_error{"no vectors in " + name};
  return boost::json::parse(std::string{std::istreambuf_iterator<char>{file}, {}});
}

inline std::string text_of(const boost::json::value& value) { return std::string{value.as_string()}; }

} // namespace paylink
