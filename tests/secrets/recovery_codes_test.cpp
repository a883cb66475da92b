#include "secrets/random.hpp"
#include "secrets/recovery_codes.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace {

/// Gives 0, 1, 2 and so on: what a code is made of is then known.
class counting_source final : public paylink::random_source {
public:
  void fill(std::span<std::byte> out) override {
    for (auto& byte : out) byte = static_cast<std::byte>(next_++);
  }

private:
  unsigned next_ = 0;
};

} // namespace

BOOST_AUTO_TEST_SUITE(recovery_codes)

BOOST_AUTO_TEST_CASE(a_code_has_16_of_32_characters_five_bits_each) {
  counting_source counting;
  const auto codes = paylink::make_recovery_codes(counting);
  BOOST_TEST(codes[0] == "0123-4567-89ab-cdef");
  BOOST_TEST(codes[1] == "ghjk-mnpq-rstv-wxyz");
  BOOST_TEST(codes[2] == codes[0]); // 32 is drawn like 0: each character comes eight times in 256 bytes.
}

BOOST_AUTO_TEST_CASE(ten_random_codes_differ_and_have_no_ambiguous_letter) {
  paylink::system_random random;
  const auto codes = paylink::make_recovery_codes(random);
  BOOST_TEST(std::set<std::string>(codes.begin(), codes.end()).size() == 10u);
  const std::regex form{"[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){3}"};
  for (const auto& code : codes) BOOST_TEST(std::regex_match(code, form), code);
}

BOOST_AUTO_TEST_CASE(the_digest_is_sha_256_of_the_characters_without_dashes) {
  // printf 0123456789abcdef | sha256sum
  BOOST_TEST(paylink::recovery_code_digest("0123-4567-89ab-cdef").value_or("") ==
             "9f9f5111f7b27a781f1f1ddde5ebc2dd2b796bfc7365c9c28b548e564176929f");
}

BOOST_AUTO_TEST_CASE(case_dashes_spaces_and_look_alikes_do_not_matter) {
  const auto expected = paylink::recovery_code_digest("0123-4567-89ab-cdef");
  for (const std::string_view typed : {"0123456789abcdef", "0123-4567-89AB-CDEF", " 0123 4567 89ab cdef ",
                                       "o123-4567-89ab-cdef", "OI23-4567-89ab-cdef", "0l23-4567-89ab-cdef"})
    BOOST_TEST((paylink::recovery_code_digest(typed) == expected), typed);
}

BOOST_AUTO_TEST_CASE(what_cannot_be_a_code_has_no_digest) {
  for (const std::string_view typed : {"", "----", "0123-4567-89ab-cde", "0123-4567-89ab-cdef-0", "u123-4567-89ab-cdef",
                                       "0123_4567_89ab_cdef", "0123-4567-89ab-cd\xC3\xA9"})
    BOOST_TEST(!paylink::recovery_code_digest(typed).has_value(), typed);
  BOOST_TEST(!paylink::recovery_code_digest("0123-4567-89ab-cdef" + std::string(1'000'000, ' ')).has_value());
  BOOST_TEST(!paylink::recovery_code_digest(std::string_view{"\0123-4567-89ab-cdef", 19}).has_value());
}

BOOST_AUTO_TEST_CASE(a_code_is_found_among_those_that_are_left) {
  paylink::system_random random;
  const auto codes = paylink::make_recovery_codes(random);
  std::vector<std::string> digests;
  for (const auto& code : codes) digests.push_back(paylink::recovery_code_digest(code).value());
  for (std::size_t place = 0; place < codes.size(); ++place)
    BOOST_TEST((paylink::find_recovery_code(codes[place], digests) == place));
  digests.erase(digests.begin() + 3);
  BOOST_TEST(!paylink::find_recovery_code(codes[3], digests).has_value());
  BOOST_TEST(!paylink::find_recovery_code("", digests).has_value());
  BOOST_TEST(!paylink::find_recovery_code(codes[0], {}).has_value());
}

BOOST_AUTO_TEST_SUITE_END()
