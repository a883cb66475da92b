// What no notification told of is fetched from the bank's connector.
#include "tests/actors/signed_in_person.hpp"
#include "tests/support/raw_sql.hpp"

#include <boost/test/unit_test.hpp>

namespace paylink::test {

namespace json = boost::json;

namespace {

/// A bank whose book a connector lists, two entries a page.
struct listed_book {
  connector_answer operator()(const connector_request& request) const {
    const auto after = request.target.find("&after=");
    const auto begin = after == std::string::npos ? 0 : std::stoul(request.target.substr(after + 7));
    json::array page;
    for (auto place = begin; place < entries.size() && page.size() < 2; ++place)
      page.push_back(json::parse(entries[place]));
    const auto end = begin + page.size();
    json::object answer{{"entries", page}, {"has_more", end < entries.size()}};
    answer["next_after"] = std::to_string(end);
    return scripted_bank::answered(200, json::serialize(answer));
  }
  std::vector<std::string> entries;
};

/// A node whose account 5550001111 is connected over the connector of MB.
struct connected_account {
  connected_account() {
    node.bank.by = [this](const connector_request& request) { return book(request); };
    account = bank_account_id::make(node.clock.now(), node.random);
    const auto made = node.apply({connect_account{.account = {.id = account,
                                                              .workspace = node.workspace,
                                                              .owner = {},
                                                              .feed = "MB",
                                                              .bank = "MB",
                                                              .bin = "970422",
                                                              .number = "5550001111",
                                                              .holder_name = "TRAN THI B",
                                                              .state = account_state::connected},
                                                  .connection_id = "con-1"}});
    BOOST_REQUIRE(made.at(0).has_value());
  }
  void write(const std::string& reference, std::int64_t amount, const std::string& content) {
    book.entries.push_back(node.entry(reference, amount, content, {}, "5550001111"));
  }
  std::string ask(const std::string& sql) { return test::ask_sql("sqlite://" + node.database_file(), sql); }

