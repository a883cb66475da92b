#include "http/wire/json_guard.hpp"
#include "http/wire/json_request.hpp"

#include <boost/test/unit_test.hpp>

#include <ostream>

namespace paylink {
std::ostream& boost_test_print_type(std::ostream& out, json_fault fault) { return out << static_cast<int>(fault); }
} // namespace paylink

using namespace paylink;
using namespace std::string_literals;

namespace {

struct bad_document {
  std::string text;
  json_fault fault;
};

std::string nested(int depth, char open, char close) {
  std::string text = "{\"a\":";
  text.append(static_cast<std::size_t>(depth - 1), open);
  text.append(static_cast<std::size_t>(depth - 1), close);
  return text + '}';
}

const bad_document bad_documents[]{
    // Nothing there, or not an object.
    {"", json_fault::empty},
    {" \r\n\t", json_fault::empty},
    {"[]", json_fault::not_an_object},
    {"[{}]", json_fault::not_an_object},
    {"\"text\"", json_fault::not_an_object},
    {"12", json_fault::not_an_object},
    {"null", json_fault::not_an_object},
    {"true", json_fault::not_an_object},
    // Another beginning.
    {"\xEF\xBB\xBF{}", json_fault::byte_order_mark},
    {"\xEF\xBB\xBF", json_fault::byte_order_mark},
    {"\xFF\xFE{\0}\0"s, json_fault::not_json},
    // Syntax.
    {"{", json_fault::not_json},
    {"}", json_fault::not_json},
    {"{\"a\"}", json_fault::not_json},
    {"{\"a\":}", json_fault::not_json},
    {"{\"a\":1", json_fault::not_json},
    {"{\"a\":1,}", json_fault::not_json},
    {"{,\"a\":1}", json_fault::not_json},
    {"{\"a\":1 \"b\":2}", json_fault::not_json},
    {"{'a':1}", json_fault::not_json},
    {"{a:1}", json_fault::not_json},
    {"{\"a\":tru}", json_fault::not_json},
    {"{\"a\":True}", json_fault::not_json},
    {"{\"a\":NaN}", json_fault::not_json},
    {"{\"a\":Infinity}", json_fault::not_json},
    {"{\"a\":undefined}", json_fault::not_json},
    {"{\"a\":[1,]}", json_fault::not_json},
    {"{\"a\":[1 2]}", json_fault::not_json},
    {"{\"a\":[1}", json_fault::not_json},
    {"{\"a\":01}", json_fault::not_json},
    {"{\"a\":+1}", json_fault::not_json},
    {"{\"a\":.5}", json_fault::not_json},
    {"{\"a\":1.}", json_fault::not_json},
    {"{\"a\":1e}", json_fault::not_json},
    {"{\"a\":0x10}", json_fault::not_json},
    {"{\"a\":-}", json_fault::not_json},
    {"{/*x*/\"a\":1}", json_fault::not_json},
    {"{\"a\":1}//x", json_fault::trailing_bytes},
    {"{\"a\":\"x}", json_fault::not_json},
    {"{\"a\":\"\\", json_fault::not_json},
    {R"({"a":"\x"})", json_fault::not_json},
    {R"({"a":"\u12"})", json_fault::not_json},
    {R"({"a":"\u12G4"})", json_fault::not_json},
    {R"({"a":"\U0041"})", json_fault::not_json},
    {"{\"a\":1\f}", json_fault::not_json},
    {"{\xC2\xA0\"a\":1}", json_fault::not_json},
    // Something behind the object.
    {"{}{}", json_fault::trailing_bytes},
    {"{} x", json_fault::trailing_bytes},
    {"{}\0"s, json_fault::trailing_bytes},
    {"{},", json_fault::trailing_bytes},
    {"{}]", json_fault::trailing_bytes},
    // The same member twice, however it is spelled.
    {R"({"amount":"2000","amount":"2000"})", json_fault::duplicate_member},
    {R"({"amount":"2000","\u0061mount":"9"})", json_fault::duplicate_member},
    {R"({"\u0061":1,"\u0061":2})", json_fault::duplicate_member},
    {R"({"a":1,"b":2,"c":{"x":1},"a":3})", json_fault::duplicate_member},
    {R"({"metadata":{"k":"1","k":"2"}})", json_fault::duplicate_member},
    {R"({"a":[{"k":1,"k":2}]})", json_fault::duplicate_member},
    {R"({"":1,"":2})", json_fault::duplicate_member},
    {R"({"a\/b":1,"a/b":2})", json_fault::duplicate_member},
    {R"({"\ud83d\ude00":1,"😀":2})", json_fault::duplicate_member},
    // Text that is none.
    {"{\"a\":\"\xFF\"}", json_fault::invalid_utf8},
    {"{\"a\":\"\xC3\"}", json_fault::invalid_utf8},
    {"{\"a\":\"\xC0\xAF\"}", json_fault::invalid_utf8},
    {"{\"a\":\"\xE0\x80\xAF\"}", json_fault::invalid_utf8},
    {"{\"a\":\"\xF4\x90\x80\x80\"}", json_fault::invalid_utf8},
    {"{\"a\":\"\x80\"}", json_fault::invalid_utf8},
    {"{\"\xE1\xBB\":1}", json_fault::invalid_utf8},
    {"{\"a\":\"\xED\xA0\x80\"}", json_fault::lone_surrogate},
    {R"({"a":"\ud800"})", json_fault::lone_surrogate},
    {R"({"a":"\udc00"})", json_fault::lone_surrogate},
    {R"({"a":"\ud800\u0041"})", json_fault::lone_surrogate},
    {R"({"a":"\ud800x"})", json_fault::lone_surrogate},
    {R"({"a":"\udc00\ud800"})", json_fault::lone_surrogate},
    {R"({"\ud83d":1})", json_fault::lone_surrogate},
    {R"({"a":"\u0000"})", json_fault::null_character},
    {R"({"a\u0000b":1})", json_fault::null_character},
    {"{\"a\":\"x\0y\"}"s, json_fault::null_character},
    {"{\"a\":\"x\ny\"}", json_fault::control_character},
    {"{\"a\":\"x\ty\"}", json_fault::control_character},
    {"{\"a\x1F\":1}", json_fault::control_character},
    // Numbers that would change.
    {"{\"a\":18446744073709551616}", json_fault::number_out_of_range},
    {"{\"a\":-9223372036854775809}", json_fault::number_out_of_range},
    {"{\"a\":1e400}", json_fault::number_out_of_range},
    {"{\"a\":-1e999}", json_fault::number_out_of_range},
    {"{\"a\":1e-400}", json_fault::number_out_of_range},
    {"{\"a\":0.12345678901234567}", json_fault::number_precision},
    {"{\"a\":9007199254740993.0}", json_fault::number_precision},
    {"{\"a\":1234567890123456789e0}", json_fault::number_precision},
    // Depth.
    {nested(9, '[', ']'), json_fault::too_deep},
    {"{\"a\":" + std::string(60'000, '['), json_fault::too_deep},
    {R"({"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{}}}}}}}}})", json_fault::too_deep},
};
static_assert(std::size(bad_documents) >= 60);

