#include "secrets/random.hpp"
#include "secrets/tokens.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <random>
#include <string>

namespace {

constexpr std::string_view base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// Gives the same byte always: what a token is made of is then known.
class constant_source final : public paylink::random_source {
public:
  explicit constant_source(unsigned char value) : value_{value} {}
  void fill(std::span<std::byte> out) override { std::ranges::fill(out, std::byte{value_}); }

private:
  unsigned char value_;
};

/// Gives one byte at first, which may be usable only so many times before 255 follows, and 61 afterwards.
class first_then_last final : public paylink::random_source {
public:
  explicit first_then_last(int first, std::size_t usable = 64) : first_{first}, usable_{usable} {}
  void fill(std::span<std::byte> out) override {
    for (std::size_t at = 0; at < out.size(); ++at)
      out[at] = static_cast<std::byte>(fills_ > 0 ? 61 : at < usable_ ? first_ : 255);
    ++fills_;
  }

private:
  int first_;
  std::size_t usable_;
  int fills_ = 0;
};

} // namespace

BOOST_AUTO_TEST_SUITE(tokens)

BOOST_AUTO_TEST_CASE(a_secret_has_prefix_40_characters_and_their_checksum) {
  paylink::system_random random;
  for (const std::string_view prefix : {"plat", "plsk", "whk", "whs"}) {
    const auto secret = paylink::make_secret(prefix, random);
    BOOST_TEST(secret.size() == prefix.size() + 47);
    BOOST_TEST(secret.starts_with(std::string{prefix} + "_"));
    BOOST_TEST(secret.substr(prefix.size() + 1).find_first_not_of(base62) == std::string::npos);
    BOOST_TEST(paylink::is_well_formed_secret(prefix, secret));
  }
}

BOOST_AUTO_TEST_CASE(the_checksum_is_the_crc_32_of_the_40_characters) {
  constant_source zeros{0};
  // zlib.crc32(b"0" * 40) is 0x963fbb8e, in base 62 2kaqcA.
  BOOST_TEST(paylink::make_secret("plat", zeros) == "plat_" + std::string(40, '0') + "2kaqcA");
}

BOOST_AUTO_TEST_CASE(bytes_that_would_favour_some_characters_are_not_used) {
  // 256 is no multiple of 62: if bytes from 248 up counted, the first eight characters would come a quarter more often.
  for (const int byte : {248, 249, 255}) {
    first_then_last random{byte};
    BOOST_TEST(paylink::make_secret("plat", random).substr(5, 40) == std::string(40, 'z'), byte);
  }
  // 247 is 3 * 62 + 61, 185 the last before it that gives the same.
  for (const int byte : {247, 185}) {
    first_then_last random{byte};
    BOOST_TEST(paylink::make_secret("plat", random).substr(5, 40) == std::string(40, 'z'), byte);
  }
  first_then_last zeros{186};
  BOOST_TEST(paylink::make_secret("plat", zeros).substr(5, 40) == std::string(40, '0'));
}

BOOST_AUTO_TEST_CASE(a_secret_is_whole_if_too_few_bytes_can_be_used_at_first) {
  for (const std::size_t usable : {0, 1, 38, 39, 40, 41}) {
    first_then_last random{0, usable};
    const auto zeros = std::min<std::size_t>(usable, 40);
    const auto secret = paylink::make_secret("plat", random);
    BOOST_TEST(secret.substr(5, 40) == std::string(zeros, '0') + std::string(40 - zeros, 'z'));
    BOOST_TEST(paylink::is_well_formed_secret("plat", secret));
  }
}

BOOST_AUTO_TEST_CASE(other_characters_are_refused_with_a_right_checksum_too) {
  // zlib.crc32(b"-" * 40) and of 39 times "0" with "_" behind, in base 62.
  BOOST_TEST(!paylink::is_well_formed_secret("plat", "plat_" + std::string(40, '-') + "1UxFsv"));
  BOOST_TEST(!paylink::is_well_formed_secret("plat", "plat_" + std::string(39, '0') + "_" + "1NNcjn"));
  BOOST_TEST(paylink::is_well_formed_secret("plat", "plat_" + std::string(40, '0') + "2kaqcA"));
}

BOOST_AUTO_TEST_CASE(a_one_time_token_is_32_bytes_in_base64url) {
  class from_224 final : public paylink::random_source {
  public:
    void fill(std::span<std::byte> out) override {
      for (std::size_t at = 0; at < out.size(); ++at) out[at] = static_cast<std::byte>(224 + at);
    }
  } random;
  // Python's base64.urlsafe_b64encode(bytes(range(224, 256))).
  BOOST_TEST(paylink::make_one_time_token(random) == "4OHi4-Tl5ufo6err7O3u7_Dx8vP09fb3-Pn6-_z9_v8");
}

BOOST_AUTO_TEST_CASE(ten_thousand_random_typos_are_all_noticed) {
  paylink::system_random random;
  std::mt19937 chance{20'260'131};
  const auto below = [&chance](std::size_t limit) {
    return std::uniform_int_distribution<std::size_t>{0, limit - 1}(chance);
  };
  for (int round = 0; round < 10'000; ++round) {
    const auto secret = paylink::make_secret("plat", random);
    auto typed = secret;
    const auto at = 5 + below(46);
    switch (round % 4) {
    case 0:
      typed[at] = base62[below(base62.size())];
      break;
    case 1:
      std::swap(typed[at], typed[at == 50 ? 5 : at + 1]);
      break;
    case 2:
      typed.erase(at, 1);
      break;
    default:
      typed.insert(at, 1, base62[below(base62.size())]);
      break;
    }
    if (typed != secret) BOOST_TEST(!paylink::is_well_formed_secret("plat", typed), secret << " typed as " << typed);
  }
}

BOOST_AUTO_TEST_CASE(other_forms_are_refused) {
  paylink::system_random random;
  const auto secret = paylink::make_secret("plat", random);
  BOOST_TEST(!paylink::is_well_formed_secret("plsk", secret));
  BOOST_TEST(!paylink::is_well_formed_secret("pla", secret));
  for (const auto& text : {std::string{}, std::string{"plat_"}, " " + secret, secret + " ", secret + secret,
                           "plat-" + secret.substr(5), "PLAT_" + secret.substr(5)})
    BOOST_TEST(!paylink::is_well_formed_secret("plat", text), text);
}

BOOST_AUTO_TEST_SUITE_END()
