// The webhooks of SePay and Casso, as their documentation shows them, and what can be wrong with one.
#include "config/setting_row.hpp"
#include "http/feeds/casso_feed.hpp"
#include "http/feeds/feed_formats.hpp"
#include "http/feeds/sepay_feed.hpp"
#include "http/feeds/sorted_json.hpp"
#include "tests/http/feeds/feed_reading.hpp"

#include <algorithm>
#include <random>

using namespace paylink;
using namespace paylink::test;

namespace {

constexpr std::string_view sepay_body =
    R"({"id":92704,"gateway":"Vietcombank","transactionDate":"2023-03-25 14:02:37","accountNumber":"0123499999",)"
    R"("code":null,"content":"chuyen tien mua iphone","transferType":"in","transferAmount":2277000,)"
    R"("accumulated":19077000,"subAccount":null,"referenceCode":"MBVCB.3278907687","description":""})";

constexpr std::string_view casso_body =
    R"({"error":0,"data":{"id":1001,"reference":"MA_GIAO_DICH_THU_NGHIEM","description":"giao dich thu nghiem",)"
    R"("amount":599000,"runningBalance":25000000,"transactionDateTime":"2024-10-03 15:06:37",)"
    R"("accountNumber":"88888888","bankName":"VPBank","bankAbbreviation":"VPB","virtualAccountNumber":"",)"
    R"("virtualAccountName":"","counterAccountName":"NGUYEN VAN A","counterAccountNumber":"8888888888",)"
    R"("counterAccountBankId":"970415","counterAccountBankName":"VietinBank"}})";

constexpr std::string_view casso_v1_body =
    R"({"error":0,"data":[{"id":6785,"tid":"BANK_REF_ID","description":"giao dich thu nghiem","amount":-79000,)"
    R"("cusum_balance":20079000,"when":"2020-10-14 00:34:57","bank_sub_acc_id":"123456789","subAccId":"123456789",)"
    R"("virtualAccount":"","corresponsiveName":""}]})";

struct fault_case {
  std::string body;
  std::string_view reason;
};

void check_faults(decoded_feed (*decode)(std::string_view, std::string_view), std::string_view feed,
                  std::span<const fault_case> cases) {
  for (const auto& [body, reason] : cases) BOOST_TEST_CONTEXT(body) {
      const auto row = only_entry_of(decode(body, feed));
      BOOST_TEST(row.invalid == reason);
      // What is kept can be read again in the same way.
      const auto again = only_entry_of(decode(row.raw, feed));
      BOOST_TEST(again.invalid == reason);
      BOOST_TEST(again.entry.bank_reference == row.entry.bank_reference);
    }
}

} // namespace

BOOST_AUTO_TEST_SUITE(aggregator_feeds)

BOOST_AUTO_TEST_CASE(reads_sepays_own_example) {
  const auto row = only_entry_of(decode_sepay(sepay_body, "VCB"));
  BOOST_TEST(row.invalid == "");
  BOOST_TEST(row.entry.bank_reference == "92704");
  BOOST_TEST(row.entry.account_number == "0123499999");
  BOOST_TEST(row.entry.virtual_account_number == "");
  BOOST_TEST(row.entry.amount.dong == 2'277'000);
  BOOST_TEST((row.entry.type == transfer_type::credit));
  BOOST_TEST((row.entry.status == entry_status::booked));
  BOOST_TEST(row.entry.content == "chuyen tien mua iphone");
  BOOST_TEST(format_rfc3339(row.entry.occurred_at) == "2023-03-25T07:02:37.000Z");
  BOOST_TEST((row.entry.balance_after == 19'077'000));
}

