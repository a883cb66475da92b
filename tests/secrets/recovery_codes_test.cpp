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

BOOST_AUTO_TEST_CASE(a_code_has_24_of_32_characters_five_bits_each) {
  counting_source counting;
  const auto codes = paylink::make_recovery_codes(counting);
  BOOST_TEST(codes[0] == "0123-4567-89ab-cdef-ghjk-mnpq");
  BOOST_TEST(codes[1] == "rstv-wxyz-0123-4567-89ab-cdef"); // 32 is drawn like 0
  BOOST_TEST(codes[4] == codes[0]);                        // each character comes eight times in 256 bytes
}

BOOST_AUTO_TEST_CASE(ten_random_codes_differ_and_have_no_ambiguous_letter) {
  paylink::system_random random;
  const auto codes = paylink::make_recovery_codes(random);
  BOOST_TEST(std::set<std::string>(codes.begin(), codes.end()).size() == 10u);
  const std::regex form{"[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){5}"};
  for (const auto& code : codes) BOOST_TEST(std::regex_match(code, form), code);
}

BOOST_AUTO_TEST_CASE(the_digest_is_sha_256_of_the_characters_without_dashes) {
  // printf 0123456789abcdefghjkmnpq | sha256sum
  BOOST_TEST(paylink::recovery_code_digest("0123-4567-89ab-cdef-ghjk-mnpq").value_or("") ==
             "ae9b3b8ad01a36a174f169cc3c75c47a7bd873a2d8fa78cc5d85f3fa0a33fc96");
}

BOOST_AUTO_TEST_CASE(case_dashes_spaces_and_look_alikes_do_not_matter) {
  const auto expected = paylink::recovery_code_digest("0123-4567-89ab-cdef-ghjk-mnpq");
  for (const std::string_view typed :
       {"0123456789abcdefghjkmnpq", "0123-4567-89AB-CDEF-GHJK-MNPQ", " 0123 4567 89ab cdef ghjk mnpq ",
        "o123-4567-89ab-cdef-ghjk-mnpq", "OI23-4567-89ab-cdef-ghjk-mnpq", "0l23-4567-89ab-cdef-ghjk-mnpq"})
    BOOST_TEST((paylink::recovery_code_digest(typed) == expected), typed);
}

BOOST_AUTO_TEST_CASE(what_cannot_be_a_code_has_no_digest) {
  for (const std::string_view typed :
       {"", "----", "0123-4567-89ab-cdef-ghjk-mnp", "0123-4567-89ab-cdef-ghjk-mnpq-0", "u123-4567-89ab-cdef-ghjk-mnpq",
        "0123_4567_89ab_cdef_ghjk_mnpq", "0123-4567-89ab-cdef-ghjk-mn\xC3\xA9"})
    BOOST_TEST(!paylink::recovery_code_digest(typed).has_value(), typed);
  BOOST_TEST(!paylink::recovery_code_digest("0123-4567-89ab-cdef-ghjk-mnpq" + std::string(1'000'000, ' ')).has_value());
  BOOST_TEST(!paylink::recovery_code_digest(std::string{"\0", 1} + "123-4567-89ab-cdef-ghjk-mnpq").has_value());
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
