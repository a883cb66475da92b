// Strangers who try passwords: they are held up, and the account's owner is not.
#include "tests/actors/second_factors.hpp"
#include "tests/support/raw_sql.hpp"

#include <boost/test/unit_test.hpp>
#include <functional>

namespace paylink::test {

namespace {

const std::string their_email = "an@shop.test";

std::string sign_in_body(const std::string& email, const std::string& password = "Pass word 1") {
  return R"({"email":")" + email + R"(","password":")" + password + R"("})";
}

std::string stranger_address(int stranger) {
  return "198.51." + std::to_string(stranger / 250) + "." + std::to_string(stranger % 250 + 1);
}

int count_try_rows(const virtual_node& node) {
  return std::stoi(test::ask_sql("sqlite://" + node.database_file(), "SELECT COUNT(*) FROM tries"));
}

/// Somebody who signs in again and again, and how that went.
struct returning_visitor {
  std::string name;
  person who;
  bool keeps_cookies = true;
  int tries = 0, successes = 0;
  std::chrono::seconds waits{0}; ///< The longest that an answer told to wait.

  void sign_in() {
    if (!keeps_cookies) who.cookie.clear(), who.device.clear();
    const auto answer = who.sign_in(their_email);
    ++tries;
    successes += answer.status == 201u ? 1 : 0;
    if (answer.status == 429u)
      waits = std::max(waits, std::chrono::seconds{std::stoi(header_of(answer, "Retry-After"))});
  }
};

} // namespace

BOOST_AUTO_TEST_SUITE(strangers)

BOOST_AUTO_TEST_CASE(a_thousand_strangers_hold_up_each_other_and_no_device_or_address_that_has_signed_in) {
  virtual_node node;
  returning_visitor visitors[]{{"a known device", person{node, "192.0.2.1"}},
                               {"a known device at another address", person{node, "192.0.2.2"}},
                               {"a known address, without a cookie", person{node, "192.0.2.3"}, false},
                               {"a new address", person{node, "192.0.2.4"}, false}};
  visitors[0].who.join(their_email);
  for (auto* known : {&visitors[0], &visitors[2]}) known->sign_in();
  visitors[1].who.device = visitors[0].who.device;
  int wrong = 0, refused = 0;
  for (int round = 0; round < 10; ++round) {
    for (int stranger = 0; stranger < 1'000; ++stranger) {
      const auto status = person{node, stranger_address(stranger)}.sign_in(their_email, "Wrong word 1").status;
      wrong += status == 401u, refused += status == 429u;
      if (stranger == 500)
        for (auto& one : visitors) one.sign_in();
    }
    node.advance(3min);
  }
  BOOST_TEST_MESSAGE("in 30 minutes, of 10,000 tries by 1,000 strangers " << wrong << " got as far as the password, "
                                                                          << refused << " were refused");
  for (const auto& one : visitors)
    BOOST_TEST_MESSAGE(one.name << ": " << one.successes << " of " << one.tries << " succeeded, told to wait "
                                << one.waits.count() << " s at most");
  BOOST_TEST((wrong <= 90 && wrong + refused == 10'000), wrong << " and " << refused);
  for (auto* known : {&visitors[0], &visitors[1], &visitors[2]})
    BOOST_TEST(known->successes == known->tries, known->name);
  BOOST_TEST((visitors[3].successes == 0 && visitors[3].waits <= 15min));
  BOOST_TEST(count_try_rows(node) < 500, count_try_rows(node));

  // The way in that is left from a new address, while the strangers go on: the mailed link.
  auto& away = visitors[3].who;
  for (int stranger = 0; stranger < 100; ++stranger)
    person{node, stranger_address(stranger)}.sign_in(their_email, "Wrong word 1");
  BOOST_TEST(away.sign_in(their_email).status == 429u);
  BOOST_TEST(away.call(http_method::post, "/v1.1/account/recovery", R"({"email":"an@shop.test"})").status == 202u);
  const auto set = away.call(http_method::post, "/v1.1/account/recovery/confirm",
                             R"({"token":")" + mailed_token(node, their_email) + R"(","password":"Pass word 2"})");
  BOOST_TEST((set.status == 204u && !away.device.empty()));
  BOOST_TEST(away.sign_in(their_email, "Pass word 2").status == 201u);
}

BOOST_AUTO_TEST_CASE(a_device_has_tries_of_its_own_and_no_more_than_ten) {
  virtual_node node;
  person one{node};
  one.enter(their_email);
  BOOST_TEST(one.device.starts_with("__Host-paylink_device_"));
  for (int tries = 0; tries < 10; ++tries) BOOST_TEST(one.sign_in(their_email, "Wrong word 1").status == 401u);
  BOOST_TEST(one.sign_in(their_email).status == 429u);
  // It is the device that waits; the address has been spared.
  one.device.clear();
  BOOST_TEST(one.sign_in(their_email).status == 201u);
}

BOOST_AUTO_TEST_CASE(the_cookie_of_a_device_is_for_one_account_and_for_half_a_year) {
  virtual_node node;
  person one{node}, other{node, "192.0.2.9"};
  one.join(their_email);
  const auto opened = one.sign_in(their_email);
  std::string set;
  for (const auto& [name, value] : opened.headers)
    if (name == "Set-Cookie" && value.find("_device_") != value.npos) set = value;
  BOOST_TEST(set.ends_with("; Path=/; HttpOnly; SameSite=Strict; Secure; Max-Age=15552000"), set);
  other.join("binh@shop.test");
  /// Whether someone with this cookie is told apart from strangers, of whom there were too many.
  const auto is_known = [&](const std::string& device, const std::string& email, const std::string& address) {
    for (int stranger = 0; stranger < 40; ++stranger)
      person{node, stranger_address(stranger)}.sign_in(email, "Wrong 1 xx");
    person who{node, address};
    who.device = device;
    return who.sign_in(email).status == 201u;
  };
  const auto device = one.device;
  BOOST_TEST(is_known(device, their_email, "203.0.113.1"));
  BOOST_TEST(is_known("__Host-paylink_device_0123456789=x; " + device, "AN@shop.test", "203.0.113.2"));
  BOOST_TEST(!is_known(device, "binh@shop.test", "203.0.113.3"));
  BOOST_TEST(!is_known(device.substr(0, device.size() - 6) + "AAAAAA", their_email, "203.0.113.4"));
  node.clock.moved += 24h * 181;
  BOOST_TEST(!is_known(device, their_email, "203.0.113.5"));
}

BOOST_AUTO_TEST_CASE(successes_cost_and_strangers_use_up_only_their_own) {
  virtual_node node;
  person one{node};
  one.join(their_email);
  int successes = 0;
  for (int tries = 0; tries < 150; ++tries) {
    person again{node, stranger_address(tries)}; // anyone who knows the password
    successes += again.sign_in(their_email).status == 201u ? 1 : 0;
  }
  BOOST_TEST(successes == 100);
  BOOST_TEST(person(node, "203.0.113.1").sign_in(their_email).status == 429u);
  node.advance(15min);
  BOOST_TEST(one.sign_in(their_email).status == 201u);
  const auto rows = count_try_rows(node);
  for (int again = 0; again < 20; ++again) BOOST_TEST(one.sign_in(their_email).status == 201u);
  BOOST_TEST(count_try_rows(node) <= rows + 2);
}

BOOST_AUTO_TEST_CASE(who_knows_the_password_and_no_code_holds_up_no_owner) {
  struct owner {
    const char* name;
    bool has_device, comes_from_home;
  };
  for (const auto& [name, has_device, comes_from_home] : {owner{"known device", true, true},
                                                          {"known device at another address", true, false},
                                                          {"known address", false, true}}) {
    virtual_node node;
    person one{node}, away{node, "192.0.2.9"};
    one.enter(their_email);
    const auto app = turn_on_app(node, one);
    node.advance(30s);
    BOOST_TEST(sign_in_with(one, their_email, R"("code":")" + app.code() + '"').status == 201u);
    auto& who = comes_from_home ? one : away;
    who.device = has_device ? one.device : std::string{};
    int asked = 0, wrong = 0;
    // From one address, then from many; all know the password.
    for (int tries = 0; tries < 100; ++tries)
      asked += person{node, "198.51.100.7"}.sign_in(their_email).status == 401u ? 1 : 0;
    BOOST_TEST(asked == 10, name << ": " << asked); // no try is given back before the code is right
    for (int tries = 0; tries < 300; ++tries) {
      person thief{node, stranger_address(tries + 300)};
      asked += thief.sign_in(their_email).status == 401u ? 1 : 0;
      wrong += sign_in_with(thief, their_email, R"("code":")" + app.wrong_code() + '"').status == 401u ? 1 : 0;
    }
    BOOST_TEST(asked + wrong == 30, name << ": " << asked << " and " << wrong);
    node.advance(30s);
    BOOST_TEST(who.sign_in(their_email).status == 401u, name); // asks for the code
    const auto opened = sign_in_with(who, their_email, R"("code":")" + app.code() + '"');
    BOOST_TEST(opened.status == 201u, name << ": " << opened.status);
  }
}

BOOST_AUTO_TEST_CASE(a_cookie_of_a_device_ends_with_what_ends_all_sessions) {
  const auto set_password = [](person& one, const std::string& path, const std::string& body) {
    return one.call(http_method::post, "/v1.1/account/" + path, body).status;
  };
  struct ending {
    const char* name;
    std::function<void(virtual_node& node, person& owner)> act;
    std::string password = "Pass word 1";
    bool keeps_owner = false;
  };
  const auto run = [](virtual_node& node, const std::string& sql) {
    test::run_sql("sqlite://" + node.database_file(), sql);
  };
  const ending endings[]{
      {"a new password",
       [&](virtual_node&, person& owner) {
         BOOST_TEST(set_password(owner, "password", R"({"current_password":"Pass word 1","password":"Pass word 2"})") ==
                    204u);
       },
       "Pass word 2", true},
      {"a recovery",
       [&](virtual_node& node, person& owner) {
         BOOST_TEST(set_password(owner, "recovery", R"({"email":"an@shop.test"})") == 202u);
         BOOST_TEST(set_password(owner, "recovery/confirm",
                                 R"({"token":")" + mailed_token(node, their_email) +
                                     R"(","password":"Pass word 2"})") == 204u);
       },
       "Pass word 2", true},
      // What an operator's lock, an operator's reset and the end of all sessions have in common.
      {"the end of all sessions", [&](virtual_node& node, person&) { run(node, "DELETE FROM sign_in_addresses"); }},
      {"nothing", [](virtual_node&, person&) {}, "Pass word 1", true},
  };
  for (const auto& [name, act, password, keeps_owner] : endings) {
    virtual_node node;
    person owner{node}, former{node, "192.0.2.9"};
    owner.enter(their_email), former.sign_in(their_email);
    const auto device = former.device;
    act(node, owner);
    for (int stranger = 0; stranger < 40; ++stranger)
      person{node, stranger_address(stranger)}.sign_in(their_email, "Wrong word 1");
    const auto status_with = [&, wanted = password](const std::string& cookie, const std::string& address) {
      person who{node, address};
      who.device = cookie;
      return who.sign_in(their_email, wanted).status;
    };
    const bool is_nothing = std::string_view{name} == "nothing";
    BOOST_TEST(status_with(device, "203.0.113.1") == (is_nothing ? 201u : 429u), name);
    BOOST_TEST(status_with(owner.device, "203.0.113.2") == (keeps_owner ? 201u : 429u), name);
  }
}

BOOST_AUTO_TEST_CASE(many_cookies_of_an_account_have_no_more_tries_than_the_places_it_remembers) {
  virtual_node node;
  person one{node};
  one.join(their_email);
  std::vector<std::string> devices;
  const auto collect = [&](const std::string& address) {
    person again{node, address};
    if (again.sign_in(their_email).status == 201u) devices.push_back(again.device);
  };
  for (int sign_in = 0; sign_in < 40; ++sign_in) collect("198.51.100.7");
  const auto guess = [&] {
    int wrong = 0;
    for (std::size_t at = 0; at < devices.size(); ++at)
      for (int tries = 0; tries < 12; ++tries) {
        person who{node, "203.0." + std::to_string(at) + ".1"};
        who.device = devices[at];
        wrong += who.sign_in(their_email, "Wrong word 1").status == 401u ? 1 : 0;
      }
    return wrong;
  };
  // Those of one place share ten; behind them the holder is not even a stranger.
  BOOST_TEST(devices.size() == 40u);
  BOOST_TEST(guess() == 10);
  node.advance(16min);
  devices.clear();
  for (int place = 0; place < 60; ++place) {
    collect(stranger_address(place));
    node.advance(1s);
  }
  // The newest 20 places have ten each, and the rest are strangers, who have thirty together.
  BOOST_TEST(devices.size() == 60u);
  BOOST_TEST(guess() == 20 * 10 + 30);
}

BOOST_AUTO_TEST_CASE(strangers_do_not_keep_an_address_from_joining_or_recovering) {
  virtual_node node;
  person one{node}, owner{node, "192.0.2.9"};
  const auto ask = [](person& who, const std::string& path, const std::string& email) {
    return who.call(http_method::post, path, R"({"email":")" + email + R"(","name":"An","password":"Pass word 1"})")
        .status;
  };
  person stranger{node, "198.51.100.7"};
  int asked = 0;
  for (int tries = 0; tries < 10; ++tries) asked += ask(stranger, "/v1.1/accounts", their_email) == 202u ? 1 : 0;
  BOOST_TEST(asked == 3); // mails from one address to another
  one.join(their_email);
  owner.sign_in(their_email);
  const auto recover = [&](person& who) {
    return who.call(http_method::post, "/v1.1/account/recovery", R"({"email":"an@shop.test"})").status;
  };
  for (int tries = 0; tries < 100; ++tries) {
    person other{node, stranger_address(tries)};
    recover(other);
  }
  BOOST_TEST(recover(owner) == 202u);
  // Anyone who asks is answered the same, and the mailbox gets a mail in five minutes.
  person away{node, "203.0.113.1"};
  BOOST_TEST(recover(away) == 202u);
  node.advance(10s);
  const auto mails = [&] {
    return std::ranges::count_if(node.mail.sent,
                                 [](const auto& mail) { return mail.text.find("/recover#") != mail.text.npos; });
  };
  BOOST_TEST(mails() == 1);
  const auto token = mailed_token(node, their_email);
  node.advance(5min);
  BOOST_TEST(recover(away) == 202u);
  BOOST_TEST((mailed_token(node, their_email) != token && mails() == 2));
  for (int more = 0; more < 4; ++more) recover(away);
  BOOST_TEST(recover(away) == 429u); // one address asks for one account
}

BOOST_AUTO_TEST_CASE(a_session_confirms_although_another_one_has_guessed) {
  virtual_node node;
  person one{node}, thief{node, "192.0.2.9"};
  one.enter(their_email);
  thief.sign_in(their_email);
  const auto confirm = [](person& who, const std::string& password) {
    return who.call(http_method::post, "/v1.1/sessions/current/confirm", R"({"password":")" + password + "\"}").status;
  };
  for (int tries = 0; tries < 10; ++tries) BOOST_TEST(confirm(thief, "Wrong word 1") == 422u);
  BOOST_TEST(confirm(thief, "Pass word 1") == 429u);
  BOOST_TEST(confirm(one, "Pass word 1") == 204u);
}

BOOST_AUTO_TEST_CASE(one_account_from_three_addresses_leaves_places_for_everybody_else) {
  virtual_node node;
  person one{node};
  one.join(their_email);
  std::vector<std::shared_ptr<std::optional<http_response>>> busy, others;
  for (int call = 0; call < 30; ++call)
    busy.push_back(person{node, stranger_address(call % 3)}.begin_call(http_method::post, "/v1.1/sessions",
                                                                       sign_in_body(their_email)));
  for (int other = 0; other < 9; ++other)
    others.push_back(person{node, "203.0.113." + std::to_string(other + 1)}.begin_call(
        http_method::post, "/v1.1/sessions", sign_in_body("nobody" + std::to_string(other) + "@shop.test")));
  node.run();
  const auto count = [](const auto& calls, unsigned status) {
    return std::ranges::count_if(calls, [&](const auto& answer) { return answer->value().status == status; });
  };
  BOOST_TEST(count(others, 401u) == 9);
  BOOST_TEST(count(busy, 201u) == hash_places::of_an_account);
  BOOST_TEST(count(busy, 503u) == 30 - hash_places::of_an_account);
}

BOOST_AUTO_TEST_CASE(a_try_that_got_no_place_is_not_counted) {
  virtual_node node;
  std::vector<std::shared_ptr<std::optional<http_response>>> crowd;
  for (int who = 0; who < 30; ++who)
    crowd.push_back(person{node, stranger_address(who)}.begin_call(
        http_method::post, "/v1.1/sessions", sign_in_body("nobody" + std::to_string(who) + "@shop.test")));
  node.run();
  const auto sent_away =
      std::ranges::count_if(crowd, [](const auto& answer) { return answer->value().status == 503u; });
  BOOST_TEST(sent_away == 30 - hash_places::of_strangers);
  BOOST_TEST(count_try_rows(node) == 2 * hash_places::of_strangers); // of the address, and of all strangers
  BOOST_TEST(person(node).sign_in("nobody@shop.test").status == 401u);
}

BOOST_AUTO_TEST_CASE(places_are_shared_out_by_account_and_household_and_strangers_leave_some) {
  hash_places places;
  std::vector<std::shared_ptr<const void>> taken;
  const auto take = [&](const std::string& account, const std::string& household, bool is_known) {
    auto place = places.take({account, household, is_known});
    if (place) taken.push_back(place);
    return place != nullptr;
  };
  for (int i = 0; i < hash_places::of_an_account; ++i) BOOST_TEST(take("a", "h" + std::to_string(i), false));
  BOOST_TEST(!take("a", "h9", false));
  BOOST_TEST(take("a", "h9", true)); // strangers do not take the owner's share
  for (int i = 0; i < hash_places::of_a_household; ++i) BOOST_TEST(take("b" + std::to_string(i), "office", false));
  BOOST_TEST(!take("b9", "office", false));
  BOOST_TEST(take("b9", "office", true));
  BOOST_TEST(take("e", "home", true));
  BOOST_TEST(take("e", "home", true));
  BOOST_TEST(!take("e", "home", true)); // one device leaves a place to another of the account
  BOOST_TEST(take("e", "office", true));
  BOOST_TEST(!take("e", "elsewhere", true));
  for (int i = 0; take("c" + std::to_string(i), "i" + std::to_string(i), false); ++i) {
  }
  BOOST_TEST(std::ssize(taken) == hash_places::of_strangers + 5);
  BOOST_TEST(!take("d", "office", true)); // the last are for households that have none
  BOOST_TEST(take("d", "new", true));
  BOOST_TEST(!take("d", "newer", true));
  BOOST_TEST(std::ssize(taken) == hash_places::in_all);
  taken.clear();
  // The accounts of one household, and of three, leave places to everybody else.
  int households = 0;
  for (const auto* household : {"x", "y", "z"}) {
    for (int i = 0; take(household + std::to_string(i), household, true); ++i) {
    }
    BOOST_TEST(std::ssize(taken) == std::min(++households * hash_places::of_a_known_household,
                                             hash_places::in_all - hash_places::kept_for_newcomers));
  }
  BOOST_TEST(take("a", "h", true));
  taken.clear();
  BOOST_TEST(take("a", "h", false));
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace paylink::test
