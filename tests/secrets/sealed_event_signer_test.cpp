#include "secrets/hmac.hpp"
#include "secrets/random.hpp"
#include "secrets/sealed_event_signer.hpp"
#include "tests/secrets/scratch_folder.hpp"

#include <boost/test/unit_test.hpp>

#include <cstdio>

namespace {

using namespace paylink;

struct signer_fixture {
  test::scratch_folder folder;
  system_random random;
  master_keys keys = master_keys::load_or_create(folder.path() / "master.key", random);
  sealed_event_signer signer{keys};
  workspace_id workspace = workspace_id::from_store("ws_01h455vb4pex5vsknk084sn02q");
  workspace_id other = workspace_id::from_store("ws_01h455vb4pex5vsknk084sn02r");

  std::string seal(const workspace_id& owner, std::string_view key_id, std::string_view key) {
    return keys.seal(key, signing_key_place(owner.view(), key_id), random);
  }
};

std::string expected(std::string_view key, std::string_view data) { return hmac_sha256{key}.hex({data}); }

} // namespace

BOOST_FIXTURE_TEST_SUITE(signer, signer_fixture)

BOOST_AUTO_TEST_CASE(signs_with_the_sealed_key_at_first_and_from_the_cache) {
  const auto sealed = seal(workspace, "1", "plsk_one");
  for (int round = 0; round < 3; ++round)
    BOOST_TEST(signer.sign(workspace, "1", sealed, "data") == expected("plsk_one", "data"));
}

BOOST_AUTO_TEST_CASE(keys_of_the_same_name_in_two_workspaces_are_two_keys) {
  const auto mine = seal(workspace, "1", "plsk_one");
  const auto theirs = seal(other, "1", "plsk_two");
  for (int round = 0; round < 2; ++round) {
    BOOST_TEST(signer.sign(workspace, "1", mine, "data") == expected("plsk_one", "data"));
    BOOST_TEST(signer.sign(other, "1", theirs, "data") == expected("plsk_two", "data"));
  }
}

BOOST_AUTO_TEST_CASE(a_rotated_key_serves_beside_the_one_before) {
  const auto before = seal(workspace, "1", "plsk_one");
  const auto after = seal(workspace, "2", "plsk_two");
  BOOST_TEST(signer.sign(workspace, "1", before, "data") == expected("plsk_one", "data"));
  BOOST_TEST(signer.sign(workspace, "2", after, "data") == expected("plsk_two", "data"));
}

BOOST_AUTO_TEST_CASE(a_row_that_was_sealed_anew_is_opened_anew) {
  signer.sign(workspace, "1", seal(workspace, "1", "plsk_one"), "data");
  BOOST_TEST(signer.sign(workspace, "1", seal(workspace, "1", "plsk_two"), "data") == expected("plsk_two", "data"));
}

BOOST_AUTO_TEST_CASE(a_key_that_cannot_be_opened_throws_also_after_a_good_one) {
  const auto sealed = seal(workspace, "1", "plsk_one");
  BOOST_CHECK_THROW(signer.sign(other, "1", sealed, "data"), std::runtime_error);
  signer.sign(workspace, "1", sealed, "data");
  auto changed = sealed;
  changed[changed.size() / 2] = changed[changed.size() / 2] == 'A' ? 'B' : 'A';
  BOOST_CHECK_EXCEPTION(signer.sign(workspace, "1", changed, "data"), std::runtime_error, [](const auto& error) {
    return std::string_view{error.what()}.find("plsk_") == std::string_view::npos;
  });
  BOOST_TEST(signer.sign(workspace, "1", sealed, "data") == expected("plsk_one", "data"));
}

BOOST_AUTO_TEST_CASE(more_keys_than_are_kept_still_sign_right) {
  const auto sealed_of = [this](int number) {
    return seal(workspace, std::to_string(number), "plsk_" + std::to_string(number));
  };
  std::vector<std::string> sealed;
  sealed.reserve(4'200);
  for (int number = 0; number < 4'200; ++number) sealed.push_back(sealed_of(number));
  for (const int round : {1, 2}) {
    for (int number = 0; number < 4'200; number += round) {
      const auto signature =
          signer.sign(workspace, std::to_string(number), sealed[static_cast<std::size_t>(number)], "data");
      if (number % 100 == 0) BOOST_TEST(signature == expected("plsk_" + std::to_string(number), "data"));
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()