BOOST_AUTO_TEST_CASE(a_balance_is_taken_if_it_is_one_and_is_never_a_fault) {
  for (const auto& [balance, dong] :
       {std::pair{"-5", -5}, {"0", 0}, {"null", 0}, {"\"12\"", 0}, {"1.5", 0}, {"[]", 0}}) {
    const auto row = only_entry_of(decode_sepay(with_part(sepay_body, "19077000", balance), "VCB"));
    BOOST_TEST(row.invalid == "");
    BOOST_TEST(row.entry.balance_after.value_or(0) == dong, balance);
    BOOST_TEST(row.entry.balance_after.has_value() == (dong != 0), balance);
  }
  const auto twice = with_part(sepay_body, "\"accumulated\":19077000", R"("accumulated":1,"accumulated":2)");
  const auto row = only_entry_of(decode_sepay(twice, "VCB"));
  BOOST_TEST((row.invalid.empty() && !row.entry.balance_after));
}

BOOST_AUTO_TEST_CASE(reads_what_else_sepay_may_say) {
  const auto paid_out = with_part(sepay_body, "\"in\"", "\"out\"");
  BOOST_TEST((only_entry_of(decode_sepay(paid_out, "VCB")).entry.type == transfer_type::debit));
  const auto virtual_number = with_part(sepay_body, "\"subAccount\":null", "\"subAccount\":\"vqrq0001a\"");
  BOOST_TEST(only_entry_of(decode_sepay(virtual_number, "VCB")).entry.virtual_account_number == "VQRQ0001A");
  const auto same_number = with_part(sepay_body, "\"subAccount\":null", "\"subAccount\":\"0123499999\"");
  BOOST_TEST(only_entry_of(decode_sepay(same_number, "VCB")).entry.virtual_account_number == "");
  const auto no_cents = with_part(sepay_body, "2277000", "2277000.00");
  BOOST_TEST(only_entry_of(decode_sepay(no_cents, "VCB")).entry.amount.dong == 2'277'000);
  const auto text_id = with_part(sepay_body, "92704", "\"a-92704\"");
  BOOST_TEST(only_entry_of(decode_sepay(text_id, "VCB")).entry.bank_reference == "a-92704");
  const auto no_text = with_part(sepay_body, "\"chuyen tien mua iphone\"", "null");
  BOOST_TEST(only_entry_of(decode_sepay(no_text, "VCB")).invalid == "");
  const auto own_offset = with_part(sepay_body, "2023-03-25 14:02:37", "2023-03-25T07:02:37Z");
  BOOST_TEST(format_rfc3339(only_entry_of(decode_sepay(own_offset, "VCB")).entry.occurred_at) ==
             "2023-03-25T07:02:37.000Z");
  const auto damaged = with_part(sepay_body, "iphone", "\xFF\\u0000x");
  BOOST_TEST(only_entry_of(decode_sepay("\xEF\xBB\xBF" + damaged, "VCB")).entry.content ==
             "chuyen tien mua \xEF\xBF\xBDx");
}

BOOST_AUTO_TEST_CASE(a_gateway_may_name_the_feeds_bank_in_every_usual_way_and_no_other) {
  struct row {
    std::string_view feed, gateway, reason;
  };
  const row cases[]{
      {"MB", "MBBank", ""},
      {"MB", "MB Bank", ""},
      {"MB", "mb", ""},
      {"VCB", "VIETCOMBANK", ""},
      {"ACB", "ACB", ""},
      {"STB", "Sacombank", ""},
      {"MB", "A bank of tomorrow", ""},
      {"MB", "", ""},
      {"XYZ", "ACB", ""},
      {"MB", "Vietcombank", "gateway names another bank: Vietcombank on the feed of MB"},
      {"MB", "acb", "gateway names another bank: ACB on the feed of MB"},
      {"NAPAS", "Vietcombank", ""},
      {"NAPAS", "A bank of tomorrow", "gateway does not name a bank, as the switch's feed requires"},
  };
  for (const auto& [feed, gateway, reason] : cases) BOOST_TEST_CONTEXT(feed << ' ' << gateway) {
      const auto body = with_part(sepay_body, "\"Vietcombank\"", '"' + std::string{gateway} + '"');
      const auto read = only_entry_of(decode_sepay(body, feed));
      BOOST_TEST(read.invalid == reason);
      BOOST_TEST(read.raw == (reason.empty() ? "" : body));
      BOOST_TEST(read.entry.bin == (feed == "NAPAS" && reason.empty() ? "970436" : ""));
    }
  BOOST_TEST(only_entry_of(decode_sepay(with_part(sepay_body, "\"Vietcombank\"", "null"), "NAPAS")).invalid ==
             "gateway is missing");
}