  virtual_node node{{.connectors = {"MB"}}};
  bank_account_id account;
  listed_book book;
};

} // namespace

BOOST_AUTO_TEST_SUITE(reconciliation)

BOOST_AUTO_TEST_CASE(lost_entries_are_fetched_page_by_page_and_those_that_were_told_count_once) {
  connected_account with;
  for (int number = 1; number <= 5; ++number) with.write("FT" + std::to_string(number), 1'000 * number, "hello");
  with.node.feed(with.book.entries[1]); // the only one of which the bank told
  BOOST_TEST(with.ask("SELECT COUNT(*) FROM transactions") == "1");
  with.node.advance(35s);
  BOOST_TEST(with.ask("SELECT COUNT(*) FROM transactions") == "5");
  const auto told_by = [&](const std::string& source) {
    const auto all = rows_of(with.node.api(http_method::get, "/v1.1/transactions/" + with.node.workspace.text()));
    return std::ranges::count_if(all,
                                 [&](const json::value& one) { return text_of(one.as_object(), "source") == source; });
  };
  BOOST_TEST((told_by("feed") == 1 && told_by("fetched") == 4));
  BOOST_TEST(with.ask("SELECT fetched_to FROM bank_accounts WHERE connection_id = 'con-1'") == "5");
  const auto asked = with.node.bank.requests.size();
  BOOST_TEST(asked == 3u);
  // Later ones in five minutes, from where it was.
  with.write("FT6", 6'000, "late");
  with.node.doze(4min);
  BOOST_TEST(with.node.bank.requests.size() == asked);
  with.node.doze(2min);
  BOOST_TEST(with.ask("SELECT COUNT(*) FROM transactions") == "6");
  BOOST_TEST(with.node.bank.requests.back().target == "/connections/con-1/transactions?limit=500&after=5");
}

BOOST_AUTO_TEST_CASE(a_link_is_paid_by_an_entry_that_no_notification_told_of) {
  connected_account with;
  const auto answer =
      with.node.api(http_method::post, "/v1.1/payment-links/" + with.node.workspace.text(),
                    R"({"amount":"150000","callback_url":"https://shop.example/paid","bank_account_id":")" +
                        with.account.text() + R"("})");
  const auto link = data_of(answer).as_object();
  with.write("FT1", 150'000, text_of(link, "reference"));
  with.node.doze(6min);
  BOOST_TEST(text_of(with.node.get_link(link), "status") == "succeeded");
  BOOST_TEST(with.node.world.requests.size() == 1u); // its callback
}

BOOST_AUTO_TEST_CASE(a_connector_that_fails_is_asked_again_and_its_entries_are_not_passed_over) {
  connected_account with;
  with.write("FT1", 1'000, "hello");
  with.node.bank.by = [](const connector_request&) {
    return connector_answer{.failed = errc::bank_unreachable, .reason = "connection to 10.1.2.3:8443 refused"};
  };
  with.node.advance(35s);
  BOOST_TEST(with.ask("SELECT fetch_fault FROM bank_accounts WHERE connection_id = 'con-1'") ==
             "The bank's connector does not respond.");
  with.node.bank.by = [&with](const connector_request& request) { return with.book(request); };
  with.node.doze(3min);
  BOOST_TEST(with.ask("SELECT COUNT(*) FROM transactions") == "1");
  BOOST_TEST(with.ask("SELECT fetch_fault FROM bank_accounts WHERE connection_id = 'con-1'") == "");
}

BOOST_AUTO_TEST_CASE(a_page_that_could_not_be_stored_is_fetched_again) {
  connected_account with;
  with.write("FT1", 1'000, "hello");
  with.node.clock.is_synchronized = true;
  with.node.crash_and_restart([] {}); // while it is under way, or before
  with.node.doze(6min);
  BOOST_TEST(with.ask("SELECT COUNT(*) FROM transactions") == "1");
}

BOOST_AUTO_TEST_CASE(an_entry_that_cannot_be_read_is_kept_and_blocks_nothing) {
  connected_account with;
  with.book.entries.push_back(R"({"bank_reference":"FT0","account_number":"5550001111","amount":"x"})");
  with.write("FT1", 1'000, "hello");
  with.node.advance(35s);
  BOOST_TEST(with.ask("SELECT COUNT(*) FROM transactions") == "1");
  BOOST_TEST(with.ask("SELECT COUNT(*) FROM kept_entries WHERE reason = 'invalid'") == "1");
}

// Or a payer could keep an account from ever being fetched.
BOOST_AUTO_TEST_CASE(a_text_that_is_not_utf_8_blocks_no_page) {
  connected_account with;
  with.node.bank.by = [&with](const connector_request& request) {
    if (request.target.find("&after=") != std::string::npos)
      return scripted_bank::answered(200, R"({"entries":[],"next_after":"3","has_more":false})");
    const auto entry = [&with](const std::string& reference, const std::string& content) {
      return with.node.entry(reference, 1'000, content, {}, "5550001111");
    };
    return scripted_bank::answered(200, R"({"entries":[)" + entry("FT1", "hello") + "," + entry("FT2", "a\xFF\\ud83d") +
                                            "," + entry("FT3", "b") + R"(],"next_after":"3","has_more":false})");
  };
  with.node.advance(35s);
  BOOST_TEST(with.ask("SELECT COUNT(*) FROM transactions") == "3");
  BOOST_TEST(with.ask("SELECT content FROM transactions WHERE source_id = 'FT2'") == "a\uFFFD\uFFFD");
  BOOST_TEST(with.ask("SELECT fetch_fault || fetched_to FROM bank_accounts WHERE connection_id = 'con-1'") == "3");
}

BOOST_AUTO_TEST_CASE(a_bank_that_ends_a_connection_disconnects_the_account) {
  connected_account with;
  signed_in_person owner{with.node, "owner@shop.test"};
  const auto path = "/v1.1/bank-accounts/" + with.node.workspace.text() + "/" + with.account.text();
  const auto reported = [&](const std::string& state) {
    return with.node.feed(R"({"connection_state":")" + state + R"(","account_number":"5550001111"})").status;
  };
  BOOST_TEST(reported("strange") == 200u);
  BOOST_TEST(text_of(data_of(owner.get(path)).as_object(), "state") == "connected");
  for (int turn = 0; turn < 2; ++turn) BOOST_TEST(reported("lapsed") == 200u);
  BOOST_TEST(text_of(data_of(owner.get(path)).as_object(), "state") == "disconnected");
  BOOST_TEST(with.ask("SELECT COUNT(*) FROM audit_log WHERE action = 'bank_account.lapsed'") == "1");
  // It is still asked for what is on its way, for a day.
  with.write("FT1", 1'000, "hello");
  with.node.doze(6min);
  BOOST_TEST(with.ask("SELECT COUNT(*) FROM transactions") == "1");
}

BOOST_AUTO_TEST_CASE(an_ended_connection_tells_nothing_of_a_number_that_another_workspace_has_connected) {
  for (const bool is_asked_already : {false, true}) {
    connected_account with;
    with.node.advance(35s);
    with.node.feed(R"({"connection_state":"lapsed","account_number":"5550001111"})");
    with.write("FT1", 1'000, "hello");
    // The number may be connected while the connector is being asked.
    shop second;
    const auto connect = [&] {
      second = with.node.open_shop("5550001111", "second@shop.test");
      with.node.bank.by = [&with](const connector_request& request) { return with.book(request); };
    };
    if (is_asked_already)
      with.node.bank.by = [&](const connector_request& request) {
        connect();
        return with.book(request);
      };
    else
      connect();
    with.node.doze(30min);
    BOOST_TEST(!second.workspace.empty());
    BOOST_TEST(with.ask("SELECT COUNT(*) FROM transactions") == "0");
    BOOST_TEST(with.ask("SELECT COUNT(*) FROM kept_entries") == "0");
    BOOST_TEST(with.ask("SELECT COUNT(*) FROM bank_accounts WHERE fetch_at IS NOT NULL AND connection_id = 'con-1'") ==
               "0");
  }
}

BOOST_AUTO_TEST_CASE(a_transfer_that_proves_who_holds_the_account_may_be_found_by_fetching) {
  connected_account with;
  signed_in_person owner{with.node, "owner@shop.test"};
  const auto path = "/v1.1/bank-accounts/" + with.node.workspace.text() + "/" + with.account.text();
  with.node.feed(R"({"connection_state":"lapsed","account_number":"5550001111"})");
  const auto begin = [&](const std::string& text) {
    const auto begun = with.node.apply(
        {restart_connection{.workspace = with.node.workspace,
                            .id = with.account,
                            .proof = ownership_proof::transfer,
                            .connection_id = "con-2",
                            .verification_text = text,
                            .by = {.id = audit_id::make(with.node.clock.now(), with.node.random), .by = {}}}});
    BOOST_REQUIRE(begun.at(0).has_value());
  };
  const auto write_debit = [&](const std::string& reference, const std::string& text) {
    with.write(reference, 2'000, text);
    auto& debit = with.book.entries.back();
    debit.replace(debit.find("\"credit\""), 8, "\"debit\"");
  };
  const auto state = [&] { return text_of(data_of(owner.get(path)).as_object(), "state"); };
  begin("PFVA7K2M9QX4");
  with.write("FT1", 2'000, "PFVA7K2M9QX4");
  with.node.doze(6min);
  BOOST_TEST(state() == "disconnected"); // anybody can pay in
  write_debit("FT2", "PFVA7K2M9QX4");
  with.node.doze(6min);
  BOOST_TEST(state() == "disconnected"); // it may be what came back
  begin("PFVA9QX47K2M");
  write_debit("FT3", "PFVA9QX47K2M");
  with.node.doze(6min);
  BOOST_TEST(state() == "connected");
  BOOST_TEST(with.ask("SELECT COUNT(*) FROM transactions") == "3");
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace paylink::test
