// A bank's statement records what no feed told of, and what one told of only once.
#include "tests/actors/signed_in_person.hpp"
#include "tests/support/raw_sql.hpp"

#include <boost/test/unit_test.hpp>

namespace paylink::test {

namespace json = boost::json;

namespace {

constexpr const char* csv_columns =
    R"({"date":"Ngày","date_pattern":"dd/MM/yyyy HH:mm:ss","amount":"Số tiền","text":"Nội dung"})";

/// A node, its Owner, who has just signed in and imports, and its first account.
struct importing_shop {
  std::string path() const {
    return "/v1.1/bank-accounts/" + node.workspace.text() + "/" + node.account.text() + "/import";
  }
  http_response import_text(const std::string& format, const std::string& text, const std::string& columns = {}) {
    json::object body{{"format", format}, {"statement", text}};
    if (!columns.empty()) body["columns"] = json::parse(columns);
    return owner.post(path(), json::serialize(body));
  }
  json::object imported(const std::string& format, const std::string& text, const std::string& columns = {}) {
    const auto answer = import_text(format, text, columns);
    BOOST_REQUIRE_MESSAGE(answer.status == 200, answer.body);
    return data_of(answer).as_object();
  }
  /// A line of a CSV file, of today.
  std::string line(const std::string& clock, std::int64_t amount, const std::string& text) const {
    const auto shown = format_vietnam(node.clock.now()); // 15:15 31/01/2026
    return shown.substr(6) + " " + clock + "," + std::to_string(amount) + "," + text + "\n";
  }
  std::string ask(const std::string& sql) { return test::ask_sql("sqlite://" + node.database_file(), sql); }
  act act_now() { return {.id = audit_id::make(node.clock.now(), node.random), .by = {}}; }

