#include "tests/cli/program_run.hpp"
#include "tests/cli/scripted_service.hpp"

#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>

namespace json = boost::json;
using namespace paylink;
using namespace paylink::test;

namespace {

const std::string import_json = R"({"entries":3,"recorded":1,"duplicate":2,"unusable_entries":[]})";

std::vector<std::string> import_words(const std::string& file, std::initializer_list<std::string> rest = {}) {
  std::vector<std::string> words{"transactions", "import", file, "--account", "ba_1", "--workspace", "ws_1"};
  words.insert(words.end(), rest);
  return words;
}

} // namespace

BOOST_AUTO_TEST_SUITE(bank_verbs)

BOOST_AUTO_TEST_CASE(import_sends_the_file_and_what_its_columns_are_called) {
  scripted_service service{[](const auto&) { return success_of(import_json); }};
  const temporary_folder folder;
  const auto file = folder.write("sao ke.csv", "Ngày,Tiền\n15/03/2026,\"1.000\"\n");
  const auto ran = run_program(import_words(file, {"--date-column", "Ngày", "--date-pattern", "dd/MM/yyyy",
                                                   "--amount-column", "Tiền", "--text-column", "Nội dung"}),
                               here(service));
  BOOST_TEST(ran.code == 0, ran.err);
  BOOST_TEST(has(ran.out, "recorded"));
  const auto requests = service.requests();
  BOOST_REQUIRE(requests.size() == 1u);
  BOOST_TEST((requests[0].method == http_method::post));
  BOOST_TEST(requests[0].path == "/v1.1/bank-accounts/ws_1/ba_1/import");
  const json::object sent{
      {"format", "csv"},
      {"statement", "Ngày,Tiền\n15/03/2026,\"1.000\"\n"},
      {"columns", {{"date", "Ngày"}, {"date_pattern", "dd/MM/yyyy"}, {"amount", "Tiền"}, {"text", "Nội dung"}}}};
  BOOST_TEST(json::parse(requests[0].body) == sent);
}

BOOST_AUTO_TEST_CASE(import_says_what_waits_and_sends_the_amount_that_a_person_names) {
  scripted_service service{[](const auto&) { return success_of(R"({"entries":3,"recorded":3,"unconfirmed":2})"); }};
  const temporary_folder folder;
  const auto ran =
      run_program(import_words(folder.write("a.sta", "x"), {"--unexplained-amount", "-150000"}), here(service));
  BOOST_TEST((ran.code == 0 && ran.err.starts_with("2 of them would complete a payment link or an order")));
  BOOST_TEST(ran.err.find("Needs review") != std::string::npos);
  BOOST_TEST(json::parse(service.requests().at(0).body).at("unexplained_amount").as_string() == "-150000");
}

BOOST_AUTO_TEST_CASE(a_refused_statement_is_answered_with_the_option_that_records_it) {
  scripted_service service{[](const auto&) {
    return http_response{
        .status = 422,
        .headers = {},
        .body = R"({"success":false,"error":{"code":"VALIDATION_ERROR","message":"Some values are not valid.",)"
                R"("details":[{"field":"unexplained_amount","code":"unexplained","message":"They differ.",)"
                R"("value":"-91000"}],"traceId":"t"}})"};
  }};
  const temporary_folder folder;
  const auto ran = run_program(import_words(folder.write("a.sta", "x")), here(service));
  BOOST_TEST(ran.code == 1);
  BOOST_TEST(has(ran.err, "add --unexplained-amount -91000"), ran.err);
}

BOOST_AUTO_TEST_CASE(an_option_without_its_value_is_named) {
  const auto ran = run_program({"bank-accounts", "list", "--workspace"});
  BOOST_TEST(ran.code == 2);
  BOOST_TEST(has(ran.err, "paylink: --workspace needs a value"), ran.err);
}

BOOST_AUTO_TEST_CASE(import_knows_the_form_by_the_files_name_unless_it_is_said) {
  scripted_service service{[](const auto&) { return success_of(import_json); }};
  const temporary_folder folder;
  const std::pair<std::string, std::string> names[]{
      {"a.xml", "camt"}, {"a.XML", "camt"}, {"a.sta", "mt940"}, {"a.csv", "csv"}};
  for (const auto& [name, format] : names) {
    BOOST_TEST(run_program(import_words(folder.write(name, "x")), here(service)).code == 0);
    BOOST_TEST(json::parse(service.requests().back().body).at("format").as_string() == format, name);
  }
  const auto file = folder.write("statement.txt", "x");
  const auto unknown = run_program(import_words(file), here(service));
  BOOST_TEST((unknown.code == 2 && has(unknown.err, "--format camt, mt940 or csv")));
  BOOST_TEST(run_program(import_words(file, {"--format", "mt940"}), here(service)).code == 0);
  const auto foreign = run_program(import_words(folder.write("b.csv", "Ng\xe0y")), here(service));
  BOOST_TEST(foreign.code == 2);
  BOOST_TEST(has(foreign.err, "is not in UTF-8 (byte 3)"), foreign.err);
  const auto missing = run_program(import_words("/nowhere/a.csv"), here(service));
  BOOST_TEST((missing.code == 2 && has(missing.err, "cannot read /nowhere/a.csv")));
}

BOOST_AUTO_TEST_CASE(health_and_the_daily_report_are_read) {
  scripted_service service{[](const http_request& request) {
    return request.path.ends_with("/health")
               ? success_of(R"({"bank_account_id":"ba_1","gaps":[]})")
               : success_of(R"([{"day":"2026-03-15","bank_account_id":"ba_1","credit_amount":"150000"}])",
                            R"({"has_more":false,"next_cursor":null})");
  }};
  BOOST_TEST(run_program({"bank-accounts", "health", "ba_1", "--workspace", "ws_1"}, here(service)).code == 0);
  BOOST_TEST(service.requests().back().path == "/v1.1/bank-accounts/ws_1/ba_1/health");
  const auto report = run_program({"daily-report", "--workspace", "ws_1", "--day", "2026-03-15"}, here(service));
  BOOST_TEST((report.code == 0 && has(report.out, "2026-03-15")), report.err);
  BOOST_TEST(service.requests().back().path == "/v1.1/daily-reports/ws_1");
  BOOST_TEST(service.requests().back().parameter("day").value_or("") == "2026-03-15");
  BOOST_TEST(run_program({"daily-report", "--all-workspaces"}, here(service)).code == 0);
  BOOST_TEST(service.requests().back().path == "/v1.1/daily-reports");
}

BOOST_AUTO_TEST_SUITE_END()
