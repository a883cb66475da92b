#include "tests/mail/mail_reader.hpp"

#include "tests/e2e/child_process.hpp"

#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>

namespace paylink::test {

namespace json = boost::json;

boost::json::object read_mail(const std::string& wire) {
  const auto read = run_program({"/usr/bin/python3", PAYLINK_SOURCE_DIR "/tests/mail/read_mail.py"}, wire);
  BOOST_REQUIRE_MESSAGE(read.exit_code == 0, "the mail cannot be read: " << read.text);
  return json::parse(read.text).as_object();
}

std::string header_of(const json::object& mail, const char* name) {
  const auto* values = mail.at("headers").as_object().if_contains(name);
  BOOST_REQUIRE_MESSAGE(values && values->as_array().size() == 1u, "not one header " << name);
  return json::value_to<std::string>(values->as_array()[0]);
}

std::string text_of_mail(const json::object& mail) { return json::value_to<std::string>(mail.at("text")); }

} // namespace paylink::test
