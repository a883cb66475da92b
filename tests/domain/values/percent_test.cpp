#include "domain/values/percent.hpp"

#include <boost/test/unit_test.hpp>

namespace paylink {

BOOST_AUTO_TEST_SUITE(percent)

BOOST_AUTO_TEST_CASE(only_unreserved_characters_stay_as_they_are) {
  BOOST_TEST(percent_encoded("aZ09-._~") == "aZ09-._~");
  BOOST_TEST(percent_encoded("a b/c?d=é%") == "a%20b%2Fc%3Fd%3D%C3%A9%25");
  BOOST_TEST(percent_encoded(std::string_view{"\0\x7f", 2}) == "%00%7F");
}

BOOST_AUTO_TEST_CASE(two_hexadecimal_digits_stand_for_a_byte) {
  for (int byte = 0; byte < 256; ++byte) {
    const auto character = static_cast<char>(byte);
    constexpr std::string_view upper = "0123456789ABCDEF", lower = "0123456789abcdef";
    const auto high = static_cast<unsigned>(byte) / 16, low = static_cast<unsigned>(byte) % 16;
    BOOST_TEST((percent_decoded_byte(std::string{'%', upper[high], lower[low], 'x'}) == character));
    BOOST_TEST((percent_decoded_byte(std::string{'%', lower[high], upper[low]}) == character));
  }
}

BOOST_AUTO_TEST_CASE(anything_else_stands_for_none) {
  for (const std::string_view text : {"", "%", "%4", "41", "%G0", "%0g", "%-1", "%+1", "% 1", "%%41", "a%41"})
    BOOST_TEST(!percent_decoded_byte(text), text);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace paylink
