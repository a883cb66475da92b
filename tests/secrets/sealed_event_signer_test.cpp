#include "secrets/hmac.hpp"
#include "secrets/random.hpp"
#include "secrets/sealed_event_signer.hpp"
#include "tests/secrets/scratch_folder.hpp"

#include <boost/test/unit_test.hpp>

#include <array>

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
  /// From here on what was sealed before opens no longer.
  void keys_only_of_today() {
    keys.add_key(random);
    keys.use_current_only();
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

BOOST_AUTO_TEST_CASE(a_key_of_another_master_key_is_told_from_a_damaged_one) {
  const auto sealed = seal(workspace, "1", "plsk_one");
  const auto is_of_other = [&](bool expected_answer) {
    return [=](const closed_signing_key& error) { return error.is_of_other_master_key() == expected_answer; };
  };
  BOOST_CHECK_EXCEPTION(signer.sign(other, "1", sealed, "data"), closed_signing_key, is_of_other(false));
  BOOST_CHECK_EXCEPTION(signer.sign(workspace, "1", "", "data"), closed_signing_key, is_of_other(true));
  keys_only_of_today();
  BOOST_CHECK_EXCEPTION(signer.sign(workspace, "1", sealed, "data"), closed_signing_key, is_of_other(true));
}

BOOST_AUTO_TEST_CASE(after_two_rotations_nothing_is_signed_with_a_key_that_was_kept) {
  const std::array sealed{seal(workspace, "1", "plsk_one"), seal(workspace, "2", "plsk_two"),
                          seal(workspace, "3", "plsk_three")};
  const std::array<std::string_view, 3> secrets{"plsk_one", "plsk_two", "plsk_three"};
  for (std::size_t at = 0; at < secrets.size(); ++at)
    for (int round = 0; round < 2; ++round)
      BOOST_TEST(signer.sign(workspace, std::to_string(at + 1), sealed[at], "data") == expected(secrets[at], "data"));
  // The name of the first key, come again, is no name of what was kept under it.
  const auto reused = seal(workspace, "1", "plsk_four");
  BOOST_TEST(signer.sign(workspace, "1", reused, "data") == expected("plsk_four", "data"));
  // A key that is gone from the store is not served from memory either: it is opened, or refused.
  keys_only_of_today();
  BOOST_CHECK_THROW(signer.sign(workspace, "1", sealed[0], "data"), std::runtime_error);
  BOOST_CHECK_THROW(signer.sign(workspace, "2", sealed[1], "data"), std::runtime_error);
}

BOOST_AUTO_TEST_CASE(a_key_that_was_sealed_with_another_master_key_signs_the_same) {
  const auto before = seal(workspace, "1", "plsk_one");
  BOOST_TEST(signer.sign(workspace, "1", before, "data") == expected("plsk_one", "data"));
  keys.add_key(random);
  const auto after = keys.reseal(before, signing_key_place(workspace.view(), "1"), random).value();
  BOOST_TEST(after.starts_with(keys.current_id()));
  BOOST_TEST(signer.sign(workspace, "1", after, "data") == expected("plsk_one", "data"));
  keys_only_of_today();
  BOOST_TEST(signer.sign(workspace, "1", after, "data") == expected("plsk_one", "data"));
  BOOST_CHECK_THROW(signer.sign(workspace, "1", before, "data"), std::runtime_error);
}

BOOST_AUTO_TEST_CASE(more_keys_than_are_kept_still_sign_right) {
  const auto shop = [](int number) {
    const auto digits = std::to_string(10'000 + number);
    return workspace_id::from_store("ws_01h455vb4pex5vsknk084" + digits);
  };
  const auto sealed_of = [&](int number) { return seal(shop(number), "1", "plsk_" + std::to_string(number)); };
  std::vector<std::string> sealed;
  sealed.reserve(4'200);
  for (int number = 0; number < 4'200; ++number) sealed.push_back(sealed_of(number));
  for (const int round : {1, 2}) {
    for (int number = 0; number < 4'200; number += round) {
      const auto signature = signer.sign(shop(number), "1", sealed[static_cast<std::size_t>(number)], "data");
      if (number % 100 == 0) BOOST_TEST(signature == expected("plsk_" + std::to_string(number), "data"));
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()
