#include "tests/persistence/people_steps.hpp"

#include <boost/test/unit_test.hpp>

using namespace paylink;
using namespace paylink::test;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(sign_ups)

using namespace people_steps;
using texts = std::vector<std::string>;

BOOST_AUTO_TEST_CASE_TEMPLATE(an_account_is_made_by_its_mailed_token_once, Backend, backends) {
  store_world world{Backend::where};
  world.apply(sign_up(address, "first")).value();
  BOOST_TEST((world.reader->ask(find_sign_in{address}).error() == errc::not_found));
  BOOST_TEST((confirm(world, "other").error() == errc::not_found));
  const auto made = confirm(world, "first").value();
  BOOST_TEST((made.email == address && made.name == "Nguyễn An" && made.lang == language::en && made.is_active));
  BOOST_TEST(made.plan == "Free");
  BOOST_TEST((confirm(world, "first").error() == errc::not_found));
  const auto known = world.reader->ask(find_sign_in{"an@SHOP.example"}).value();
  BOOST_TEST((known.account.id == made.id && known.password_hash == "hash of first"));
  BOOST_TEST(kinds_of_mails(world) == texts{"sign_up to " + address}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_strangers_sign_up_leaves_ones_own_link_with_its_password, Backend, backends) {
  store_world world{Backend::where};
  world.apply(sign_up(address, "own")).value();
  world.apply(sign_up("an@shop.EXAMPLE", "stranger's")).value();
  world.apply(sign_up("other@shop.example", "other's")).value();
  BOOST_TEST(hash_of(world, "own") == "hash of own");
  BOOST_TEST(hash_of(world, "stranger's") == "hash of stranger's");
  BOOST_TEST(confirm(world, "own").has_value());
  BOOST_TEST(world.reader->ask(find_sign_in{address})->password_hash == "hash of own");
  BOOST_TEST(hash_of(world, "stranger's") == "none");
  BOOST_TEST((confirm(world, "stranger's").error() == errc::not_found));
  BOOST_TEST(hash_of(world, "other's") == "hash of other's");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(of_the_sign_ups_of_one_address_the_newest_five_are_kept, Backend, backends) {
  store_world world{Backend::where};
  world.apply(sign_up("other@shop.example", "other's")).value();
  for (const auto* digest : {"1", "2", "3", "4", "5", "6", "7"}) world.apply(sign_up(address, digest)).value();
  texts kept;
  for (const auto* digest : {"1", "2", "3", "4", "5", "6", "7", "other's"})
    if (hash_of(world, digest) != "none") kept.emplace_back(digest);
  BOOST_TEST(kept == (texts{"3", "4", "5", "6", "7", "other's"}), boost::test_tools::per_element());
  BOOST_TEST(confirm(world, "3").has_value());
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM sign_ups") == "1");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(an_account_by_an_invitation_ends_the_sign_ups_of_its_address, Backend, backends) {
  store_world world{Backend::where};
  world.apply(sign_up(address, "stranger's")).value();
  world
      .apply(invite_user{
          .id = world.new_id<invitation_id>(), .digest = "invited", .email = address, .by = by_nobody(world)})
      .value();
  world
      .apply(accept_sign_up{.digest = "invited",
                            .id = world.new_id<user_id>(),
                            .email = "an@shop.example",
                            .name = "An",
                            .password_hash = "hash",
                            .membership = {},
                            .by = by_nobody(world),
                            .joins = {}})
      .value();
  BOOST_TEST(hash_of(world, "stranger's") == "none");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(who_has_an_account_gets_another_mail_and_nothing_else, Backend, backends) {
  store_world world{Backend::where};
  join(world, address);
  world.apply(sign_up("AN@shop.example", "again")).value();
  BOOST_TEST(hash_of(world, "again") == "none");
  BOOST_TEST((confirm(world, "again").error() == errc::not_found));
  BOOST_TEST(kinds_of_mails(world).back() == "sign_up_known to " + address);
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM users WHERE lower(email) = 'an@shop.example'") == "1");
  BOOST_TEST(world.reader->ask(find_sign_in{address})->password_hash == "hash of digest of " + address);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_sign_up_ends_after_a_day, Backend, backends) {
  store_world world{Backend::where};
  world.apply(sign_up(address, "late")).value();
  pass(world, 24h + 1s);
  BOOST_TEST(hash_of(world, "late") == "none");
  BOOST_TEST((confirm(world, "late").error() == errc::not_found));
  world.apply(sign_up("other@shop.example", "other")).value(); // which forgets what is over
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM sign_ups") == "1");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(two_sign_ups_of_one_address_make_one_account, Backend, backends) {
  store_world world{Backend::where};
  world.apply(sign_up(address, "first")).value();
  join(world, "AN@shop.example"); // ends the first
  run_sql(world.url, "INSERT INTO sign_ups (digest, email, name, password_hash, language, created_at, expires_at) "
                     "VALUES ('raced', 'an@shop.example', 'X', 'h', 'vi', 0, 99999999999999)");
  BOOST_TEST((confirm(world, "raced").error() == errc::conflict));
  BOOST_TEST((confirm(world, "raced").error() == errc::not_found)); // and is used up
}

BOOST_AUTO_TEST_CASE_TEMPLATE(an_operators_invitation_makes_one_account_for_its_address, Backend, backends) {
  store_world world{Backend::where};
  const auto accept = [&](const std::string& digest, const std::string& email) {
    return error_of(world.apply(accept_sign_up{.digest = digest,
                                               .id = world.new_id<user_id>(),
                                               .email = email,
                                               .name = "An",
                                               .password_hash = "hash",
                                               .membership = {},
                                               .by = by_nobody(world),
                                               .joins = {}}));
  };
  const auto invite = [&](const std::string& digest, const std::string& email) {
    world
        .apply(
            invite_user{.id = world.new_id<invitation_id>(), .digest = digest, .email = email, .by = by_nobody(world)})
        .value();
  };
  invite("bound", address);
  invite("open", "");
  invite("late", "");
  BOOST_TEST((accept("bound", "other@shop.example") == errc::not_found));
  BOOST_TEST((accept("bound", "an@shop.example") == errc::ok));
  BOOST_TEST((accept("bound", "an@shop.example") == errc::not_found));
  BOOST_TEST((accept("open", address) == errc::conflict));
  BOOST_TEST((accept("open", "first@shop.example") == errc::ok));
  BOOST_TEST((accept("open", "second@shop.example") == errc::not_found));
  pass(world, 24h * 7 + 1s);
  BOOST_TEST((accept("late", "late@shop.example") == errc::not_found));
}

BOOST_AUTO_TEST_SUITE_END()
