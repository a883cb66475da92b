#include "secrets/hmac.hpp"
#include "tests/e2e/merchant.hpp"
#include "tests/e2e/sandbox_service.hpp"
#include "tests/support/until.hpp"

#include <boost/test/unit_test.hpp>

#include <atomic>
#include <csignal>
#include <fstream>

namespace paylink::test {

namespace json = boost::json;

namespace {

/// A sandbox with a shop whose links are paid while its operator rotates master keys.
class rotated_service {
public:
  rotated_service() : service{{{"PAYLINK_RATE_LIMITS_TOKEN_RATE", "0"}}} { service.start(); }

  void pay_a_link() {
    const auto link = service.make_link(shop().url());
    const auto reported =
        service.notify("FT-" + std::to_string(++paid), json::value_to<std::string>(link.at("reference")));
    BOOST_REQUIRE((reported && reported->status == 200));
  }
  /// Whether every link that was paid has been called back, each with the right signature.
  bool all_are_told_and_signed_right() {
    test::until([&] { return shop().acknowledged_events() >= static_cast<std::size_t>(paid); });
    BOOST_TEST(shop().acknowledged_events() == static_cast<std::size_t>(paid));
    for (const auto& [event, arrivals] : shop().arrivals())
      for (const auto& heard : arrivals)
        if (hmac_sha256{service.signing_key()}.hex({heard.timestamp, ".", heard.body}) != heard.signature) return false;
    return true;
  }
  program_output paylinkd(const std::vector<std::string>& words) {
    std::vector<std::string> command{"/bin/sh",
                                     "-c",
                                     "PAYLINK_HTTP_LISTEN=127.0.0.1:0 exec \"$0\" \"$@\" 2>&1",
                                     std::string{PAYLINK_BIN_DIR} + "/paylinkd",
                                     "--sandbox",
                                     "--data",
                                     service.folder().string()};
    command.insert(command.end(), words.begin(), words.end());
    return run_program(command, {});
  }
  merchant& shop() {
    if (!shop_) shop_.emplace(service.authority(), 0, 1);
    return *shop_;
  }
  std::filesystem::path key_file() const { return service.folder() / "master.key"; }
  std::string keys() const {
    std::ifstream in{key_file()};
    return {std::istreambuf_iterator<char>{in}, {}};
  }
  std::ptrdiff_t keys_in_file() const {
    const auto text = keys();
    return std::count(text.begin(), text.end(), '\n');
  }