const std::string good_documents[]{
    "{}",
    " \r\n\t{ \t} \r\n",
    R"({"a":1,"A":2," a":3})",
    R"({"a":{"k":1},"b":{"k":1}})",
    R"({"a":[{"k":1},{"k":2}]})",
    R"({"a":"\ud83d\ude00 \u00e9 \/ \b\f\n\r\t\\\""})",
    "{\"a\":\"\x7F\"}",
    "{\"a\":\"\xE2\x80\xA8\"}",
    "{\"a\":\"Nguyễn Văn Ánh 😀\"}",
    R"({"\ud83d\ude00":1,"😁":2})",
    "{\"a\":18446744073709551615,\"b\":-9223372036854775808,\"c\":0,\"d\":-0}",
    "{\"a\":0.1,\"b\":1e5,\"c\":-1.5E-10,\"d\":100000000000000000.0,\"e\":0.0,\"f\":0e400}",
    "{\"a\":[true,false,null,[],{}]}",
    nested(8, '[', ']'),
};

} // namespace

BOOST_AUTO_TEST_CASE(refuses_every_unacceptable_document_for_its_own_reason) {
  for (const auto& document : bad_documents) BOOST_TEST_CONTEXT(document.text.substr(0, 80)) {
      BOOST_TEST(check_json_object(document.text).fault == document.fault);
      const auto parsed = parse_request_object(document.text);
      BOOST_TEST_REQUIRE(std::holds_alternative<json_refusal>(parsed));
      BOOST_TEST(!std::get<json_refusal>(parsed).message.empty());
    }
}

BOOST_AUTO_TEST_CASE(accepts_and_builds_what_is_sound) {
  for (const auto& document : good_documents) BOOST_TEST_CONTEXT(document) {
      BOOST_TEST(check_json_object(document).fault == json_fault::none);
      BOOST_TEST(std::holds_alternative<boost::json::object>(parse_request_object(document)));
    }
}

BOOST_AUTO_TEST_CASE(every_beginning_of_a_document_is_refused) {
  const std::string whole = R"({"a":"\ud83d\ude00 é","b":[1,-2.5e3,{"c":null}],"d":true})";
  for (std::size_t size = 0; size < whole.size(); ++size)
    BOOST_TEST(check_json_object(whole.substr(0, size)).fault != json_fault::none);
}

BOOST_AUTO_TEST_CASE(messages_differ_and_say_where) {
  const auto message = [](std::string_view body) { return std::get<json_refusal>(parse_request_object(body)).message; };
  BOOST_TEST(message(R"({"amount":"1","\u0061mount":"2"})") == "The member \"amount\" occurs more than once.");
  BOOST_TEST(message("{\"a\":\"\xFF\"}") == "The body is not valid UTF-8 (byte 6).");
  BOOST_TEST(message(R"({"a":"\ud800"})") == "A string contains half of a surrogate pair (byte 6).");
  BOOST_TEST(message("{\"a\": 1e400}") == "A number is out of range (byte 6).");
  BOOST_TEST(message("{} x") == "There is more data after the JSON object (byte 3).");
}

BOOST_AUTO_TEST_CASE(a_long_name_is_cut_between_characters_in_the_message) {
  std::string name;
  for (int i = 0; i < 40; ++i) name += "đ";
  name += 'x';
  const auto verdict = check_json_object("{\"" + name + "\":1,\"" + name + "\":2}");
  BOOST_TEST(describe(verdict) == "The member \"" + name.substr(0, 64) + "\" occurs more than once.");
}
