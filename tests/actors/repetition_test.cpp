// When an entry is a repetition of another, and when it is another payment, in every form in which entries come.
#include "domain/values/local_time.hpp"
#include "tests/actors/virtual_node.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <functional>
#include <random>

namespace paylink::test {

namespace json = boost::json;

namespace {

/// An entry as a bank knows it.
struct booked {
  std::string reference;
  std::int64_t amount = 0; ///< Negative: a debit.
  std::string text;
  int days_later = 0;

  bool is_debit() const { return amount < 0; }
  std::string digits() const { return std::to_string(std::abs(amount)); }
};
using document = std::vector<booked>;

struct outcome {
  std::int64_t recorded = 0, duplicate = 0;
  bool operator==(const outcome&) const = default;
};
std::ostream& operator<<(std::ostream& to, const outcome& one) {
  return to << one.recorded << " recorded, " << one.duplicate << " duplicate";
}

std::string date_of(virtual_node& node, const booked& one) {
  return vietnam_date(node.clock.now() + std::chrono::days{one.days_later});
}

std::string camt_text(virtual_node& node, const document& entries, const std::string& message,
                      const std::string& report) {
  std::string text =
      "<Document><" + message + "><" + report + "><Acct><Id><Othr><Id>0123456789</Id></Othr></Id></Acct>";
  for (const auto& one : entries)
    text += "<Ntry><Amt Ccy=\"VND\">" + one.digits() + "</Amt><CdtDbtInd>" + (one.is_debit() ? "DBIT" : "CRDT") +
            "</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>" + date_of(node, one) + "</Dt></BookgDt><AcctSvcrRef>" +
            one.reference + "</AcctSvcrRef><NtryDtls><TxDtls><RmtInf><Ustrd>" + one.text +
            "</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>";
  return text + "</" + report + "></" + message + "></Document>";
}

std::string mt940_text(virtual_node& node, const document& entries) {
  std::string text = ":20:A\n:25:0123456789\n:28C:1/1\n";
  for (const auto& one : entries) {
    const auto date = date_of(node, one); // 2026-03-15
    text += ":61:" + date.substr(2, 2) + date.substr(5, 2) + date.substr(8) + (one.is_debit() ? "D" : "C") +
            one.digits() + ",NTRF" + one.reference + "//" + one.reference + "\n:86:" + one.text + "\n";
  }
  return text + "-\n";
}

std::string csv_text(virtual_node& node, const document& entries) {
  std::string text = "Day,Reference,Amount,Text\n";
  for (const auto& one : entries)
    text += date_of(node, one) + "," + one.reference + "," + std::to_string(one.amount) + "," + one.text + "\n";
  return text;
}

/// Counts the answers of a feed, one for each entry.
outcome counted(const http_response& answer) {
  BOOST_REQUIRE_MESSAGE(answer.status == 200, answer.body);
  outcome found;
  for (const auto& row : rows_of(answer)) {
    const auto result = text_of(row.as_object(), "result");
    BOOST_TEST((result == "recorded" || result == "duplicate"), result);
    ++(result == "recorded" ? found.recorded : found.duplicate);
  }
  return found;
}

std::string json_entry(virtual_node& node, const booked& one, const std::string& reference_name) {
  const bool is_casso = reference_name == "id";
  json::object entry{{reference_name, one.reference}, {is_casso ? "accountNumber" : "account_number", "0123456789"}};
  entry[is_casso ? "transactionDateTime" : "occurred_at"] =
      date_of(node, one) + (is_casso ? " 09:30:05" : "T09:30:05+07:00");
  entry["amount"] = is_casso ? one.amount : std::abs(one.amount);
  entry[is_casso ? "description" : "content"] = one.text;
  if (!is_casso) entry["transfer_type"] = one.is_debit() ? "debit" : "credit", entry["status"] = "booked";
  return json::serialize(entry);
}

std::string listed(virtual_node& node, const document& entries, const std::string& reference_name) {
  std::string text;
  for (const auto& one : entries) text += (text.empty() ? "" : ",") + json_entry(node, one, reference_name);
  return "[" + text + "]";
}

outcome tell_native(virtual_node& node, const document& entries) {
  return counted(node.feed(R"({"entries":)" + listed(node, entries, "bank_reference") + "}"));
}

outcome tell_casso(virtual_node& node, const document& entries) {
  const auto body = R"({"error":0,"data":)" + listed(node, entries, "id") + "}";
  return counted(node.call(http_method::post, "/v1.1/bank-feed/MB", body,
                           {{"content-type", "application/json"}, {"secure-token", virtual_node::feed_secret}}));
}

outcome tell_sepay(virtual_node& node, const document& entries) {
  outcome sum;
  for (const auto& one : entries) {
    const auto body = json::serialize(json::object{{"id", one.reference},
                                                   {"accountNumber", "0123456789"},
                                                   {"transactionDate", date_of(node, one) + " 09:30:05"},
                                                   {"content", one.text},
                                                   {"transferType", one.is_debit() ? "out" : "in"},
                                                   {"transferAmount", std::abs(one.amount)}});
    const auto reported = counted(node.call(
        http_method::post, "/v1.1/bank-feed/MB", body,
        {{"content-type", "application/json"}, {"authorization", "Apikey " + std::string{virtual_node::feed_secret}}}));
    sum = {sum.recorded + reported.recorded, sum.duplicate + reported.duplicate};
  }
  return sum;
}

outcome tell_camt(virtual_node& node, const document& entries) {
  const auto body = camt_text(node, entries, "BkToCstmrDbtCdtNtfctn", "Ntfctn");
  auto headers = node.bank_headers(body);
  headers.front().second = "application/xml";
  return counted(node.call(http_method::post, "/v1.1/bank-feed/MB", body, std::move(headers)));
}

outcome import_text(virtual_node& node, const std::string& format, const std::string& text,
                    std::string_view columns = {}) {
  json::object body{{"format", format}, {"statement", text}};
  if (!columns.empty()) body["columns"] = json::parse(columns);
  const auto answer = node.api(http_method::post,
                               "/v1.1/bank-accounts/" + node.workspace.text() + "/" + node.account.text() + "/import",
                               json::serialize(body));
  BOOST_REQUIRE_MESSAGE(answer.status == 200, answer.body);
  const auto data = data_of(answer).as_object();
  BOOST_TEST(data.at("unusable").as_int64() == 0, answer.body);
  BOOST_TEST(data.at("ignored").as_int64() == 0, answer.body);
  return {data.at("recorded").as_int64(), data.at("duplicate").as_int64()};
}

outcome import_camt(virtual_node& node, const document& entries) {
  return import_text(node, "camt", camt_text(node, entries, "BkToCstmrStmt", "Stmt"));
}
outcome import_mt940(virtual_node& node, const document& entries) {
  return import_text(node, "mt940", mt940_text(node, entries));
}
outcome import_csv(virtual_node& node, const document& entries) {
  return import_text(node, "csv", csv_text(node, entries),
                     R"({"date":"Day","date_pattern":"yyyy-MM-dd","reference":"Reference","amount":"Amount",)"
                     R"("text":"Text"})");
}

struct form {
  std::string_view name;
  std::string feed_format;
  outcome (*tell)(virtual_node&, const document&);
  /// Whether entries with one reference are different ones; else the reference is the sender's own number of the entry.
  bool shares_references = true;
  bool is_one_by_one = false; ///< A document has one entry, so that two equal ones without a reference are one.
};

const form forms[]{
    {"native", "native", tell_native, false},      {"sepay", "sepay", tell_sepay, false, true},
    {"casso", "casso", tell_casso, false},         {"camt.054", "camt054", tell_camt},
    {"camt.053 as a file", "native", import_camt}, {"MT940 as a file", "native", import_mt940},
    {"CSV as a file", "native", import_csv},
};

struct receiving_node {
  explicit receiving_node(const form& of) : node{{.feed_formats = {{"MB", of.feed_format}}}} {}
  virtual_node node;
};

} // namespace

BOOST_AUTO_TEST_SUITE(repetition)

// What stands beside a payment, and whether it is another one. `by_number`: in the forms whose reference is the
// sender's own number, where the first entry with a number stays, and the other is kept as a conflict.
BOOST_AUTO_TEST_CASE(a_repetition_is_told_from_another_payment_in_every_form) {
  struct pair_case {
    std::string_view what;
    booked first, second;
    bool is_another, by_number;
  };
  const booked payment{"FT1", 150'000, "PAYMENT"};
  const pair_case cases[]{
      {"the same", payment, payment, false, false},
      {"another reference", payment, {"FT2", 150'000, "PAYMENT"}, true, true},
      {"a payment and its fee", payment, {"FT1", -11'000, "FEE"}, true, false},
      {"one reference, another amount", payment, {"FT1", 90'000, "PAYMENT"}, true, false},
      {"one reference, the other direction", payment, {"FT1", -150'000, "PAYMENT"}, true, false},
      {"a counter that begins again each day", payment, {"FT1", 150'000, "PAYMENT", 1}, true, false},
      {"NONREF, another amount", {"NONREF", 1'000, "A"}, {"NONREF", 2'000, "A"}, true, true},
      {"NONREF, another text", {"NONREF", 1'000, "A"}, {"NONREF", 1'000, "B"}, true, true},
      {"NOTPROVIDED, another text", {"NOTPROVIDED", 1'000, "A"}, {"NOTPROVIDED", 1'000, "B"}, true, true},
      {"0, another text", {"0", 1'000, "A"}, {"0", 1'000, "B"}, true, true},
      {"N/A, another text", {"N/A", 1'000, "A"}, {"n/a", 1'000, "B"}, true, true},
      {"a dash, another text", {"-", 1'000, "A"}, {"-", 1'000, "B"}, true, true},
      {"NONREF, the same", {"NONREF", 1'000, "A"}, {"NONREF", 1'000, "A"}, false, false},
  };
  for (const auto& of : forms)
    for (const auto& one : cases) BOOST_TEST_CONTEXT(of.name << ": " << one.what) {
        receiving_node with{of};
        const bool is_another = of.shares_references ? one.is_another : one.by_number;
        BOOST_TEST(of.tell(with.node, {one.first}) == (outcome{1, 0}));
        BOOST_TEST(of.tell(with.node, {one.second}) == (is_another ? outcome{1, 0} : outcome{0, 1}));
        BOOST_TEST(of.tell(with.node, {one.first}) == (outcome{0, 1}));
        if (is_another) BOOST_TEST(of.tell(with.node, {one.second}) == (outcome{0, 1}));
      }
}

BOOST_AUTO_TEST_CASE(a_document_is_recorded_whole_and_again_in_any_order_not_at_all) {
  for (const auto& of : forms)
    for (unsigned seed = 1; seed <= 8; ++seed) BOOST_TEST_CONTEXT(of.name << ", seed " << seed) {
        std::mt19937 chance{seed};
        const auto below = [&](int count) { return static_cast<int>(chance() % static_cast<unsigned>(count)); };
        constexpr const char* shared[]{"NONREF", "0", "FT1", "0101"};
        document entries;
        for (int i = 0; i < 16; ++i) {
          booked one{shared[below(of.shares_references ? 4 : 2)], (below(3) + 1) * 1'000,
                     std::string(1, "ABC"[below(3)])};
          if (below(3) == 0) one.amount = -one.amount;
          one.days_later = below(2);
          if (!of.shares_references && below(2) == 0) one.reference = std::to_string(1'000 + i);
          if (of.is_one_by_one) one.text += std::to_string(i);
          entries.push_back(one);
        }
        receiving_node with{of};
        const document part(entries.begin(), entries.begin() + 8);
        BOOST_TEST(of.tell(with.node, part) == (outcome{8, 0}));
        BOOST_TEST(of.tell(with.node, entries) == (outcome{8, 8}));
        BOOST_TEST(of.tell(with.node, entries) == (outcome{0, 16}));
        std::shuffle(entries.begin(), entries.end(), chance);
        BOOST_TEST(of.tell(with.node, entries) == (outcome{0, 16}));
        BOOST_TEST(of.tell(with.node, part) == (outcome{0, 8}));
      }
}

// The entries of a statement of DBS, as its published example has them: seven without a reference, and one reference on
// four.
BOOST_AUTO_TEST_CASE(all_entries_are_recorded_of_a_bank_that_gives_hardly_any_reference) {
  const document entries{{"NONREF", 10'000, "A"},   {"NONREF", 27'000'000, "B"}, {"NONREF", -500, "FEE"},
                         {"0101", 10'000, "C"},     {"0101", 10'000, "D"},       {"0101", -1'000, "FEE"},
                         {"NONREF", 10'000, "A"},   {"NONREF", 4'445, "E"},      {"0101", 2'500, "F"},
                         {"NONREF", -1'000, "FEE"}, {"NONREF", 777, "G"},        {"FT9", 10'000, "A"}};
  for (const auto& of : forms) BOOST_TEST_CONTEXT(of.name) {
      if (!of.shares_references) continue;
      receiving_node with{of};
      BOOST_TEST(of.tell(with.node, entries) == (outcome{12, 0}));
      BOOST_TEST(of.tell(with.node, entries) == (outcome{0, 12}));
    }
}

BOOST_AUTO_TEST_CASE(a_links_payment_completes_it_beside_an_entry_with_the_same_reference) {
  receiving_node with{forms[3]};
  auto& node = with.node;
  const auto link = node.make_link("150000");
  BOOST_TEST(tell_camt(node, {{"FT1", -11'000, "FEE"}, {"FT1", 150'000, text_of(link, "reference")}}) ==
             (outcome{2, 0}));
  BOOST_TEST(text_of(node.get_link(link), "status") == "succeeded");
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace paylink::test
