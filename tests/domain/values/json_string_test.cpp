#include "domain/values/json_string.hpp"
#include "tests/domain/vectors.hpp"

#include <boost/test/unit_test.hpp>

using namespace paylink;

namespace {

std::string json_string(std::string_view text) {
  std::string out;
  append_json_string(out, text);
  return out;
}

} // namespace

BOOST_AUTO_TEST_SUITE(json_strings)

BOOST_AUTO_TEST_CASE(json_strings_are_escaped_as_the_canonical_vectors_are) {
  int checked = 0;
  const auto document = read_vectors("callbacks-vectors.json");
  for (const auto& vector : document.at("workspace_webhook_vectors").as_array()) {
    const auto payload = boost::json::parse(text_of(vector.at("payload_json")));
    const auto canonical = text_of(vector.at("canonical"));
    for (const auto& [key, value] : payload.as_object()) {
      if (!value.is_string()) continue;
      const auto member = json_string(key) + ":" + json_string(value.as_string());
      BOOST_TEST((canonical.find(member) != canonical.npos), member);
      ++checked;
    }
  }
  BOOST_TEST(checked >= 10);
}

BOOST_AUTO_TEST_CASE(only_quotes_backslashes_and_controls_are_escaped) {
  const std::pair<std::string, std::string_view> cases[] = {
      {"", R"("")"},
      {"plain", R"("plain")"},
      {"\"", R"("\"")"},
      {"\\", R"("\\")"},
      {"a\"b\\c", R"("a\"b\\c")"},
      {"\b\t\n\f\r", R"("\b\t\n\f\r")"},
      {std::string{"\0\x01\x0b\x1f", 4}, R"("\u0000\u0001\u000b\u001f")"},
      {"</script>&'\x7f", "\"</script>&'\x7f\""},
      {"\u0080\u2028\u2029\ufeffế😀", "\"\u0080\u2028\u2029\ufeffế😀\""},
      {"\n\n", R"("\n\n")"},
  };
  for (const auto& [text, written] : cases) BOOST_TEST(json_string(text) == written);
}

BOOST_AUTO_TEST_SUITE_END()
