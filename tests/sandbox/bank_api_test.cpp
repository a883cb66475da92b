#include "secrets/hmac.hpp"
#include "tests/sandbox/running_bank.hpp"

#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>

namespace json = boost::json;
using namespace paylink;
using namespace paylink::sandbox;
using namespace paylink::test;

BOOST_AUTO_TEST_SUITE(banks)

BOOST_AUTO_TEST_CASE(paying_a_page_sends_a_signed_entry_and_tells_what_the_service_said) {
  played_service service;
  temporary_folder folder;
  folder.write("sandbox.json", service.description());
  running_bank bank{folder};
  auto answer = bank.send(http_method::post, "/pay", R"({"link":"https://elsewhere.test/l/pending"})");
  BOOST_TEST(answer.status == 200u, answer.body);
  auto data = json::parse(answer.body).at("data");
  BOOST_TEST(data.at("answers").at(0).at("result").as_string() == "recorded");
  BOOST_TEST(data.at("entry").at("amount").as_int64() == 150'000);

  auto sent = service.http.requests().back();
  BOOST_TEST(sent.path == "/v1.1/bank-feed/MB");
  BOOST_TEST(sent.header("x-service-signature") ==
             hmac_sha256{"feed-secret"}.hex({sent.header("x-service-timestamp"), ".", sent.body}));
  BOOST_TEST(json::parse(sent.body) == data.at("entry"));
}

BOOST_AUTO_TEST_CASE(a_feed_that_fails_is_answered_202_and_asked_again) {
  played_service service;
  service.refusals = 3;
  temporary_folder folder;
  folder.write("sandbox.json", service.description());
  running_bank bank{folder};
  auto answer = bank.send(http_method::post, "/pay", R"({"link":"pending"})");
  BOOST_TEST(answer.status == 202u);
  BOOST_TEST(json::parse(answer.body).at("data").at("last_failure").as_string() == "HTTP 503");
  json::value entry;
  do entry = json::parse(bank.send(http_method::get, "/entries").body).at("data").at(0);
  while (entry.at("state").as_string() != "acknowledged");
  BOOST_TEST(entry.at("answers").as_array().size() == 1u);
}

BOOST_AUTO_TEST_CASE(what_cannot_be_paid_is_refused_with_the_reason) {
  played_service service;
  temporary_folder folder;
  running_bank bank{folder};
  BOOST_TEST(bank.send(http_method::post, "/pay", R"({"link":"pending"})").status == 503u);
  folder.write("sandbox.json", service.description());
  BOOST_TEST(bank.pay(R"({"link":"unknown"})").at("error").at("code").as_string() == "NOT_FOUND");
  const auto closed = bank.pay(R"({"link":"closed"})").at("error").as_object();
  BOOST_TEST(closed.at("code").as_string() == "PAYMENT_LINK_NOT_PENDING");
  BOOST_TEST(closed.at("message").as_string() ==
             "The link is cancelled; to pay it anyway, give --account, --reference and --amount.");
  // A service that cannot look is not taken for one that says no.
  const auto away = bank.pay(R"({"link":"away"})").at("error").as_object();
  BOOST_TEST(away.at("code").as_string() == "SERVICE_UNAVAILABLE");
  BOOST_TEST(has(std::string{away.at("message").as_string()}, "answered 503"));
  auto faulty = bank.pay(R"({"account_number":"0123456789","bank":"MB"})");
  BOOST_TEST(faulty.at("error").at("details").at(0).at("field").as_string() == "amount");
  BOOST_TEST(bank.books.entries().empty());
}

BOOST_AUTO_TEST_CASE(the_page_pays_and_shows_hostile_text_harmlessly) {
  played_service service;
  temporary_folder folder;
  folder.write("sandbox.json", service.description());
  running_bank bank{folder};
  auto answer = bank.send(http_method::post, "/pay", "account_number=0123456789&amount=5000&content=%3Cscript%3E",
                          {{"Content-Type", "application/x-www-form-urlencoded"}});
  BOOST_TEST(answer.status == 200u);
  BOOST_TEST(has(answer.body, "Transferred ₫5,000"));
  BOOST_TEST(has(answer.body, "&lt;script&gt;"));
  BOOST_TEST(!has(answer.body, "<script"));
  BOOST_TEST(has(bank.send(http_method::get, "/").body, "&lt;script&gt;"));
  BOOST_TEST(bank.send(http_method::get, "/style.css").header("content-type") == "text/css");
}

BOOST_AUTO_TEST_CASE(the_page_shows_an_address_of_the_service_as_it_listens_now) {
  temporary_folder folder;
  running_bank bank{folder};
  BOOST_TEST(has(bank.send(http_method::get, "/").body, "placeholder=\"/l/…\""));
  played_service service;
  folder.write("sandbox.json", service.description());
  BOOST_TEST(has(bank.send(http_method::get, "/").body, "placeholder=\"" + service.http.url() + "/l/…\""));
  const auto refused =
      bank.send(http_method::post, "/pay", "link=unknown", {{"Content-Type", "application/x-www-form-urlencoded"}});
  BOOST_TEST(has(refused.body, "placeholder=\"" + service.http.url() + "/l/…\""));
}

BOOST_AUTO_TEST_CASE(an_empty_form_is_answered_in_the_words_of_the_page) {
  played_service service;
  temporary_folder folder;
  folder.write("sandbox.json", service.description());
  running_bank bank{folder};
  const std::vector<std::pair<std::string, std::string>> form{{"Content-Type", "application/x-www-form-urlencoded"}};
  const auto empty = bank.send(http_method::post, "/pay", "link=&amount=&account_number=&repeat=", form);
  BOOST_TEST(empty.status == 422u);
  BOOST_TEST(has(empty.body, "<p>Paste a payment page's address, or give an account number under"), empty.body);
  for (const auto* name : {"account_number:", "details lists", "amount:"}) BOOST_TEST(!has(empty.body, name), name);
  const auto faulty = bank.send(http_method::post, "/pay", "account_number=0123456789&bank=MB", form);
  BOOST_TEST(has(faulty.body, "<p>Amount in VND: give the amount to pay</p>"), faulty.body);
}

BOOST_AUTO_TEST_CASE(only_what_was_recorded_and_not_rejected_looks_like_a_success) {
  played_service service;
  temporary_folder folder;
  folder.write("sandbox.json", service.description());
  running_bank bank{folder};
  const std::string order = R"({"account_number":"0123456789","amount":9000)";
  const auto look_of_the_last = [&] {
    const auto page = bank.send(http_method::get, "/").body;
    const auto begin = page.find("<li>");
    return page.substr(begin, page.find("</li>") - begin);
  };
  bank.pay(order + "}");
  BOOST_TEST(has(look_of_the_last(), R"(<b>+₫9,000</b>)"), look_of_the_last());
  BOOST_TEST(has(look_of_the_last(), R"(<em class="good">recorded</em>)"));
  BOOST_TEST(has(look_of_the_last(), "Z</time>"));
  bank.pay(order + R"(,"status":"rejected"})");
  BOOST_TEST(has(look_of_the_last(), R"(<b><s>+₫9,000</s></b>)"), look_of_the_last());
  BOOST_TEST(has(look_of_the_last(), R"(<em class="plain">rejected, recorded</em>)"));
  service.result = "unknown_account";
  bank.pay(order + "}");
  BOOST_TEST(has(look_of_the_last(), R"(<em class="bad">unknown_account</em>)"), look_of_the_last());
  service.result = "duplicate";
  bank.pay(order + "}");
  BOOST_TEST(has(look_of_the_last(), R"(<em class="plain">duplicate</em>)"), look_of_the_last());
}

BOOST_AUTO_TEST_CASE(a_notification_that_waits_is_called_waiting) {
  played_service service;
  temporary_folder folder;
  folder.write("sandbox.json", service.description());
  running_bank bank{folder};
  for (const auto* manner : {R"("shuffle":true)", R"("delay_ms":86400000)"}) {
    const auto data =
        bank.pay(R"({"account_number":"0123456789","amount":9000,"repeat":3,)" + std::string{manner} + "}").at("data");
    BOOST_TEST(data.at("state").as_string() == "waiting", manner);
    BOOST_TEST(data.at("sends_planned").as_int64() == 4, manner);
    BOOST_TEST(data.at("answers").as_array().empty(), manner);
  }
}

BOOST_AUTO_TEST_CASE(another_site_s_page_cannot_pay) {
  temporary_folder folder;
  running_bank bank{folder};
  BOOST_TEST(bank.send(http_method::post, "/pay", R"({"link":"pending"})", {{"Origin", "https://evil.test"}}).status ==
             403u);
}

// A name of another site may be made to lead here, so that its pages read what the bank shows.
BOOST_AUTO_TEST_CASE(the_bank_answers_to_its_own_names_alone) {
  struct named {
    const char *listen, *host;
    unsigned status;
  };
  for (const auto& [listen, host, status] : {
           named{"127.0.0.1:0", "127.0.0.1", 200},
           named{"127.0.0.1:0", "127.0.0.1:8090", 200},
           named{"127.0.0.1:0", "LocalHost:1", 200},
           named{"127.0.0.1:0", "[::1]:8090", 200},
           named{"127.0.0.1:0", "[::1]", 200},
           named{"127.0.0.1:0", "evil.test", 421},
           named{"127.0.0.1:0", "evil.test:8090", 421},
           named{"127.0.0.1:0", "127.0.0.1.evil.test", 421},
           named{"127.0.0.1:0", "localhost.evil.test", 421},
           named{"127.0.0.1:0", "127.0.0.2", 421},
           named{"127.0.0.1:0", "192.0.2.7:8090", 421},
           named{"127.0.0.2:0", "127.0.0.2:8090", 200},
           named{"127.0.0.2:0", "127.0.0.3:8090", 421},
           named{"0.0.0.0:0", "192.0.2.7:8090", 200},
           named{"0.0.0.0:0", "[2001:db8::7]:8090", 200},
           named{"0.0.0.0:0", "evil.test", 421},
       }) {
    temporary_folder folder;
    running_bank bank{folder, listen};
    for (const auto* path : {"/", "/mailbox", "/entries", "/receiver", "/style.css"}) {
      const auto answer = bank.send(http_method::get, path, {}, {{"Host", host}});
      BOOST_TEST(answer.status == status, host << " at " << listen << path << ": " << answer.status);
      if (status == 421) BOOST_TEST(has(answer.body, "only accepts requests for 127.0.0.1, [::1], localhost and"));
    }
    if (status == 421)
      for (const auto* path : {"/pay", "/app", "/connector/MB/connections"})
        BOOST_TEST(bank.send(http_method::post, path, "{}", {{"Host", host}}).status == 421u, host << path);
  }
}

BOOST_AUTO_TEST_CASE(unknown_paths_and_methods_are_refused) {
  temporary_folder folder;
  running_bank bank{folder};
  // Not in the service's envelope: a program that takes the bank for the service is to notice.
  const auto nothing = bank.send(http_method::get, "/v1.1/payment-links/ws_1");
  BOOST_TEST(nothing.status == 404u);
  BOOST_TEST(nothing.body == "This is the sandbox bank; its paths are /, /app, /pay, /receiver, /receiver/address, "
                             "/mailbox, /entries, /connections, /statement and /connector/.\n");
  BOOST_TEST(bank.send(http_method::get, "/pay").header("allow") == "POST");
}

BOOST_AUTO_TEST_SUITE_END()
