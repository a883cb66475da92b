#pragma once
#include <boost/json/object.hpp>
#include <string>

namespace paylink::test {

/// A mail as Python's own parser reads it: `headers` (decoded, by name in small letters, each a list of its values),
/// `text`, `defects` (what breaks a rule of RFC 5322), `line_max` (the longest line of its bytes).
boost::json::object read_mail(const std::string& wire);

/// The only value of a header.
std::string header_of(const boost::json::object& mail, const char* name);
std::string text_of_mail(const boost::json::object& mail);

} // namespace paylink::test
