#include "tests/persistence/store_world.hpp"

#include <boost/test/unit_test.hpp>

using namespace paylink;
using namespace paylink::test;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(personal_mails)

namespace {

void send(store_world& world, const std::string& address) {
  world
      .apply(begin_sign_up{.email = address,
                           .name = "An",
                           .password_hash = "hash",
                           .lang = language::vi,
                           .confirm = {.kind = "sign_up",
                                       .recipient = address,
                                       .lang = language::en,
                                       .sealed = "1.sealed",
                                       .digest = "digest of " + address,
                                       .content = R"({"name":"An"})"},
                           .known = {.kind = "sign_up_known", .recipient = address}})
      .value();
}

claimed_mails claim(store_world& world) { return world.done<claimed_mails>(claim_mails{}); }

void pass(store_world& world, std::chrono::milliseconds time) {
  world.pass(time);
  if (world.where == kind::sqlite) return;
  const auto by = " - " + std::to_string(time.count());
  run_sql(world.url, "UPDATE mails SET next_at = next_at" + by + ", created_at = created_at" + by);
}

} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(a_mail_is_claimed_with_all_it_needs_and_removed_when_sent, Backend, backends) {
  store_world world{Backend::where};
  BOOST_TEST((claim(world).mails.empty() && !claim(world).next_due));
  send(world, "an@shop.example");
  const auto claimed = claim(world);
  BOOST_REQUIRE(claimed.mails.size() == 1u);
  const auto& one = claimed.mails[0];
  BOOST_TEST((one.kind == "sign_up" && one.recipient == "an@shop.example" && one.lang == language::en));
  BOOST_TEST((one.sealed == "1.sealed" && one.digest == "digest of an@shop.example" && one.tries == 1));
  BOOST_TEST(one.content == R"({"name":"An"})");
  BOOST_TEST(claim(world).mails.empty()); // it is on its way
  world.apply(settle_mail{.row = one.row, .tries = one.tries}).value();
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM mails") == "0");
  BOOST_TEST((error_of(world.apply(settle_mail{.row = one.row, .tries = one.tries})) == errc::conflict));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_mail_whose_sender_is_gone_comes_again, Backend, backends) {
  store_world world{Backend::where};
  send(world, "an@shop.example");
  const auto first = claim(world).mails.at(0);
  pass(world, 15min);
  const auto again = claim(world);
  BOOST_REQUIRE(again.mails.size() == 1u);
  BOOST_TEST(again.mails[0].tries == 2);
  BOOST_TEST((error_of(world.apply(settle_mail{.row = first.row, .tries = first.tries})) == errc::conflict));
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM mails") == "1");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_mail_that_cannot_be_sent_waits_and_is_given_up_after_a_day, Backend, backends) {
  store_world world{Backend::where};
  send(world, "an@shop.example");
  int tries = 0;
  for (auto claimed = claim(world); !claimed.mails.empty(); claimed = claim(world)) {
    ++tries;
    world.apply(settle_mail{.row = claimed.mails[0].row, .tries = claimed.mails[0].tries, .is_done = false}).value();
    BOOST_TEST(claim(world).mails.empty());
    pass(world, 1h);
  }
  BOOST_TEST((tries == 24 || tries == 25));
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM mails") == "0");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(mails_are_claimed_in_order_and_few_at_once, Backend, backends) {
  store_world world{Backend::where};
  for (const auto* name : {"a", "b", "c", "d", "e", "f"}) send(world, std::string{name} + "@shop.example");
  const auto first = claim(world);
  BOOST_TEST(first.mails.size() == 4u);
  BOOST_TEST((first.next_due && *first.next_due <= world.now()));
  BOOST_TEST(claim(world).mails.size() == 2u);
}

BOOST_AUTO_TEST_SUITE_END()
