#include "tests/cli/program_run.hpp"
#include "tests/cli/scripted_service.hpp"

#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>

namespace json = boost::json;
using namespace paylink;
using namespace paylink::test;

namespace {

// The service and the bank, as a payer's command meets them: a link and an order of the second Workspace.
struct sandbox_world {
  std::string status = "pending", amount = "\"150000\"", virtual_account = "null";
  std::string waiting = "[]";
  scripted_service service{[this](const http_request& request) { return answer(request); }};
  scripted_service bank{[this](const http_request& request) {
    if (request.path == "/connections") return success_of(waiting);
    return success_of(R"({"number":1,"state":"acknowledged"})");
  }};
  temporary_folder folder;

  sandbox_world() {
    folder.write("sandbox.json", R"({"base_url":")" + service.url() + R"(","access_token":")" + canary_token +
                                     R"(","bank_simulator":")" + bank.url() +
                                     R"(","workspaces":[{"id":"ws_1"},{"id":"ws_2"}]})");
  }

  http_response answer(const http_request& request) const {
    const auto link = R"({"id":"pl_1","workspace_id":"ws_2","bank_account_id":"ba_1","virtual_account_id":)" +
                      virtual_account + R"(,"reference":"PFSL7K2M9QX4","status":")" + status + R"(","amount":)" +
                      amount + "}";
    const std::string order = R"({"id":"ord_1","bank_account_id":"ba_1","reference":"PFOD7K2M9QX4","status":")" +
                              status + R"(","amount":"150000"})";
    const auto& path = request.path;
    if (path == "/v1.1/payment-links/ws_1" || path == "/v1.1/orders/ws_1") return success_of("[]");
    if (path == "/v1.1/payment-links/ws_2") return success_of("[" + link + "]");
    if (path == "/v1.1/orders/ws_2") return success_of("[" + order + "]");
    if (path == "/v1.1/payment-links/ws_2/pl_1" || path == "/v1.1/payment-links/ws_2/pl_1/cancel")
      return success_of(link);
    if (path == "/v1.1/orders/ws_2/ord_1" || path == "/v1.1/orders/ws_2/ord_1/cancel") return success_of(order);
    if (path == "/v1.1/bank-accounts/ws_2/ba_1")
      return success_of(R"({"id":"ba_1","bank":"MB","account_number":"0123456789"})");
    if (path == "/v1.1/bank-accounts/ws_2/ba_1/virtual-accounts")
      return success_of(
          R"([{"id":"va_0","account_number":"VQRQOTHER0000"},{"id":"va_1","account_number":"VQRQDEMO0001"}])");
    return {.status = 404, .headers = {}, .body = R"({"success":false,"error":{"code":"NOT_FOUND","message":"gone"}})"};
  }

  program_result pay(std::vector<std::string> rest) {
    std::vector<std::string> words{"sandbox", "pay", "--sandbox", folder.path()};
    words.insert(words.end(), rest.begin(), rest.end());
    return run_program(words);
  }
  std::vector<json::value> paid() const {
    std::vector<json::value> bodies;
    for (const auto& request : bank.requests())
      if (request.path == "/pay") bodies.push_back(json::parse(request.body));
    return bodies;
  }
  bool is_cancelled(const std::string& path) const {
    for (const auto& request : service.requests())
      if (request.path == path + "/cancel") return true;
    return false;
  }
};

const std::string page = "http://127.0.0.1:8080/l/aaaaaaaaaaaaaaaaaaaaaa";

} // namespace

BOOST_AUTO_TEST_SUITE(sandbox_verbs)

BOOST_AUTO_TEST_CASE(links_and_orders_are_found_by_whatever_names_them) {
  for (const auto& [name, reference] : {std::pair{"pl_1", "PFSL7K2M9QX4"}, std::pair{"PFSL7K2M9QX4", "PFSL7K2M9QX4"},
                                        std::pair{"ord_1", "PFOD7K2M9QX4"}, std::pair{"PFOD7K2M9QX4", "PFOD7K2M9QX4"},
                                        std::pair{R"({"id":"ord_1","workspace_id":"ws_2"})", "PFOD7K2M9QX4"}}) {
    sandbox_world world;
    const auto ran = world.pay({name});
    BOOST_TEST(ran.code == 0, name << ran.err);
    BOOST_REQUIRE(world.paid().size() == 1u);
    BOOST_TEST(world.paid()[0] ==
               json::parse(R"({"account_number":"0123456789","bank":"MB","amount":"150000","reference":")" +
                           std::string{reference} + "\"}"));
  }
  sandbox_world world;
  const auto unknown = world.pay({"ord_2"});
  BOOST_TEST(unknown.code == 1);
  BOOST_TEST(has(unknown.err, "no such payment link or order: ord_2"), unknown.err);
  BOOST_TEST(world.pay({"--underpaid", "../../x"}).code == 2);
}

BOOST_AUTO_TEST_CASE(a_link_that_names_a_virtual_account_is_paid_there) {
  sandbox_world world;
  world.virtual_account = "\"va_1\"";
  BOOST_TEST(world.pay({"pl_1"}).code == 0);
  BOOST_TEST(world.paid().at(0).at("account_number").as_string() == "VQRQDEMO0001");
}

