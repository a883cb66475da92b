#include "secrets/base64.hpp"
#include "secrets/key_file.hpp"
#include "secrets/random.hpp"
#include "secrets/sealing.hpp"
#include "tests/secrets/master_key_lines.hpp"
#include "tests/secrets/scratch_folder.hpp"

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include <sys/stat.h>

#include <set>

namespace {

using paylink::master_keys;
using paylink::test::scratch_folder;

struct sealing_fixture {
  scratch_folder folder;
  paylink::system_random random;
  master_keys keys_of(const std::string& lines) const { return master_keys::load(folder.write("master.key", lines)); }
};

/// 0, 1, 2 …
class counting_bytes final : public paylink::random_source {
public:
  void fill(std::span<std::byte> out) override {
    for (auto& byte : out) byte = static_cast<std::byte>(next_++);
  }

private:
  int next_ = 0;
};

bool says(const std::runtime_error& error, std::string_view part) {
  BOOST_TEST_MESSAGE(error.what());
  return std::string_view{error.what()}.find(part) != std::string_view::npos;
}

} // namespace

BOOST_FIXTURE_TEST_SUITE(sealing, sealing_fixture)

BOOST_AUTO_TEST_CASE(a_sealed_secret_opens_at_its_place) {
  const auto keys = keys_of(key_a);
  for (const auto& secret : {std::string{}, std::string{"x"}, std::string{"plsk_secret"}, std::string(5'000, '\xff')})
    BOOST_TEST((keys.open(keys.seal(secret, "place", random), "place") == secret));
}

BOOST_AUTO_TEST_CASE(no_two_seals_are_alike_and_none_shows_the_secret) {
  const auto keys = keys_of(key_a);
  std::set<std::string> seen;
  for (int round = 0; round < 200; ++round) {
    const auto sealed = keys.seal("plsk_secret", "place", random);
    BOOST_TEST(sealed.starts_with("a."));
    BOOST_TEST(sealed.find("plsk_secret") == std::string::npos);
    seen.insert(sealed);
  }
  BOOST_TEST(seen.size() == 200u);
}

BOOST_AUTO_TEST_CASE(every_changed_bit_of_a_sealed_text_is_noticed) {
  const auto keys = keys_of(key_a);
  const auto sealed = keys.seal("plsk_secret", "place", random);
  auto bytes = *paylink::from_base64(std::string_view{sealed}.substr(2));
  BOOST_TEST_REQUIRE(bytes.size() == 12u + 11u + 16u);
  for (std::size_t bit = 0; bit < bytes.size() * 8; ++bit) {
    auto changed = bytes;
    changed[bit / 8] ^= static_cast<unsigned char>(1U << bit % 8);
    BOOST_TEST(!keys.open("a." + paylink::to_base64(changed), "place"), "bit " << bit);
  }
}

BOOST_AUTO_TEST_CASE(every_changed_or_missing_character_of_a_sealed_text_is_noticed) {
  const auto keys = keys_of(key_a + key_b);
  const auto sealed = keys.seal("plsk_secret", "place", random);
  for (std::size_t at = 0; at < sealed.size(); ++at) {
    for (const char other : {'b', 'A', '/', '=', '.', ' ', '\0', '\n'}) {
      auto changed = sealed;
      changed[at] = other;
      if (changed != sealed) BOOST_TEST(!keys.open(changed, "place"), "character " << at << " as " << other);
    }
    BOOST_TEST(!keys.open(sealed.substr(0, at), "place"), "cut at " << at);
    BOOST_TEST(!keys.open(sealed.substr(at + 1), "place"), "cut until " << at);
  }
  BOOST_TEST(!keys.open(sealed + "AAAA", "place"));
}

BOOST_AUTO_TEST_CASE(a_sealed_text_does_not_open_at_another_place) {
  const auto keys = keys_of(key_a);
  const auto sealed = keys.seal("plsk_secret", paylink::signing_key_place("ws_1", "key_1"), random);
  BOOST_TEST(keys.open(sealed, paylink::signing_key_place("ws_1", "key_1")).has_value());
  BOOST_TEST(!keys.open(sealed, paylink::signing_key_place("ws_2", "key_1")));
  BOOST_TEST(!keys.open(sealed, paylink::signing_key_place("ws_1", "key_2")));
  BOOST_TEST(!keys.open(sealed, ""));
}

// By two other implementations of AES-256-GCM: what is stored has to open in every later version.
BOOST_AUTO_TEST_CASE(a_sealed_text_is_nonce_ciphertext_and_tag_bound_to_the_text_of_its_place) {
  const auto keys = keys_of("a AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\n");
  const std::string sealed = "a.AAECAwQFBgcICQoLN26lcJqWp3j/JOPtqZyGwl8ZCmFIYmB0wJpa";
  BOOST_TEST((keys.open(sealed, "signing_keys|sealed|key_1|ws_1") == "plsk_secret"));
  counting_bytes nonce;
  BOOST_TEST(keys.seal("plsk_secret", "signing_keys|sealed|key_1|ws_1", nonce) == sealed);
  BOOST_TEST(paylink::signing_key_place("ws_1", "key_1") == "signing_keys|sealed|key_1|ws_1");
  BOOST_TEST(paylink::mail_token_place("abc") == "mails|sealed|abc|");
  BOOST_TEST(paylink::totp_secret_place("usr_1") == "totp_secrets|sealed|usr_1|");
}

BOOST_AUTO_TEST_CASE(after_rotation_new_seals_use_the_first_key_and_old_ones_still_open) {
  const auto before = keys_of(key_a);
  const auto old_seal = before.seal("old", "place", random);
  const auto after = keys_of(key_b + key_a);
  const auto new_seal = after.seal("new", "place", random);
  BOOST_TEST(after.current_id() == "b");
  BOOST_TEST(new_seal.starts_with("b."));
  BOOST_TEST((after.open(old_seal, "place") == "old"));
  BOOST_TEST((after.open(new_seal, "place") == "new"));
  BOOST_TEST(!before.open(new_seal, "place"), "an unknown key");
  BOOST_TEST(!keys_of(key_b).open(old_seal, "place"), "a key that is gone");
}

BOOST_AUTO_TEST_CASE(another_key_under_the_same_id_opens_nothing) {
  const auto sealed = keys_of(key_a).seal("old", "place", random);
  BOOST_TEST(!keys_of("a" + key_b.substr(1)).open(sealed, "place"));
}

BOOST_AUTO_TEST_CASE(a_missing_file_is_made_once_for_its_owner_alone) {
  const auto file = folder.path() / "master.key";
  const auto first = master_keys::load_or_create(file, random);
  struct stat about{};
  BOOST_TEST_REQUIRE(::stat(file.c_str(), &about) == 0);
  BOOST_TEST((about.st_mode & 0777U) == 0600U);
  BOOST_TEST(about.st_nlink == 1u);
  const auto sealed = first.seal("secret", "place", random);
  const auto second = master_keys::load_or_create(file, random);
  BOOST_TEST((second.open(sealed, "place") == "secret"));
  paylink::create_key_file(file, random); // As a second process would that started at the same moment.
  BOOST_TEST((master_keys::load(file).open(sealed, "place") == "secret"));
  const auto entries = std::distance(std::filesystem::directory_iterator{folder.path()}, {});
  BOOST_TEST(entries == 1, "drafts are left behind");
}

BOOST_AUTO_TEST_CASE(load_alone_makes_no_file) {
  const auto file = folder.path() / "absent.key";
  BOOST_CHECK_EXCEPTION(master_keys::load(file), std::runtime_error,
                        [](const auto& e) { return says(e, "absent.key"); });
  BOOST_TEST(!std::filesystem::exists(file));
}

BOOST_DATA_TEST_CASE(a_file_that_others_have_rights_on_is_refused,
                     boost::unit_test::data::make({0640, 0620, 0604, 0610, 0601, 0644, 0660, 0777}), mode) {
  const auto file = folder.write("master.key", key_a);
  BOOST_TEST_REQUIRE(::chmod(file.c_str(), static_cast<mode_t>(mode)) == 0);
  BOOST_CHECK_EXCEPTION(master_keys::load(file), std::runtime_error,
                        [](const auto& e) { return says(e, "chmod 600"); });
  BOOST_TEST_REQUIRE(::chmod(file.c_str(), 0400) == 0);
  BOOST_CHECK_NO_THROW(master_keys::load(file));
}

BOOST_AUTO_TEST_CASE(malformed_files_are_refused_without_showing_a_key) {
  struct malformed {
    std::string content;
    std::string_view message;
  };
  const std::array cases{
      malformed{"", "contains no key"},
      malformed{"\n# nothing\n", "contains no key"},
      malformed{"AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\n", "line 1"},
      malformed{key_a + "c AAECAwQF\n", "line 2"},
      malformed{"a  AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\n", "line 1"},
      malformed{"a.b AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\n", "line 1"},
      malformed{"a AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh9=\n", "line 1"},
      malformed{"a AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8\n", "line 1"},
      malformed{key_a + "\n" + key_a, "line 3 repeats the id a"},
      malformed{std::string(20'000, '\n') + key_a, "too large"},
  };
  for (const auto& [content, expected] : cases) {
    BOOST_TEST_CONTEXT(content.substr(0, 80))
    BOOST_CHECK_EXCEPTION(keys_of(content), std::runtime_error,
                          [part = expected](const auto& e) { return says(e, part) && !says(e, "AAECAwQF"); });
  }
}

BOOST_AUTO_TEST_CASE(a_folder_in_place_of_the_file_is_refused) {
  BOOST_CHECK_EXCEPTION(master_keys::load_or_create(folder.path(), random), std::runtime_error,
                        [](const auto& e) { return says(e, "regular file"); });
}

BOOST_AUTO_TEST_CASE(comments_empty_lines_and_other_line_ends_are_tolerated) {
  const auto keys = keys_of("# rotated in May\r\n\n" + key_b.substr(0, key_b.size() - 1) + "\r\n" + key_a);
  BOOST_TEST(keys.current_id() == "b");
}

BOOST_AUTO_TEST_CASE(base64_agrees_with_the_standard_and_knows_one_text_for_each_value) {
  const std::array<std::pair<std::string_view, std::string_view>, 7> cases{{{"", ""},
                                                                            {"f", "Zg=="},
                                                                            {"fo", "Zm8="},
                                                                            {"foo", "Zm9v"},
                                                                            {"foob", "Zm9vYg=="},
                                                                            {"fooba", "Zm9vYmE="},
                                                                            {"foobar", "Zm9vYmFy"}}};
  for (const auto& [plain, text] : cases) {
    const std::vector<unsigned char> bytes{plain.begin(), plain.end()};
    BOOST_TEST(paylink::to_base64(bytes) == text);
    BOOST_TEST((paylink::from_base64(text) == bytes));
  }
  for (const std::string_view wrong :
       {"Zg", "Zg=", "Zh==", "Zm9=", "Z===", "====", "Zg==Zg==", "Zm 9", "Zm9v\n", "Zm-_", "éé"})
    BOOST_TEST(!paylink::from_base64(wrong), wrong);
}

BOOST_AUTO_TEST_SUITE_END()
