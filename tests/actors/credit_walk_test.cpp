#include "tests/actors/virtual_node.hpp"

#include "secrets/hmac.hpp"

#include <boost/test/unit_test.hpp>

namespace paylink::test {

namespace json = boost::json;

namespace {

json::object first_answer(const http_response& response) {
  BOOST_REQUIRE_MESSAGE(response.status == 200, response.body);
  return data_of(response).as_array().at(0).as_object();
}

std::vector<std::string> history(virtual_node& node, const json::object& link) {
  std::vector<std::string> classes;
  for (const auto& row : rows_of(node.api(http_method::get, node.link_path(link, "/payments?order=asc"))))
    classes.push_back(text_of(row.as_object(), "classification"));
  return classes;
}

} // namespace

BOOST_AUTO_TEST_SUITE(credit_walk)

BOOST_AUTO_TEST_CASE(a_matching_credit_completes_the_link_and_sends_one_signed_callback) {
  virtual_node node;
  const auto link = node.make_link("150000");
  const auto reported = first_answer(node.feed(node.entry("FT1", 150'000, "thanh toan " + text_of(link, "reference"))));
  BOOST_TEST(text_of(reported, "result") == "recorded");
  BOOST_TEST(text_of(reported, "bank_reference") == "FT1");

  const auto paid = node.get_link(link);
  BOOST_TEST(text_of(paid, "status") == "succeeded");
  BOOST_TEST(text_of(paid, "received_amount") == "150000");
  BOOST_TEST(text_of(paid, "callback_status") == "delivered");
  BOOST_TEST(text_of(paid, "transaction_id") == text_of(reported, "transaction_id"));

  BOOST_REQUIRE(node.world.requests.size() == 1u);
  const auto& sent = node.world.requests.front();
  BOOST_TEST(sent.url == "https://shop.test/cb");
  BOOST_TEST(scripted_world::header(sent, "User-Agent") == "Service-Payment-Link/1");
  BOOST_TEST(scripted_world::header(sent, "X-Service-Attempt") == "1");
  const auto signed_at = scripted_world::header(sent, "X-Service-Timestamp");
  BOOST_TEST(scripted_world::header(sent, "X-Service-Signature") ==
             hmac_sha256{node.signing_key}.hex({signed_at, ".", sent.body}));
  const auto body = json::parse(sent.body).as_object();
  BOOST_TEST(text_of(body, "id") == scripted_world::header(sent, "X-Service-Event-ID"));
  BOOST_TEST(text_of(body, "payment_link_id") == text_of(link, "id"));
  BOOST_TEST(text_of(body, "status") == "success");
  BOOST_TEST(text_of(body, "amount") == "150000");
  BOOST_TEST(text_of(body, "transaction_id") == text_of(reported, "transaction_id"));

  BOOST_REQUIRE(node.published.size() == 1u);
  BOOST_TEST(node.published.front().first == text_of(link, "public_id"));
  BOOST_TEST((node.published.front().second == link_status::succeeded));
}

BOOST_AUTO_TEST_CASE(six_messages_lie_between_a_credit_and_its_answer) {
  virtual_node node;
  const auto link = node.make_link("150000");
  node.feed(node.entry("FT1", 1'000, "by now the account is known"));
  const auto body = node.entry("FT2", 150'000, text_of(link, "reference"));
  const auto answer = node.begin_call(http_method::post, "/v1.1/bank-feed/MB", body, node.bank_headers(body));
  int read = 0;
  for (; !*answer && read < 100; ++read) node.run_steps(1);
  BOOST_TEST(text_of(first_answer(answer->value()), "result") == "recorded");
  // The request, the six of the walk, and one each for the supervisor of deliveries and for open pages.
  BOOST_TEST(read == 9);
}

BOOST_AUTO_TEST_CASE(every_classification_stands_in_the_history_and_only_two_complete) {
  struct credit {
    const char* name;
    std::int64_t amount;
    const char* more;
    const char* expected;
    bool completes;
  };
  const credit credits[] = {
      {"matched", 150'000, "", "matched", true},
      {"overpaid", 150'001, "", "overpaid", true},
      {"underpaid", 149'999, "", "underpaid", false},
      {"below the minimum", 1'999, "", "below_minimum", false},
  };
  virtual_node node;
  for (const auto& [name, amount, more, expected, completes] : credits) {
    BOOST_TEST_CONTEXT(name) {
      const auto link = node.make_link("150000");
      node.feed(node.entry(name, amount, text_of(link, "reference"), more));
      BOOST_TEST(history(node, link) == std::vector<std::string>{expected}, boost::test_tools::per_element());
      BOOST_TEST(text_of(node.get_link(link), "status") == (completes ? "succeeded" : "pending"));
    }
  }
}

BOOST_AUTO_TEST_CASE(a_second_credit_is_a_duplicate_and_raises_no_second_event) {
  virtual_node node;
  const auto link = node.make_link("150000");
  // Both in one request: they reach the link's mailbox together.
  const auto body = R"({"entries":[)" + node.entry("A", 150'000, text_of(link, "reference")) + "," +
                    node.entry("B", 150'000, text_of(link, "reference")) + "]}";
  BOOST_TEST(node.feed(body).status == 200u);
  BOOST_TEST(history(node, link) == (std::vector<std::string>{"matched", "duplicate"}),
             boost::test_tools::per_element());
  BOOST_TEST(node.world.requests.size() == 1u);
}

BOOST_AUTO_TEST_CASE(a_late_credit_never_reopens_a_link) {
  virtual_node node;
  const auto expiring = node.make_link("150000", R"(,"expires_at":")" + format_rfc3339(node.clock.now() + 60s) + "\"");
  const auto cancelled = node.make_link("150000");
  BOOST_TEST(node.api(http_method::post, node.link_path(cancelled, "/cancel")).status == 200u);
  node.advance(60s);
  for (const auto& link : {expiring, cancelled}) {
    node.feed(node.entry(text_of(link, "id"), 150'000, text_of(link, "reference")));
    BOOST_TEST(history(node, link) == std::vector<std::string>{"late"}, boost::test_tools::per_element());
  }
  BOOST_TEST(text_of(node.get_link(expiring), "status") == "expired");
  BOOST_TEST(text_of(node.get_link(cancelled), "status") == "cancelled");
  BOOST_TEST(node.world.requests.empty());
}

BOOST_AUTO_TEST_CASE(a_credit_one_millisecond_before_the_expiry_wins_and_at_it_is_late) {
  virtual_node node;
  const auto expiry = R"(,"expires_at":")" + format_rfc3339(node.clock.now() + 90'500ms) + "\"";
  const auto early = node.make_link("150000", expiry), late = node.make_link("150000", expiry);
  node.advance(90'499ms);
  node.feed(node.entry("E", 150'000, text_of(early, "reference")));
  node.advance(1ms);
  node.feed(node.entry("L", 150'000, text_of(late, "reference")));
  BOOST_TEST(history(node, early) == std::vector<std::string>{"matched"}, boost::test_tools::per_element());
  BOOST_TEST(history(node, late) == std::vector<std::string>{"late"}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_rejected_payment_leaves_the_link_pending_and_the_booked_one_completes_it) {
  virtual_node node;
  const auto link = node.make_link("150000");
  auto rejected = node.entry("R", 150'000, text_of(link, "reference"));
  rejected.replace(rejected.find("booked"), 6, "rejected");
  const auto reported = first_answer(node.feed(rejected));
  BOOST_TEST(text_of(reported, "result") == "recorded");
  BOOST_TEST(text_of(reported, "transaction_id") == "null");
  BOOST_TEST(text_of(node.get_link(link), "status") == "pending");
  BOOST_TEST(history(node, link) == std::vector<std::string>{"rejected"}, boost::test_tools::per_element());
  node.feed(node.entry("R", 150'000, text_of(link, "reference")));
  BOOST_TEST(text_of(node.get_link(link), "status") == "succeeded");
}

BOOST_AUTO_TEST_CASE(the_same_bank_entry_a_hundred_times_is_one_transaction) {
  virtual_node node;
  const auto link = node.make_link("150000");
  const auto entry = node.entry("SAME", 150'000, text_of(link, "reference"));
  std::vector<std::shared_ptr<std::optional<http_response>>> answers;
  for (int i = 0; i < 100; ++i)
    answers.push_back(node.begin_call(http_method::post, "/v1.1/bank-feed/MB", entry, node.bank_headers(entry)));
  node.run();
  int recorded = 0;
  for (const auto& answer : answers) {
    BOOST_REQUIRE(answer->has_value());
    const auto reported = first_answer(**answer);
    const auto result = text_of(reported, "result");
    BOOST_TEST((result == "recorded" || result == "duplicate"));
    recorded += result == "recorded";
  }
  BOOST_TEST(recorded == 1);
  BOOST_TEST(history(node, link).size() == 1u);
  BOOST_TEST(node.world.requests.size() == 1u);
}

BOOST_AUTO_TEST_CASE(credit_and_cancel_sent_together_have_one_outcome_each) {
  virtual_node node;
  constexpr int rounds = 1'000;
  int paid = 0, cancelled = 0;
  for (int round = 0; round < rounds; ++round) {
    const auto link = node.make_link("150000");
    const auto entry = node.entry("C" + std::to_string(round), 150'000, text_of(link, "reference"));
    const std::vector<std::pair<std::string, std::string>> token{{"authorization", "Bearer " + node.token}};
    auto send_cancel = [&] { return node.begin_call(http_method::post, node.link_path(link, "/cancel"), "", token); };
    auto send_credit = [&] {
      return node.begin_call(http_method::post, "/v1.1/bank-feed/MB", entry, node.bank_headers(entry));
    };
    auto first = round % 2 ? send_cancel() : send_credit();
    auto second = round % 2 ? send_credit() : send_cancel();
    node.run();
    const auto& cancel = round % 2 ? **first : **second;
    const auto status = text_of(node.get_link(link), "status");
    BOOST_REQUIRE(history(node, link).size() == 1u);
    if (status == "succeeded") {
      ++paid;
      BOOST_TEST(cancel.status == 409u);
      BOOST_TEST(history(node, link).front() == "matched");
    } else {
      ++cancelled;
      BOOST_TEST(status == "cancelled");
      BOOST_TEST(cancel.status == 200u);
      BOOST_TEST(history(node, link).front() == "late");
    }
  }
  BOOST_TEST(paid + cancelled == rounds);
  BOOST_TEST(node.world.requests.size() == static_cast<std::size_t>(paid));
}

BOOST_AUTO_TEST_CASE(money_on_a_virtual_account_finds_the_one_pending_link_that_names_it) {
  virtual_node node;
  const auto named = R"(,"virtual_account_id":")" + node.receiver.text() + "\"";
  const auto link = node.make_link("150000", named);
  const auto more = R"(,"virtual_account_number":"vqrqabcde0001")";
  node.feed(node.entry("TOO-MUCH", 150'001, "no reference", more));
  BOOST_TEST(text_of(node.get_link(link), "status") == "pending");
  node.feed(node.entry("FITS", 150'000, "no reference", more));
  BOOST_TEST(text_of(node.get_link(link), "status") == "succeeded");
  const auto one = node.make_link("150000", named), two = node.make_link("150000", named);
  node.feed(node.entry("WHICH", 150'000, "no reference", more));
  BOOST_TEST(text_of(node.get_link(one), "status") == "pending");
  BOOST_TEST(text_of(node.get_link(two), "status") == "pending");
}

BOOST_AUTO_TEST_CASE(a_text_with_two_known_references_completes_neither) {
  virtual_node node;
  const auto one = node.make_link(), two = node.make_link();
  const auto reported =
      first_answer(node.feed(node.entry("AMB", 150'000, text_of(one, "reference") + " " + text_of(two, "reference"))));
  BOOST_TEST(text_of(reported, "result") == "recorded");
  BOOST_TEST(history(node, one).empty());
  BOOST_TEST(history(node, two).empty());
}

BOOST_AUTO_TEST_CASE(one_bad_entry_of_a_batch_does_not_block_the_others) {
  virtual_node node;
  const auto link = node.make_link("150000");
  auto stranger = node.entry("X", 5'000, "hello");
  stranger.replace(stranger.find("0123456789"), 10, "9999999999");
  const auto body = R"({"entries":[{"bank_reference":"BAD","amount":"x"},)" + stranger + "," +
                    node.entry("GOOD", 150'000, text_of(link, "reference")) + "]}";
  const auto response = node.feed(body);
  BOOST_REQUIRE_MESSAGE(response.status == 200, response.body);
  const auto rows = data_of(response).as_array();
  BOOST_REQUIRE(rows.size() == 3u);
  BOOST_TEST(text_of(rows[0].as_object(), "result") == "invalid");
  BOOST_TEST(text_of(rows[1].as_object(), "result") == "unknown_account");
  BOOST_TEST(text_of(rows[2].as_object(), "result") == "recorded");
  BOOST_TEST(text_of(node.get_link(link), "status") == "succeeded");
}

BOOST_AUTO_TEST_CASE(a_credit_that_bank_and_switch_both_tell_of_completes_its_link_once) {
  virtual_node node;
  const auto tell = [&node](const char* feed, const std::string& entry) {
    return first_answer(
        node.call(http_method::post, "/v1.1/bank-feed/" + std::string{feed}, entry, node.bank_headers(entry)));
  };
  for (const bool bank_first : {true, false}) {
    const auto link = node.make_link("150000");
    const auto reference = text_of(link, "reference");
    const auto of_bank = node.entry("M-" + reference, 150'000, "Thanh toán " + reference);
    const auto of_switch = node.entry("N-" + reference, 150'000, "THANH TOAN " + reference, R"(,"bin":"970422")");
    const auto first = bank_first ? tell("MB", of_bank) : tell("NAPAS", of_switch);
    const auto second = bank_first ? tell("NAPAS", of_switch) : tell("MB", of_bank);
    BOOST_TEST(text_of(first, "result") == "recorded");
    BOOST_TEST(text_of(second, "result") == "duplicate");
    BOOST_TEST(text_of(second, "transaction_id") == text_of(first, "transaction_id"));
    BOOST_TEST(text_of(node.get_link(link), "transaction_id") == text_of(first, "transaction_id"));
    BOOST_TEST(history(node, link) == std::vector<std::string>{"matched"}, boost::test_tools::per_element());
  }
  BOOST_TEST(node.world.requests.size() == 2u);
  // A second equal transfer of the minute is money of its own.
  const auto more = node.entry("N-more", 7'000, "no reference", R"(,"bin":"970422")");
  BOOST_TEST(text_of(tell("NAPAS", more), "result") == "recorded");
  BOOST_TEST(text_of(tell("MB", node.entry("M-more", 7'000, "no reference")), "result") == "duplicate");
  BOOST_TEST(text_of(tell("MB", node.entry("M-again", 7'000, "no reference")), "result") == "recorded");
  // The account of another bank that has this number is nobody's.
  const auto stranger = node.entry("N-stranger", 7'000, "no reference", R"(,"bin":"970436")");
  BOOST_TEST(text_of(tell("NAPAS", stranger), "result") == "unknown_account");
}

BOOST_AUTO_TEST_CASE(a_workspace_that_is_suspended_while_it_is_awake_holds_its_entries) {
  virtual_node node;
  const auto link = node.make_link("150000");
  const auto tell = [&](const std::string& reference) {
    return first_answer(node.feed(node.entry(reference, 150'000, text_of(link, "reference"))));
  };
  // By a message to nobody: as another node does it, or a person at the database.
  node.apply({suspend_workspace{node.workspace}}).at(0).value();
  const auto held = tell("FT1");
  BOOST_TEST(text_of(held, "result") == "held");
  BOOST_TEST(text_of(held, "reason") == "the Workspace is suspended");
  BOOST_TEST(text_of(node.get_link(link), "status") == "pending");
  node.apply({reactivate_workspace{node.workspace, 1}}).at(0).value();
  BOOST_TEST(text_of(tell("FT1"), "result") == "duplicate");
  BOOST_TEST(text_of(node.get_link(link), "status") == "succeeded");
}

BOOST_AUTO_TEST_CASE(a_lapsed_connection_is_heard_and_makes_no_entry) {
  virtual_node node;
  const auto response = node.feed(R"({"connection_state":"lapsed","account_number":"0123456789"})");
  BOOST_TEST(response.status == 200u);
  BOOST_TEST(data_of(response).as_array().empty());
}

BOOST_AUTO_TEST_CASE(a_feed_is_believed_only_with_its_signature) {
  virtual_node node;
  const auto entry = node.entry("S", 150'000, "hello");
  BOOST_TEST(node.call(http_method::post, "/v1.1/bank-feed/MB", entry, {}).status == 401u);
  auto headers = node.bank_headers(entry);
  BOOST_TEST(node.call(http_method::post, "/v1.1/bank-feed/MB", entry + " ", headers).status == 401u);
  BOOST_TEST(node.call(http_method::post, "/v1.1/bank-feed/XYZ", entry, headers).status == 404u);
  node.advance(5min);
  BOOST_TEST(node.call(http_method::post, "/v1.1/bank-feed/MB", entry, headers).status == 200u);
  node.advance(1s);
  BOOST_TEST(node.call(http_method::post, "/v1.1/bank-feed/MB", entry, headers).status == 401u);
}

BOOST_AUTO_TEST_CASE(links_expire_within_a_second_and_their_pages_hear_of_it) {
  virtual_node node;
  const auto link = node.make_link("150000", R"(,"expires_at":")" + format_rfc3339(node.clock.now() + 10s) + "\"");
  node.advance(9'999ms);
  BOOST_TEST(node.published.empty());
  node.advance(1'001ms);
  BOOST_REQUIRE(node.published.size() == 1u);
  BOOST_TEST((node.published.front().second == link_status::expired));
  BOOST_TEST(text_of(node.get_link(link), "status") == "expired");
}

BOOST_AUTO_TEST_CASE(workspaces_that_left_are_woken_again) {
  virtual_node node;
  const auto link = node.make_link();
  node.advance(10min);
  node.feed(node.entry("LATER", 150'000, text_of(link, "reference")));
  BOOST_TEST(text_of(node.get_link(link), "status") == "succeeded");
}

BOOST_AUTO_TEST_CASE(a_bank_is_asked_to_send_again_while_the_clock_is_in_doubt) {
  virtual_node node;
  const auto link = node.make_link("150000", R"(,"expires_at":"2026-03-15T05:30:00Z")");
  const auto entry = node.entry("FT1", 150'000, text_of(link, "reference"));
  node.advance(1s);
  node.clock.moved = 4h;
  const auto refused = node.feed(entry);
  BOOST_TEST(refused.status == 503);
  BOOST_TEST(node.world.requests.empty());

  node.clock.moved = 0h;
  node.advance(3s);
  BOOST_TEST(text_of(first_answer(node.feed(entry)), "result") == "recorded");
  BOOST_TEST(text_of(node.get_link(link), "status") == "succeeded");
  BOOST_TEST(node.world.requests.size() == 1u);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace paylink::test