BOOST_AUTO_TEST_CASE(a_faulty_webhook_of_sepay_says_why_and_is_kept) {
  const fault_case cases[]{
      {with_part(sepay_body, "\"id\":92704,", ""), "id is missing"},
      {with_part(sepay_body, "92704", "1.5"), "id must be a whole number or a string"},
      {with_part(sepay_body, "92704", "[1]"), "id must be a whole number or a string"},
      {with_part(sepay_body, "92704", "\"\""), "id must have 1 to 128 characters"},
      {with_part(sepay_body, "92704", '"' + std::string(129, 'x') + '"'), "id must have 1 to 128 characters"},
      {with_part(sepay_body, "92704", "92704,\"id\":1"), "id occurs more than once"},
      {with_part(sepay_body, "\"0123499999\"", "123499999"), "accountNumber must be a string"},
      {with_part(sepay_body, "\"0123499999\"", "null"), "accountNumber is missing"},
      {with_part(sepay_body, "\"0123499999\"", "\"\""), "accountNumber must have 1 to 64 characters"},
      {with_part(sepay_body, "2277000", "0"), "transferAmount must be greater than 0"},
      {with_part(sepay_body, "2277000", "-2277000"), "transferAmount must be greater than 0"},
      {with_part(sepay_body, "2277000", "2277000.5"), "transferAmount has a fraction; VND has none"},
      {with_part(sepay_body, "2277000", "2277e3"), "transferAmount must be a number"},
      {with_part(sepay_body, "2277000", "9223372036854775808"), "transferAmount is out of range"},
      {with_part(sepay_body, "2277000", "\"2277000\""), "transferAmount must be a JSON number"},
      {with_part(sepay_body, "2277000", "null"), "transferAmount is missing"},
      {with_part(sepay_body, "2277000", "1,\"transferAmount\":2"), "transferAmount occurs more than once"},
      {with_part(sepay_body, "2277000", "1,\"\\u0074ransferAmount\":2"), "transferAmount occurs more than once"},
      {with_part(sepay_body, "\"in\"", "\"IN\""), "transferType must be in or out"},
      {with_part(sepay_body, "\"in\"", "1"), "transferType must be in or out"},
      {with_part(sepay_body, ",\"transferType\":\"in\"", ""), "transferType is missing"},
      {with_part(sepay_body, "2023-03-25 14:02:37", "25/03/2023 14:02:37"),
       "transactionDate must be a date and time, such as 2026-03-15 09:30:05"},
      {with_part(sepay_body, "\"2023-03-25 14:02:37\"", "1679727757"), "transactionDate must be a string"},
      {with_part(sepay_body, "\"subAccount\":null", "\"subAccount\":7"), "subAccount must be a string"},
      {with_part(sepay_body, "\"subAccount\":null", "\"subAccount\":\"" + std::string(65, 'A') + '"'),
       "subAccount must have at most 64 characters"},
      {with_part(sepay_body, "\"chuyen tien mua iphone\"", "{\"a\":1}"), "content must be a string"},
      {R"({"id":7})", "accountNumber is missing"},
      {R"({"gateway":null})", "id is missing"},
  };
  check_faults(decode_sepay, "VCB", cases);
}