  sandbox_service service;
  int paid = 0;

private:
  std::optional<merchant> shop_;
};

bool says(const program_output& reported, std::string_view part) {
  BOOST_TEST_MESSAGE(reported.text);
  return reported.text.find(part) != std::string::npos;
}

} // namespace

BOOST_AUTO_TEST_CASE(links_paid_before_during_and_after_a_rotation_are_signed_right) {
  rotated_service under;
  under.pay_a_link();
  std::atomic<bool> is_over = false;
  std::vector<program_output> reported;
  std::thread operator_at_work{[&] {
    for (int rotation = 0; rotation < 3; ++rotation) reported.push_back(under.paylinkd({"admin", "rotate-master-key"}));
    is_over = true;
  }};
  do under.pay_a_link();
  while (!is_over);
  operator_at_work.join();
  under.pay_a_link();
  for (const auto& one : reported) {
    BOOST_TEST(one.exit_code == 0);
    // The keys of the sandbox's two Workspaces, and the canary.
    BOOST_TEST(says(one, "3 values encrypted with the new master key k"));
  }
  BOOST_TEST(under.keys_in_file() == 4);
  BOOST_TEST(under.all_are_told_and_signed_right());

  const auto removed = under.paylinkd({"admin", "rotate-master-key", "--remove-old"});
  BOOST_TEST(removed.exit_code == 0);
  BOOST_TEST(says(removed, "3 old keys removed"));
  BOOST_TEST(says(removed, "cannot be restored without the removed keys: make a new backup now"));
  BOOST_TEST(under.keys_in_file() == 1);
  under.pay_a_link();
  BOOST_TEST(under.service.end(SIGTERM) == 0);
  under.service.start();
  under.pay_a_link();
  BOOST_TEST(under.all_are_told_and_signed_right());
}

BOOST_AUTO_TEST_CASE(a_rotation_works_beside_a_stopped_service_too) {
  rotated_service under;
  under.service.end(SIGTERM);
  BOOST_TEST(says(under.paylinkd({"admin", "rotate-master-key"}), "3 values encrypted"));
  BOOST_TEST(under.keys_in_file() == 2);
  BOOST_TEST(says(under.paylinkd({"admin", "rotate-master-key", "--remove-old"}), "1 old key removed"));
  BOOST_TEST(under.keys_in_file() == 1);
  under.service.start();
  under.pay_a_link();
  BOOST_TEST(under.all_are_told_and_signed_right());
}

// As docs/operations.md tells those who run several nodes.
BOOST_AUTO_TEST_CASE(a_key_made_by_hand_is_taken_up_at_the_next_start) {
  rotated_service under;
  under.service.end(SIGTERM);
  const auto made = run_program({"openssl", "rand", "-base64", "32"}, {});
  BOOST_REQUIRE(made.exit_code == 0);
  const auto old = under.keys();
  std::ofstream{under.key_file()} << "k2027 " << made.text << old;
  under.service.start();
  under.pay_a_link();
  BOOST_TEST(under.all_are_told_and_signed_right());
  BOOST_TEST(says(under.paylinkd({"admin", "rotate-master-key", "--remove-old"}),
                  "1 old key removed; everything is encrypted with k2027"));
}

BOOST_AUTO_TEST_CASE(the_service_starts_with_its_own_master_key_alone) {
  rotated_service under;
  under.service.end(SIGTERM);
  const auto right = under.service.folder() / "right.key";
  std::filesystem::rename(under.key_file(), right);
  const auto missing = under.paylinkd({});
  BOOST_TEST(missing.exit_code == 1);
  BOOST_TEST(says(missing, "there is no master key file " + under.key_file().string()));
  BOOST_TEST(!std::filesystem::exists(under.key_file()));

  std::ofstream{under.key_file()} << "k1 AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\n";
  std::filesystem::permissions(under.key_file(), std::filesystem::perms{0600});
  for (const auto& words : {std::vector<std::string>{}, {"migrate"}, {"admin", "rotate-master-key"}}) {
    const auto wrong = under.paylinkd(words);
    BOOST_TEST(wrong.exit_code == 1);
    BOOST_TEST(says(wrong, "the master key file " + under.key_file().string() + " does not belong to this database"));
    BOOST_TEST(says(wrong, "restore the file that belongs to this database"));
  }
  std::filesystem::rename(right, under.key_file());
  under.service.start();
  under.pay_a_link();
  BOOST_TEST(under.all_are_told_and_signed_right());
}

BOOST_AUTO_TEST_CASE(no_command_shows_or_rotates_a_signing_key) {
  rotated_service under;
  for (const auto* verb : {"signing-key", "rotate-signing-key", "show-signing-key"})
    BOOST_TEST(under.paylinkd({"admin", verb}).exit_code == 2, verb);
  BOOST_TEST(!says(under.paylinkd({"admin", "--help"}), "signing"));
  for (const auto& words : {std::vector<std::string>{"admin", "rotate-master-key"}, {"backup"}, {"--print-settings"}}) {
    const auto reported = under.paylinkd(words);
    BOOST_TEST(reported.exit_code == 0);
    BOOST_TEST(reported.text.find("plsk_") == std::string::npos);
    const auto key = under.keys().substr(under.keys().find(' ') + 1, 43);
    BOOST_TEST(reported.text.find(key) == std::string::npos);
  }
  const auto key = under.keys().substr(under.keys().find(' ') + 1, 43);
  BOOST_TEST(under.service.log().find(key) == std::string::npos);
}

} // namespace paylink::test
