#include "sandbox/formats/feed_format.hpp"
#include "sandbox/formats/statement.hpp"
#include "secrets/hmac.hpp"

#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>

#include <set>

namespace json = boost::json;
using namespace paylink;
using namespace paylink::sandbox;

namespace {

const std::string native_entry =
    R"({"bank_reference":"FT26074123456789","account_number":"0123456789","virtual_account_number":"VQRQTESTA0001",)"
    R"("amount":150000,"transfer_type":"credit","content":"PFSL7K2M9QX4 <a> & \"b\"","occurred_at":"2026-03-15T02:30:05Z",)"
    R"("status":"booked"})";
const feed_occasion occasion{
    .feed = "MB", .secret = "feed-secret", .now = timestamp{std::chrono::milliseconds{1773541806123}}};

std::string header_of(const encoded_entry& sent, std::string_view name) {
  for (const auto& [header, value] : sent.headers)
    if (header == name) return value;
  return {};
}

// The text of the element at a path, as far as this XML needs it: `Ntry/Amt` is the first Amt after the first Ntry.
std::string xml_at(std::string_view xml, std::string_view path) {
  while (true) {
    const auto name = path.substr(0, path.find('/'));
    auto begin = xml.find("<" + std::string{name} + ">");
    if (begin == xml.npos) begin = xml.find("<" + std::string{name} + " ");
    if (begin == xml.npos) return "(none)";
    xml.remove_prefix(xml.find('>', begin) + 1);
    if (name.size() == path.size()) return std::string{xml.substr(0, xml.find("</" + std::string{name} + ">"))};
    path.remove_prefix(name.size() + 1);
  }
}

bank_entry movement(transfer_type type, std::int64_t amount, std::string content, std::string_view at) {
  bank_entry entry;
  entry.bank_reference = "FT" + std::to_string(amount);
  entry.account_number = "0123456789";
  entry.type = type;
  entry.amount = money{amount};
  entry.content = std::move(content);
  entry.occurred_at = *parse_rfc3339(at);
  return entry;
}