BOOST_AUTO_TEST_CASE(reads_cassos_own_examples) {
  const auto row = only_entry_of(decode_casso(casso_body, "VPB"));
  BOOST_TEST(row.invalid == "");
  BOOST_TEST(row.entry.bank_reference == "1001");
  BOOST_TEST(row.entry.account_number == "88888888");
  BOOST_TEST(row.entry.virtual_account_number == "");
  BOOST_TEST(row.entry.amount.dong == 599'000);
  BOOST_TEST((row.entry.type == transfer_type::credit));
  BOOST_TEST(row.entry.content == "giao dich thu nghiem");
  BOOST_TEST(format_rfc3339(row.entry.occurred_at) == "2024-10-03T08:06:37.000Z");
  const auto old = only_entry_of(decode_casso(casso_v1_body, "VCB"));
  BOOST_TEST(old.invalid == "");
  BOOST_TEST(old.entry.bank_reference == "6785");
  BOOST_TEST(old.entry.account_number == "123456789");
  BOOST_TEST(old.entry.amount.dong == 79'000);
  BOOST_TEST((old.entry.type == transfer_type::debit));
  BOOST_TEST(format_rfc3339(old.entry.occurred_at) == "2020-10-13T17:34:57.000Z");
}

BOOST_AUTO_TEST_CASE(cassos_bank_may_be_named_by_another_lists_code) {
  BOOST_TEST(only_entry_of(decode_casso(casso_body, "MB")).invalid ==
             "bankName names another bank: VPBank on the feed of MB");
  // BVB is one bank's code here, and another's at the stock exchange.
  const auto by_name = with_part(with_part(casso_body, "VPBank", "VietCapitalBank"), "VPB\"", "BVB\"");
  BOOST_TEST(only_entry_of(decode_casso(by_name, "VCCB")).invalid == "");
  const auto by_code = with_part(casso_body, "\"VPBank\"", "\"\"");
  BOOST_TEST(only_entry_of(decode_casso(by_code, "MB")).invalid ==
             "bankAbbreviation names another bank: VPBank on the feed of MB");
  BOOST_TEST(only_entry_of(decode_casso(casso_body, "NAPAS")).entry.bin == "970432");
}

BOOST_AUTO_TEST_CASE(a_list_of_casso_is_read_one_by_one) {
  const auto first = casso_body.find("{\"id\"");
  const std::string item{casso_body.substr(first, casso_body.size() - first - 1)};
  const auto rows = entries_of(decode_casso(R"({"data":[)" + item + ",7," + with_part(item, "599000", "-11000") + "," +
                                                with_part(item, "599000", "0") + "]}",
                                            "VPB"));
  BOOST_TEST_REQUIRE(rows.size() == 4u);
  BOOST_TEST(rows[0].invalid == "");
  BOOST_TEST(rows[1].invalid == "the transaction is not an object");
  BOOST_TEST(rows[1].raw == R"({"data":7})");
  BOOST_TEST(rows[2].entry.amount.dong == 11'000);
  BOOST_TEST((rows[2].entry.type == transfer_type::debit));
  BOOST_TEST(rows[3].invalid == "amount must not be 0");
  BOOST_TEST(entries_of(decode_casso(R"({"error":0,"data":[]})", "VPB")).empty());
  BOOST_TEST(entries_of(decode_casso(R"({"error":0,"data":null})", "VPB")).empty());
  std::string many = R"({"data":[)" + item;
  for (int i = 1; i < 500; ++i) many += "," + item;
  BOOST_TEST(entries_of(decode_casso(many + "]}", "VPB")).size() == 500u);
  BOOST_TEST(refusal_of(decode_casso(many + ",7]}", "VPB")) == "data must contain at most 500 transactions.");
}

BOOST_AUTO_TEST_CASE(a_faulty_transaction_of_casso_says_why_and_is_kept) {
  const fault_case cases[]{
      {with_part(casso_body, "\"id\":1001,", ""), "id is missing"},
      {with_part(casso_body, "\"id\":1001", "\"id\":1001,\"id\":1002"), "id occurs more than once"},
      {with_part(casso_body, "\"88888888\"", "88888888"), "accountNumber must be a string"},
      {with_part(casso_body, ",\"accountNumber\":\"88888888\"", ""), "accountNumber is missing"},
      {with_part(casso_body, "599000", "\"599000\""), "amount must be a JSON number"},
      {with_part(casso_body, "599000", "599000.01"), "amount has a fraction; VND has none"},
      {with_part(casso_body, "599000", "9223372036854775808"), "amount is out of range"},
      {with_part(casso_body, "2024-10-03 15:06:37", "2024-13-03 15:06:37"),
       "transactionDateTime must be a date and time, such as 2026-03-15 09:30:05"},
      {with_part(casso_body, "\"virtualAccountNumber\":\"\"", "\"virtualAccountNumber\":{}"),
       "virtualAccountNumber must be a string"},
      {R"({"data":{}})", "id is missing"},
      {R"({"data":"x"})", "the transaction is not an object"},
  };
  check_faults(decode_casso, "VPB", cases);
}

BOOST_AUTO_TEST_CASE(every_text_of_a_sepay_webhook_may_name_a_link) {
  struct row {
    std::string_view content, description, code, shown, searched;
  };
  const row cases[]{
      {R"("A")", R"("")", "null", "A", "A"},
      {R"("A")", R"("BankAPINotify A")", "null", "A", "BankAPINotify A"},
      {R"("A")", R"("B PFSL7K2M9QX4")", "null", "A", "A\nB PFSL7K2M9QX4"},
      {R"("A")", R"("BankAPINotify A")", R"("PFSL7K2M9QX4")", "A", "BankAPINotify A\nPFSL7K2M9QX4"},
      {R"("")", R"("PFSL7K2M9QX4")", "null", "PFSL7K2M9QX4", "PFSL7K2M9QX4"},
      {R"("  ")", R"("PFSL7K2M9QX4")", "null", "PFSL7K2M9QX4", "PFSL7K2M9QX4"},
      {"null", R"("PFSL7K2M9QX4")", R"("Y")", "PFSL7K2M9QX4", "PFSL7K2M9QX4\nY"},
      {R"("A")", "7", "[]", "A", "A"},
  };
  for (const auto& [content, description, code, shown, searched] : cases) BOOST_TEST_CONTEXT(content << description) {
      auto body = with_part(sepay_body, R"("chuyen tien mua iphone")", content);
      body = with_part(with_part(body, R"("description":"")", R"("description":)" + std::string{description}),
                       R"("code":null)", R"("code":)" + std::string{code});
      const auto row = only_entry_of(decode_sepay(body, "VCB"));
      BOOST_TEST(row.invalid == "");
      BOOST_TEST(row.entry.content == shown);
      BOOST_TEST(row.entry.searched_text() == searched);
    }
}

BOOST_AUTO_TEST_CASE(a_body_of_no_aggregator_is_refused_as_a_whole) {
  for (const std::string body : {"", " ", "[]", "7", "{", "{}", "{\"a\":1}", "{\"id\":1,}", "{\"id\":1}{}", "<a/>",
                                 "{\"id\":1", "{\"id\":tru}"}) {
    BOOST_TEST(refusal_of(decode_sepay(body, "VCB")) != "", body);
    BOOST_TEST(refusal_of(decode_casso(body, "VCB")) != "", body);
  }
  const auto nested = "{\"x\":" + std::string(100'000, '[') + "}";
  BOOST_TEST(refusal_of(decode_sepay(nested, "VCB")) != "");
  BOOST_TEST(refusal_of(decode_casso(nested, "VCB")) != "");
  BOOST_TEST(refusal_of(decode_casso(R"({"data":[],"data":[]})", "VCB")) == "data occurs more than once.");
}

BOOST_AUTO_TEST_CASE(damaged_webhooks_are_read_or_refused_but_never_misread) {
  std::mt19937 random{20261125}; // the same damage in every run
  for (const auto& [decode, whole] : {std::pair{&decode_sepay, sepay_body}, {&decode_casso, casso_body}})
    for (int round = 0; round < 10'000; ++round) {
      std::string body{whole};
      for (auto hits = 1 + random() % 3; hits > 0; --hits) body[random() % body.size()] = static_cast<char>(random());
      const auto decoded = decode(body, "VCB");
      const auto* rows = std::get_if<std::vector<decoded_entry>>(&decoded);
      if (rows == nullptr) continue;
      for (const auto& row : *rows)
        BOOST_TEST(
            (row.invalid.empty() ? row.entry.amount.dong > 0 && !row.entry.bank_reference.empty() : !row.raw.empty()));
    }
}

BOOST_AUTO_TEST_CASE(json_is_sorted_as_casso_signs_it) {
  const std::pair<std::string_view, std::string_view> cases[]{
      {R"( { "b" : 1 , "a" : { "d":null, "c":[ {"z":1,"y":2} , 3 ] } } )",
       R"({"a":{"c":[{"z":1,"y":2},3],"d":null},"b":1})"},
      {R"({"a":"\u1ed9\/\"\n"})", R"({"a":"ộ/\"\n"})"},
      {R"({"B":-1.50,"a":true,"A":[]})", R"({"A":[],"B":-1.50,"a":true})"},
      // A number that no integer holds is signed as it was sent.
      {R"({"b":[{"amount":9223372036854775808}],"a":-1e400})", R"({"a":-1e400,"b":[{"amount":9223372036854775808}]})"},
      {"{}", "{}"},
  };
  for (const auto& [given, sorted] : cases) BOOST_TEST(sorted_json(given).value_or("none") == sorted);
  for (const std::string refused : {"", "[]", "{", "{}x", R"({"a":1,"a":2})", R"({"a":1,"\u0061":2})"})
    BOOST_TEST(!sorted_json(refused), refused);
  BOOST_TEST(!sorted_json("{\"x\":" + std::string(100'000, '[') + "}"));
}

// config/ knows no other folder, so its list is its own.
BOOST_AUTO_TEST_CASE(the_setting_allows_every_format_and_no_other) {
  const auto rows = config::bank_rows();
  const auto row = std::ranges::find(rows, "format", &config::setting_row<bank_settings>::name);
  BOOST_REQUIRE(row != rows.end());
  std::size_t named = 0;
  for (const auto& format : feed_formats()) {
    bank_settings bank;
    const std::string text{format.name};
    BOOST_TEST(row->set(bank, {&text, 1}) == config::taken, text);
    BOOST_TEST(bank.format == text);
    BOOST_TEST(row->allowed.find('`' + text + '`') != row->allowed.npos, text);
    ++named;
  }
  BOOST_TEST(static_cast<std::size_t>(std::ranges::count(row->allowed, '`')) == 2 * named);
  bank_settings bank;
  for (const std::string refused : {"", "Native", "camt", "camt.054", "xml"})
    BOOST_TEST(row->set(bank, {&refused, 1}) != config::taken, refused);
  BOOST_TEST(bank.format == feed_formats().front().name);
}

BOOST_AUTO_TEST_CASE(every_format_has_its_own_name_and_native_takes_xml_as_camt054) {
  for (const auto& format : feed_formats()) BOOST_TEST(find_feed_format(format.name) == &format);
  BOOST_TEST(find_feed_format("camt") == nullptr);
  BOOST_TEST(feed_formats().front().name == "native");
  const auto name = [](std::string_view format, std::string_view type) {
    return format_of(*find_feed_format(format), type).name;
  };
  BOOST_TEST(name("native", "application/json") == "native");
  BOOST_TEST(name("native", "") == "native");
  for (const auto* type : {"application/xml", "Text/XML; charset=utf-8", " application/xml ;charset=UTF-8"})
    BOOST_TEST(name("native", type) == "camt054", type);
  BOOST_TEST(name("camt054", "application/json") == "camt054");
  BOOST_TEST(name("sepay", "application/xml") == "sepay");
}

BOOST_AUTO_TEST_SUITE_END()