BOOST_AUTO_TEST_CASE(each_outcome_pays_what_leads_to_it) {
  struct row {
    std::string option, status, amount, first_amount;
    bool cancels = false;
  };
  for (const auto& [option, status, amount, first_amount, cancels] :
       {row{"--overpaid", "pending", "151000", ""}, row{"--underpaid", "pending", "149000", ""},
        row{"--duplicate", "pending", "150000", "150000"}, row{"--duplicate", "succeeded", "150000", ""},
        row{"--late", "pending", "150000", "", true}, row{"--late", "expired", "150000", ""}})
    for (const auto& name : {page, std::string{"pl_1"}, std::string{"ord_1"}}) {
      sandbox_world world;
      world.status = name == "ord_1" && status == "succeeded" ? "success" : status;
      const auto ran = world.pay({name, option});
      BOOST_TEST(ran.code == 0, option << " " << name << ": " << ran.err);
      const auto paid = world.paid();
      BOOST_REQUIRE(paid.size() == (first_amount.empty() ? 1u : 2u));
      BOOST_TEST(paid.back().at("amount").as_string() == amount, option);
      const std::string path = name == "ord_1" ? "/v1.1/orders/ws_2/ord_1" : "/v1.1/payment-links/ws_2/pl_1";
      BOOST_TEST(world.is_cancelled(path) == cancels, option);
    }
  sandbox_world world;
  BOOST_TEST(world.pay({page, "--below-minimum"}).code == 0);
  BOOST_TEST(world.pay({"pl_1", "--below-minimum"}).code == 0);
  BOOST_TEST(world.pay({page, "--rejected"}).code == 0);
  BOOST_TEST(world.pay({page, "--matched"}).code == 0);
  const auto paid = world.paid();
  BOOST_REQUIRE(paid.size() == 4u);
  BOOST_TEST(paid[0] == json::parse(R"({"link":")" + page + R"(","amount":"1000"})"));
  BOOST_TEST(paid[1].at("amount").as_string() == "1000");
  BOOST_TEST(paid[2] == json::parse(R"({"link":")" + page + R"(","status":"rejected"})"));
  BOOST_TEST(paid[3] == json::parse(R"({"link":")" + page + R"("})"));
}

BOOST_AUTO_TEST_CASE(an_outcome_that_cannot_be_is_refused_before_anything_is_paid) {
  struct row {
    std::vector<std::string> words;
    std::string status, amount;
    int code;
    std::string reason;
  };
  for (const auto& [words, status, amount, code, reason] :
       {row{{"pl_1", "--underpaid"}, "expired", "\"150000\"", 1, "is expired, no longer pending"},
        row{{"pl_1", "--late"}, "succeeded", "\"150000\"", 1, "a duplicate"},
        row{{"pl_1", "--duplicate"}, "expired", "\"150000\"", 1, "another payment is late"},
        row{{"pl_1", "--overpaid"}, "pending", "null", 2, "has no amount"},
        row{{"pl_1", "--underpaid"}, "pending", "\"2000\"", 2, "smallest amount"},
        row{{"pl_1"}, "pending", "null", 2, "give --amount"},
        row{{"pl_1", "--late", "--rejected"}, "pending", "\"150000\"", 2, "at most 1"},
        row{{"pl_1", "--underpaid", "--amount", "5"}, "pending", "\"150000\"", 2, "--amount"},
        row{{"pl_1", "--lost", "--twice"}, "pending", "\"150000\"", 2, "--lost"},
        row{{"pl_1", "--format", "mt940"}, "pending", "\"150000\"", 2, "mt940"},
        row{{"--account", "0123456789", "--late"}, "pending", "\"150000\"", 2, "a link or an order"}}) {
    sandbox_world world;
    world.status = status;
    world.amount = amount;
    const auto ran = world.pay(words);
    BOOST_TEST(ran.code == code, words.back() << ": " << ran.err);
    BOOST_TEST(has(ran.err, reason), ran.err);
    BOOST_TEST(world.paid().empty());
    for (const auto& request : world.service.requests()) BOOST_TEST((request.method == http_method::get));
  }
}

BOOST_AUTO_TEST_CASE(each_fault_is_a_member_of_the_order) {
  for (const auto& [option, member] :
       {std::pair{"--lost", R"("lose":true)"}, std::pair{"--twice", R"("repeat":1)"},
        std::pair{"--shuffled", R"("shuffle":true)"}, std::pair{"--changed", R"("change":true)"},
        std::pair{"--delayed", R"("delay_ms":5000)"}, std::pair{"--format=casso", R"("format":"casso")"}}) {
    sandbox_world world;
    BOOST_TEST(world.pay({page, option}).code == 0, option);
    BOOST_REQUIRE(world.paid().size() == 1u);
    BOOST_TEST(world.paid()[0] == json::parse(R"({"link":")" + page + "\"," + member + "}"), option);
  }
}

BOOST_AUTO_TEST_CASE(otp_prints_the_newest_code_and_nothing_else) {
  sandbox_world world;
  const auto otp = [&](std::vector<std::string> rest) {
    std::vector<std::string> words{"sandbox", "otp", "--sandbox", world.folder.path()};
    words.insert(words.end(), rest.begin(), rest.end());
    return run_program(words);
  };
  const auto none = otp({});
  BOOST_TEST(none.code == 1);
  BOOST_TEST(none.out == "");
  BOOST_TEST(has(none.err, "is waiting for a code"), none.err);
  world.waiting = R"([{"account_number":"1112223334","otp":"111111"},{"account_number":"0907654321","otp":"222222"}])";
  BOOST_TEST(otp({}).out == "111111\n");
  BOOST_TEST(otp({"0907654321"}).out == "222222\n");
  BOOST_TEST(has(otp({"--json"}).out, R"("otp":"111111")"));
  const auto other = otp({"0000"});
  BOOST_TEST(other.code == 1);
  BOOST_TEST(has(other.err, "0000"), other.err);
  BOOST_TEST(run_program({"sandbox", "otp", "--bank-simulator", "http://127.0.0.1:1"}).code == 3);
}

BOOST_AUTO_TEST_SUITE_END()