  virtual_node node;
  signed_in_person owner{node, "owner@shop.test"};
};

const std::string head = "Ngày,Số tiền,Nội dung\n";

std::int64_t number_of(const json::object& record, std::string_view name) { return record.at(name).as_int64(); }

std::string fault_of(const http_response& answer) {
  BOOST_REQUIRE_MESSAGE(answer.status == 422, answer.body);
  const auto document = json::parse(answer.body);
  const auto& fault = document.at("error").at("details").at(0).as_object();
  return text_of(fault, "field") + ": " + text_of(fault, "message");
}

} // namespace

BOOST_AUTO_TEST_SUITE(statement_import)

BOOST_AUTO_TEST_CASE(a_statement_records_what_no_feed_told_of_and_pays_its_link) {
  importing_shop with;
  auto& node = with.node;
  const auto link = node.make_link();
  const auto text = head + with.line("01:00:00", 5'000, "chao") + with.line("02:00:00", -7'000, "phi") +
                    with.line("03:00:00", 150'000, text_of(link, "reference") + " cam on");
  const auto first = with.imported("csv", text, csv_columns);
  BOOST_TEST((number_of(first, "entries") == 3 && number_of(first, "recorded") == 3));
  BOOST_TEST(first.at("transaction_ids").as_array().size() == 3u);
  node.advance(2s);
  BOOST_TEST(text_of(node.get_link(link), "status") == "succeeded");
  BOOST_TEST(node.world.requests.size() == 1u); // its callback
  const auto again = with.imported("csv", text, csv_columns);
  BOOST_TEST((number_of(again, "recorded") == 0 && number_of(again, "duplicate") == 3));
  BOOST_TEST(again.at("transaction_ids").as_array().empty());
  BOOST_TEST(with.ask("SELECT COUNT(*) FROM transactions") == "3");
}

BOOST_AUTO_TEST_CASE(what_a_feed_told_of_before_or_tells_of_later_counts_once) {
  importing_shop with;
  auto& node = with.node;
  node.feed(node.entry("FT1", 5'000, "Chào"));
  const auto first = with.imported(
      "csv", head + with.line("00:00:00", 5'000, "CHAO") + with.line("00:00:00", 6'000, "hai"), csv_columns);
  BOOST_TEST((number_of(first, "recorded") == 1 && number_of(first, "duplicate") == 1));
  BOOST_TEST(text_of(rows_of(node.feed(node.entry("FT2", 6'000, "Hai"))).at(0).as_object(), "result") == "duplicate");
  BOOST_TEST(text_of(rows_of(node.feed(node.entry("FT3", 6'000, "Hai"))).at(0).as_object(), "result") == "recorded");
  BOOST_TEST(with.ask("SELECT COUNT(*) FROM transactions") == "3");
  BOOST_TEST(with.ask("SELECT COUNT(*) FROM kept_entries") == "0");
}

BOOST_AUTO_TEST_CASE(a_long_text_of_a_statement_is_matched_whole_and_recorded_cut) {
  for (const std::string format : {"csv", "mt940"}) BOOST_TEST_CONTEXT(format) {
      importing_shop with;
      auto& node = with.node;
      const auto link = node.make_link();
      std::string text;
      while (text.size() < 20'000) text += "Tra tien hang ";
      text += text_of(link, "reference");
      const auto shown = format_vietnam(node.clock.now());
      const auto day = shown.substr(14) + shown.substr(9, 2) + shown.substr(6, 2);
      const auto file = format == "csv"
                            ? head + with.line("03:00:00", 150'000, text)
                            : ":20:1\n:25:0123456789\n:60F:C" + day + "VND0,\n:61:" + day +
                                  "C150000,NTRFNONREF//FT1\n:86:" + text + "\n:62F:C" + day + "VND150000,\n";
      BOOST_TEST(number_of(with.imported(format, file, format == "csv" ? csv_columns : ""), "recorded") == 1);
      BOOST_TEST(with.ask("SELECT COUNT(*) FROM transactions WHERE link_row IS NOT NULL") == "1");
      BOOST_TEST(with.ask("SELECT MAX(length(content)) FROM transactions") == "1000");
      BOOST_TEST(with.ask("SELECT length(content) FROM transaction_texts") == std::to_string(text.size()));
      BOOST_TEST(number_of(with.imported(format, file, format == "csv" ? csv_columns : ""), "duplicate") == 1);
    }
}

BOOST_AUTO_TEST_CASE(imports_have_a_budget_of_bytes_that_stops_no_other_call) {
  importing_shop with{.node = virtual_node{node_options{
                          .rates = {.token = {}, .address = {}, .page = {}, .written_per_minute = 30'000}}}};
  auto& node = with.node;
  std::string file = head;
  for (int i = 10; i < 50; ++i) file += with.line("01:00:" + std::to_string(i), 5'000 + i, "chao");
  BOOST_TEST(number_of(with.imported("csv", file, csv_columns), "recorded") == 40);
  // 40 KiB were more than the budget: the rest is waited for.
  const auto refused = with.import_text("csv", file, csv_columns);
  BOOST_TEST(refused.status == 429u, refused.body);
  BOOST_TEST(refused.body.find("imported too much") != std::string::npos);
  BOOST_TEST(header_of(refused, "Retry-After") == "23");
  node.make_link();
  BOOST_TEST(text_of(rows_of(node.feed(node.entry("FT9", 7'000, "Hai"))).at(0).as_object(), "result") == "recorded");
  node.advance(25s);
  BOOST_TEST(number_of(with.imported("csv", file, csv_columns), "duplicate") == 40);
}

BOOST_AUTO_TEST_CASE(one_day_in_two_forms_is_one_day) {
  importing_shop with;
  const auto shown = format_vietnam(with.node.clock.now());
  const auto day = shown.substr(14) + shown.substr(9, 2) + shown.substr(6, 2);
  const auto mt940 = ":20:1\n:25:0123456789\n:60F:C" + day + "VND1000,\n:61:" + day +
                     "C5000,NTRFNONREF//FT1\n:86:chao\n:61:" + day + "D2000,NTRFNONREF//FT2\n:86:phi\n:62F:C" + day +
                     "VND4000,\n";
  const auto first = with.imported("mt940", mt940);
  BOOST_TEST(number_of(first, "recorded") == 2);
  BOOST_TEST((text_of(first, "opening_balance") == "1000" && text_of(first, "closing_balance") == "4000"));
  BOOST_TEST(text_of(first, "unexplained_amount") == "0");
  const auto csv = with.imported(
      "csv", head + with.line("09:00:00", 5'000, "Chào") + with.line("10:00:00", -2'000, "Phí"), csv_columns);
  BOOST_TEST(number_of(csv, "duplicate") == 2);
  BOOST_TEST(csv.at("opening_balance").is_null());
}

// The file that a payer's words were wrapped into; balances that agree prove nothing where a second entry may be
// invented.
BOOST_AUTO_TEST_CASE(a_statement_with_a_line_that_a_payer_may_have_written_is_refused) {
  importing_shop with;
  const auto shown = format_vietnam(with.node.clock.now());
  const auto day = shown.substr(14) + shown.substr(9, 2) + shown.substr(6, 2);
  const auto file = [&](const std::string& more, const std::string& closing) {
    return ":20:1\n:25:0123456789\n:60F:C" + day + "VND1000,\n:61:" + day +
           "C2000,NTRFNONREF//FT1\n:86:" + std::string(65, 'x') + "\n:61:" + day +
           "C5000000,NTRFNONREF//FT9\n:86:chao\n" + more + ":62F:C" + day + "VND" + closing + ",\n";
  };
  const std::string debit = ":61:" + day + "D5000000,NTRFNONREF//FT8\n:86:chao\n";
  for (const auto& refused : {file("", "3000"), file(debit, "3000")})
    BOOST_TEST(
        fault_of(with.import_text("mt940", refused)) ==
        "statement: Line 6 may be a transfer text that looks like a field; the file does not distinguish the two. "
        "Nothing was imported. Export these days as camt.053 or CSV, and import that.");
  BOOST_TEST(with.ask("SELECT COUNT(*) FROM transactions") == "0");
  BOOST_TEST(number_of(with.imported("mt940", file("", "5003000")), "recorded") == 2);
}

// A reference beside the content, in a statement of each kind, and in an entry that waits.
BOOST_AUTO_TEST_CASE(a_reference_in_any_text_of_an_entry_pays_its_link) {
  importing_shop with;
  auto& node = with.node;
  const auto link = node.make_link(), other = node.make_link();
  const auto shown = format_vietnam(node.clock.now());
  const auto day = shown.substr(14) + shown.substr(9, 2) + shown.substr(6, 2);
  const auto mt940 = ":20:1\n:25:0123456789\n:60F:C" + day + "VND0,\n:61:" + day + "C150000,NTRF" +
                     text_of(link, "reference") + "//FT1\n:86:chuyen tien\n:62F:C" + day + "VND150000,\n";
  BOOST_TEST(number_of(with.imported("mt940", mt940), "recorded") == 1);
  const auto iso = shown.substr(12) + "-" + shown.substr(9, 2) + "-" + shown.substr(6, 2);
  const auto camt = "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><Document><BkToCstmrStmt><Stmt><Acct><Id><Othr><Id>"
                    "0123456789</Id></Othr></Id></Acct><Ntry><Amt Ccy=\"VND\">150000</Amt><CdtDbtInd>CRDT</CdtDbtInd>"
                    "<Sts>BOOK</Sts><BookgDt><Dt>" +
                    iso + "</Dt></BookgDt><NtryDtls><TxDtls><RmtInf><Ustrd>THANH TOÁN</Ustrd></RmtInf><AddtlTxInf>" +
                    text_of(other, "reference") +
                    "</AddtlTxInf></TxDtls></NtryDtls></Ntry></Stmt></BkToCstmrStmt></Document>";
  BOOST_TEST(number_of(with.imported("camt", camt), "recorded") == 1);
  node.advance(2s);
  BOOST_TEST(with.ask("SELECT COUNT(*) FROM transactions WHERE link_row IS NOT NULL") == "2");
  BOOST_TEST(text_of(node.get_link(link), "status") == "pending"); // an MT940 waits for a person
  BOOST_TEST(text_of(node.get_link(other), "status") == "succeeded");
  BOOST_TEST(with.ask("SELECT content FROM transactions ORDER BY row DESC LIMIT 1") == "THANH TOÁN");
}

// Each part of a day that is too long for one file.
BOOST_AUTO_TEST_CASE(equal_entries_of_two_files_are_told_apart_by_their_times) {
  importing_shop with;
  const auto one = head + with.line("08:00:00", 20'000, "gui xe"),
             other = head + with.line("10:00:00", 20'000, "gui xe");
  BOOST_TEST(number_of(with.imported("csv", one, csv_columns), "recorded") == 1);
  BOOST_TEST(number_of(with.imported("csv", other, csv_columns), "recorded") == 1);
  for (const auto& again : {one, other})
    BOOST_TEST(number_of(with.imported("csv", again, csv_columns), "duplicate") == 1);
  // One of a minute that had two: which of them it is, nobody can know.
  const auto two = one + with.line("08:00:00", 20'000, "GUI XE");
  const auto third = with.imported("csv", two, csv_columns);
  BOOST_TEST((number_of(third, "recorded") == 1 && number_of(third, "duplicate") == 1));
}

BOOST_AUTO_TEST_CASE(a_statement_proves_nobodys_account_and_is_refused_once_the_number_is_elsewhere) {
  importing_shop with;
  auto& node = with.node;
  const auto disconnected = [&] {
    return node.apply({disconnect_account{.workspace = node.workspace, .id = node.account, .by = with.act_now()}})
        .at(0)
        .has_value();
  };
  BOOST_TEST(disconnected());
  BOOST_TEST(node.apply({restart_connection{.workspace = node.workspace,
                                            .id = node.account,
                                            .proof = ownership_proof::transfer,
                                            .connection_id = "con-2",
                                            .verification_text = "PFVA7K2M9QX4",
                                            .by = with.act_now()}})
                 .at(0)
                 .has_value());
  const auto text = head + with.line("01:00:00", 5'000, "PFVA7K2M9QX4");
  BOOST_TEST(number_of(with.imported("csv", text, csv_columns), "recorded") == 1);
  BOOST_TEST(with.ask("SELECT state FROM bank_accounts") == "disconnected");
  node.open_shop("0123456789", "second@shop.test");
  const auto refused = with.import_text("csv", text, csv_columns);
  BOOST_TEST((refused.status == 409u && code_of(refused) == "BANK_ACCOUNT_NOT_CONNECTED"));
  BOOST_TEST(with.ask("SELECT COUNT(*) FROM transactions") == "1");
}

BOOST_AUTO_TEST_CASE(a_sum_that_no_amount_can_hold_is_the_largest_one) {
  importing_shop with;
  std::string text = ":20:1\n:25:0123456789\n:60F:C200101VND0,\n";
  for (int number = 0; number < 9'400; ++number) text += ":61:200101D999999999999999,NTRF\n";
  const auto refused = with.import_text("mt940", text + ":62F:C200101VND1000,\n");
  BOOST_TEST(fault_of(refused).find("differ from its entries by 9223372036854775807 VND") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(what_is_not_the_accounts_or_cannot_be_read_is_told) {
  importing_shop with;
  const auto answer = with.imported("csv",
                                    head + "gestern,5000,x\n" + "01/01/2020 00:00:00,5000,before\n" +
                                        "01/01/2099 00:00:00,5000,after\n" + with.line("01:00:00", 5'000, "chao"),
                                    csv_columns);
  BOOST_TEST((number_of(answer, "entries") == 4 && number_of(answer, "recorded") == 1));
  BOOST_TEST((number_of(answer, "ignored") == 1 && number_of(answer, "unusable") == 2));
  const auto& unusable = answer.at("unusable_entries").as_array();
  BOOST_TEST((unusable.size() == 2u && number_of(unusable[0].as_object(), "entry") == 1));
  BOOST_TEST(text_of(unusable[0].as_object(), "reason") ==
             "line 2, column Ngày is not a date in the format dd/MM/yyyy HH:mm:ss");
  BOOST_TEST(text_of(unusable[1].as_object(), "reason") == "is in the future");
  BOOST_TEST(with.ask("SELECT COUNT(*) FROM kept_entries") == "0");
}

BOOST_AUTO_TEST_CASE(a_statement_that_cannot_be_taken_is_refused_by_its_field) {
  importing_shop with;
  BOOST_TEST(fault_of(with.import_text("pdf", "x")) == "format: format must be one of camt, mt940, csv.");
  BOOST_TEST(fault_of(with.import_text("csv", head)) ==
             "columns: columns is required: it gives the column names of a CSV file.");
  BOOST_TEST(fault_of(with.import_text("csv", head, R"({"date":"Ngày"})")) ==
             "columns: The mapping must name either the amount or credit and debit.");
  BOOST_TEST(fault_of(with.import_text("csv", head, R"({"date":"Ngày","amount":"Số tiền","colour":"x"})")) ==
             "columns.colour: This call takes no member with this name.");
  BOOST_TEST(
      fault_of(with.import_text("csv", "a,b\n", csv_columns)).starts_with("statement: No line has all the columns"));
  BOOST_TEST(fault_of(with.import_text("camt", "<x/>")).starts_with("statement: "));
  BOOST_TEST(fault_of(with.import_text("mt940", "hello", csv_columns)) ==
             "columns: columns is only allowed for a CSV file.");
  BOOST_TEST(fault_of(with.import_text("mt940", ":25:999\n:61:2601310131C5000,NTRFNONREF//FT1\n")) ==
             "statement: The statement has no entries of this account.");
  BOOST_TEST(with.node.api(http_method::post, with.path(), "{}").status == 422u);
  BOOST_TEST(with.node
                 .api(http_method::post, "/v1.1/bank-accounts/" + with.node.workspace.text() + "/ba_x/import",
                      R"({"format":"csv","statement":"x"})")
                 .status == 404u);
  BOOST_TEST(with.ask("SELECT COUNT(*) FROM audit_log WHERE action LIKE 'bank_account.%import%'") == "0");
}

BOOST_AUTO_TEST_CASE(a_large_statement_is_taken_in_portions) {
  importing_shop with;
  std::string text = head;
  for (int number = 1; number <= 1'203; ++number)
    text += with.line("00:00:01", 1'000 + number, "so " + std::to_string(number));
  const auto answer = with.imported("csv", text, csv_columns);
  BOOST_TEST(number_of(answer, "recorded") == 1'203);
  BOOST_TEST(answer.at("transaction_ids").as_array().size() == 100u);
  BOOST_TEST(with.ask("SELECT COUNT(*) FROM transactions") == "1203");
}

BOOST_AUTO_TEST_CASE(a_suspended_workspace_holds_a_statement_and_records_it_once) {
  importing_shop with;
  auto& node = with.node;
  const auto of_workspace = "/v1.1/workspaces/" + node.workspace.text();
  node.api(http_method::post, of_workspace + "/suspend", "{}");
  const auto text = head + with.line("01:00:00", 5'000, "chao");
  for (int turn = 0; turn < 2; ++turn) with.imported("csv", text, csv_columns);
  BOOST_TEST(with.ask("SELECT COUNT(*) FROM transactions") == "0");
  node.api(http_method::post, of_workspace + "/reactivate", "{}");
  node.advance(2s);
  BOOST_TEST(with.ask("SELECT COUNT(*) FROM transactions") == "1");
  BOOST_TEST(number_of(with.imported("csv", text, csv_columns), "duplicate") == 1);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace paylink::test