statement march() {
  return {.feed = "MB",
          .bin = "970422",
          .account_number = "0123456789",
          .from = *parse_rfc3339("2026-03-01T00:00:00+07:00"),
          .to = *parse_rfc3339("2026-03-31T23:59:59+07:00"),
          .opening_balance = 1'000,
          .entries = {movement(transfer_type::credit, 150'000, "=PFSL7K2M9QX4, \"Trà\" đá", "2026-03-15T20:30:05Z"),
                      movement(transfer_type::debit, 200'000, std::string(64, 'x') + "y-z", "2026-03-16T02:00:00Z")}};
}

} // namespace

BOOST_AUTO_TEST_SUITE(formats)

BOOST_AUTO_TEST_CASE(native_is_sent_as_it_is_with_the_service_s_signature) {
  const auto sent = encode_entry(feed_format::native, native_entry, occasion);
  BOOST_TEST(sent.body == native_entry);
  BOOST_TEST(sent.content_type == "application/json");
  BOOST_TEST(header_of(sent, "X-Service-Timestamp") == "1773541806");
  BOOST_TEST(header_of(sent, "X-Service-Signature") ==
             hmac_sha256{"feed-secret"}.hex({"1773541806", ".", native_entry}));
}

BOOST_AUTO_TEST_CASE(camt054_says_what_the_entry_says) {
  const auto sent = encode_entry(feed_format::camt054, native_entry, occasion);
  BOOST_TEST(sent.content_type == "application/xml");
  BOOST_TEST(header_of(sent, "X-Service-Signature") == hmac_sha256{"feed-secret"}.hex({"1773541806", ".", sent.body}));
  BOOST_TEST(sent.body.find("xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.054.001.08\"") != std::string::npos);
  for (const auto& [path, text] :
       {std::pair{"Ntfctn/Acct/Id/Othr/Id", "0123456789"}, std::pair{"Ntfctn/Acct/Ccy", "VND"},
        std::pair{"Ntfctn/Acct/Svcr/FinInstnId/ClrSysMmbId/MmbId", "970422"}, std::pair{"Ntry/NtryRef", "000001"},
        std::pair{"Ntry/Amt", "150000"}, std::pair{"Ntry/CdtDbtInd", "CRDT"}, std::pair{"Ntry/Sts/Cd", "BOOK"},
        std::pair{"Ntry/BookgDt/DtTm", "2026-03-15T09:30:05+07:00"}, std::pair{"Ntry/ValDt/Dt", "2026-03-15"},
        std::pair{"Ntry/AcctSvcrRef", "FT26074123456789"},
        std::pair{"TxDtls/RltdPties/CdtrAcct/Id/Othr/Id", "VQRQTESTA0001"},
        std::pair{"TxDtls/RmtInf/Ustrd", "PFSL7K2M9QX4 &lt;a&gt; &amp; \"b\""},
        std::pair{"GrpHdr/CreDtTm", "2026-03-15T09:30:06+07:00"}})
    BOOST_TEST(xml_at(sent.body, path) == text, path);
}

BOOST_AUTO_TEST_CASE(a_long_text_is_cut_every_140_bytes_and_never_inside_a_character) {
  auto entry = json::parse(native_entry).as_object();
  entry["content"] = std::string(139, 'x') + "đ" + std::string(20, 'y') + "\x01";
  entry["transfer_type"] = "debit";
  const auto xml = encode_entry(feed_format::camt054, json::serialize(entry), occasion).body;
  BOOST_TEST(xml.find("<Ustrd>" + std::string(139, 'x') + "</Ustrd><Ustrd>đ" + std::string(20, 'y') + " </Ustrd>") !=
             std::string::npos);
  BOOST_TEST(xml_at(xml, "Ntry/CdtDbtInd") == "DBIT");
}

BOOST_AUTO_TEST_CASE(sepay_has_its_members_its_key_and_its_signature) {
  const auto sent = encode_entry(feed_format::sepay, native_entry, occasion);
  const auto body = json::parse(sent.body).as_object();
  BOOST_TEST((body == json::parse(R"({"gateway":"MBBank","transactionDate":"2026-03-15 09:30:05",
    "accountNumber":"0123456789","subAccount":"VQRQTESTA0001","code":null,"content":"PFSL7K2M9QX4 <a> & \"b\"",
    "transferType":"in","description":"BankAPINotify PFSL7K2M9QX4 <a> & \"b\"","transferAmount":150000,"accumulated":0,
    "referenceCode":"FT26074123456789","id":)" +
                                  json::serialize(body.at("id")) + "}")
                          .as_object()),
             sent.body);
  BOOST_TEST(body.at("id").as_int64() > 0);
  BOOST_TEST(header_of(sent, "Authorization") == "Apikey feed-secret");
  BOOST_TEST(header_of(sent, "X-SePay-Signature") ==
             "sha256=" + hmac_sha256{"feed-secret"}.hex({header_of(sent, "X-SePay-Timestamp"), ".", sent.body}));
}

BOOST_AUTO_TEST_CASE(casso_signs_its_members_in_their_order) {
  auto entry = json::parse(native_entry).as_object();
  entry["transfer_type"] = "debit";
  const auto sent = encode_entry(feed_format::casso, json::serialize(entry), occasion);
  const auto body = json::parse(sent.body).as_object();
  const auto& data = body.at("data").as_object();
  BOOST_TEST(data.at("amount").as_int64() == -150'000);
  BOOST_TEST(data.at("virtualAccountNumber").as_string() == "VQRQTESTA0001");
  BOOST_TEST(data.at("bankAbbreviation").as_string() == "MB");
  BOOST_TEST(data.at("transactionDateTime").as_string() == "2026-03-15 09:30:05");
  std::vector<std::string> names;
  for (const auto& member : data) names.emplace_back(member.key());
  BOOST_TEST(std::ranges::is_sorted(names));
  BOOST_TEST(body.begin()->key() == "data");
  BOOST_TEST(header_of(sent, "X-Casso-Signature") ==
             "t=1773541806123,v1=" + hmac_sha512_hex("feed-secret", "1773541806123." + sent.body));
}

// A signature that Casso has published with its key and body.
BOOST_AUTO_TEST_CASE(hmac_sha512_is_that_of_others) {
  const std::string published =
      R"({"data":{"accountNumber":"88888888","amount":599000,"bankAbbreviation":"VPB","bankName":"VPBank",)"
      R"("counterAccountBankId":"970415","counterAccountBankName":"VietinBank","counterAccountName":"NGUYEN VAN A",)"
      R"("counterAccountNumber":"8888888888","description":"giao dich thu nghiem","id":0,)"
      R"("reference":"MA_GIAO_DICH_THU_NGHIEM","runningBalance":25000000,"transactionDateTime":"2024-10-03 15:06:37",)"
      R"("virtualAccountName":"","virtualAccountNumber":""},"error":0})";
  BOOST_TEST(hmac_sha512_hex("mgExMrjj4i7a1p8Cs6LmFbpCd8lbw4sSX4LZXPag7TKazeIogtR90tvWYTkwQbvs",
                             "1727948258788." + published) ==
             "ed0a4bd2e826d5cb69988cdb141e6c1a080e21f3b57eb72cd78192220042b9e7"
             "dde0868fc667faea8e224900fa7904e7c88dfa098032fb2d6b6996856e8b7ff3");
}

BOOST_AUTO_TEST_CASE(an_aggregator_s_number_follows_from_account_and_reference_alone) {
  auto entry = movement(transfer_type::credit, 5'000, "a", "2026-03-15T02:30:05Z");
  std::set<std::int64_t> ids{aggregator_id(entry)};
  auto told_again = entry;
  told_again.amount = money{6'000};
  BOOST_TEST(!ids.insert(aggregator_id(told_again)).second);
  entry.account_number = "0123456780";
  BOOST_TEST(ids.insert(aggregator_id(entry)).second);
  entry.bin = "970436";
  BOOST_TEST(ids.insert(aggregator_id(entry)).second);
  for (const auto id : ids) BOOST_TEST((id >= 0 && id < (std::int64_t{1} << 53)));
}

BOOST_AUTO_TEST_CASE(what_is_no_entry_has_no_form) {
  for (const auto* text : {"{}", "[]", R"({"bank_reference":"A"})"})
    BOOST_CHECK_THROW(encode_entry(feed_format::sepay, text, occasion), std::runtime_error);
}

BOOST_AUTO_TEST_CASE(a_csv_statement_runs_its_balance_and_holds_no_formula) {
  BOOST_TEST(encode_csv(march()) ==
             "time,bank_reference,account_number,virtual_account_number,debit,credit,balance,content\r\n"
             "2026-03-16 03:30:05,\"FT150000\",0123456789,,,150000,151000,\"'=PFSL7K2M9QX4, \"\"Trà\"\" đá\"\r\n"
             "2026-03-16 09:00:00,\"FT200000\",0123456789,,200000,,-49000,\"" +
                 std::string(64, 'x') + "y-z\"\r\n");
}

BOOST_AUTO_TEST_CASE(an_mt940_has_short_ascii_lines_and_both_balances) {
  BOOST_TEST(encode_mt940(march()) == ":20:260331\r\n:25:0123456789\r\n:28C:1/1\r\n:60F:C260301VND1000,\r\n"
                                      ":61:2603160316C150000,NTRFNONREF//FT150000\r\n"
                                      ":86:.PFSL7K2M9QX4, .Tr.. ..\r\n"
                                      ":61:2603160316D200000,NTRFNONREF//FT200000\r\n:86:" +
                                          std::string(64, 'x') + "y\r\n.z\r\n:62F:D260331VND49000,\r\n-\r\n");
}

BOOST_AUTO_TEST_CASE(a_camt053_has_both_balances_and_every_entry) {
  const auto xml = encode_camt053(march());
  BOOST_TEST(xml.find("camt.053.001.08") != std::string::npos);
  BOOST_TEST(xml_at(xml, "Stmt/Acct/Id/Othr/Id") == "0123456789");
  BOOST_TEST(xml_at(xml, "Stmt/Bal/Amt") == "1000");
  BOOST_TEST(xml_at(xml, "Stmt/Bal/Dt/Dt") == "2026-03-01");
  const auto closing = std::string_view{xml}.substr(xml.find("CLBD"));
  BOOST_TEST(xml_at(closing, "Amt") == "49000");
  BOOST_TEST(xml_at(closing, "CdtDbtInd") == "DBIT");
  BOOST_TEST(xml_at(xml, "Ntry/NtryRef") == "000001");
  BOOST_TEST(xml_at(std::string_view{xml}.substr(xml.find("000002")), "Amt") == "200000");
}

BOOST_AUTO_TEST_SUITE_END()
