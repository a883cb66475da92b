#pragma once
#include "http/wire/feed_codec.hpp"

#include <boost/test/unit_test.hpp>

#include <fstream>
#include <iterator>
#include <string>

namespace paylink::test {

inline std::vector<decoded_entry> entries_of(decoded_feed decoded) {
  const auto* refusal = std::get_if<json_refusal>(&decoded);
  BOOST_REQUIRE_MESSAGE(refusal == nullptr, "refused: " << (refusal ? refusal->message : ""));
  return std::get<std::vector<decoded_entry>>(std::move(decoded));
}

inline decoded_entry only_entry_of(decoded_feed decoded) {
  auto entries = entries_of(std::move(decoded));
  BOOST_TEST_REQUIRE(entries.size() == 1u);
  return std::move(entries.front());
}

/// Why a body is refused as a whole; empty if it is not.
inline std::string refusal_of(const decoded_feed& decoded) {
  const auto* refusal = std::get_if<json_refusal>(&decoded);
  return refusal ? refusal->message : "";
}

/// A text with one part replaced.
inline std::string with_part(std::string_view whole, std::string_view what, std::string_view by) {
  std::string text{whole};
  const auto at = text.find(what);
  BOOST_TEST_REQUIRE(at != text.npos);
  return text.replace(at, what.size(), by);
}

inline std::string sample_file(const std::string& name) {
  std::ifstream file{PAYLINK_SOURCE_DIR "/tests/http/feeds/samples/" + name, std::ios::binary};
  BOOST_REQUIRE_MESSAGE(file.good(), name);
  return {std::istreambuf_iterator<char>{file}, {}};
}

} // namespace paylink::test
