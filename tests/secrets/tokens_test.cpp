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

/// Gives 255 at first, 61 afterwards.
class unusable_then_last final : public paylink::random_source {
public:
  void fill(std::span<std::byte> out) override {
    std::ranges::fill(out, static_cast<std::byte>(fills_++ == 0 ? 255 : 61));
  }

private:
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
  unusable_then_last random;
  BOOST_TEST(paylink::make_secret("plat", random).substr(5, 40) == std::string(40, 'z'));
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
