#include "domain/banks/vietqr.hpp"
#include "sandbox/formats/vietqr_reader.hpp"

#include <boost/test/unit_test.hpp>

#include <array>
#include <random>

using namespace paylink;
using namespace paylink::sandbox;

namespace {

const std::string whole_payload =
    "00020101021238540010A00000072701240006970422011001234567890208QRIBFTTA53037045406150000"
    "5802VN62160812PFSL7K2M9QX46304F90D";

// The payload with the checksum that its other characters have.
std::string with_checksum(std::string text) {
  text += "6304";
  std::array<char, 5> digits{};
  std::snprintf(digits.data(), digits.size(), "%04X", vietqr_crc(text));
  return text + digits.data();
}

std::string object(const std::string& identifier, const std::string& value) {
  return identifier + (value.size() < 10 ? "0" : "") + std::to_string(value.size()) + value;
}

// A payload of these parts; what is empty is left out.
struct parts {
  std::string beneficiary = object("00", "A000000727") +
                            object("01", object("00", "970422") + object("01", "0123456789")) +
                            object("02", "QRIBFTTA");
  std::string currency = "704", amount = "150000", country = "VN", additional = object("08", "PFSL7K2M9QX4");

  std::string payload() const {
    auto text = object("00", "01") + object("01", "12");
    for (const auto& [identifier, value] :
         {std::pair{"38", beneficiary}, std::pair{"53", currency}, std::pair{"54", amount}, std::pair{"58", country},
          std::pair{"62", additional}})
      if (!value.empty()) text += object(identifier, value);
    return with_checksum(text);
  }
};

std::string fault_of(std::string_view payload) {
  const auto read = read_vietqr(payload);
  const auto* fault = std::get_if<std::string>(&read);
  return fault ? *fault : std::string{};
}

} // namespace

BOOST_AUTO_TEST_SUITE(vietqr_readers)

BOOST_AUTO_TEST_CASE(what_others_have_written_is_read) {
  struct row {
    std::string payload, bin, account;
    std::int64_t amount;
    std::string purpose;
  };
  for (const auto& [payload, bin, account, amount, purpose] :
       {row{whole_payload, "970422", "0123456789", 150'000, "PFSL7K2M9QX4"},
        row{"00020101021138520010A000000727012200069704160108123456780208QRIBFTTA53037045802VN62160812PFSL0O1IAB2C63044"
            "F02",
            "970416", "12345678", 0, "PFSL0O1IAB2C"},
        row{"00020101021238540010A00000072701240006970422011003000073840208QRIBFTTA530370454061500005802VN62160812PFSL7"
            "K2M"
            "9QX463040007",
            "970422", "0300007384", 150'000, "PFSL7K2M9QX4"},
        row{"00020101021238630010A0000007270133000697042201191234567890ABCDEFGHI0208QRIBFTTA530370454061000005802VN6216"
            "0812"
            "PFSL7K2M9QX4630445CB",
            "970422", "1234567890ABCDEFGHI", 100'000, "PFSL7K2M9QX4"},
        row{"00020101021238540010A00000072701240006970422011001234567890208QRIBFTTA5303704541399999999999995802VN621608"
            "12PF"
            "SL7K2M9QX46304631C",
            "970422", "0123456789", 9'999'999'999'999, "PFSL7K2M9QX4"},
        row{"00020101021238540010A00000072701240006970422011001234567890208QRIBFTTA530370454061500005802VN5921CONG TY "
            "TNHH "
            "MINH HOA6011HO CHI MINH62160812PFSL7K2M9QX46304EC7E",
            "970422", "0123456789", 150'000, "PFSL7K2M9QX4"},
        row{"00020101021138570010A00000072701270006970403011300110123456780208QRIBFTTA53037045802VN63049E6F", "970403",
            "0011012345678", 0, ""},
        row{"00020101021238570010A000000727012700069704220113VQRQADFKV07240208QRIBFTTA53037045405120005802VN62250821TT "
            "coc "
            "DH34G91J8TNFBP630425B7",
            "970422", "VQRQADFKV0724", 12'000, "TT coc DH34G91J8TNFBP"}}) {
    const auto outcome = read_vietqr(payload);
    BOOST_REQUIRE_MESSAGE(std::holds_alternative<vietqr_request>(outcome), payload << ": " << fault_of(payload));
    const auto& read = std::get<vietqr_request>(outcome);
    BOOST_TEST(read.bin == bin);
    BOOST_TEST(read.account == account);
    BOOST_TEST(read.amount.value_or(0) == amount);
    BOOST_TEST(read.purpose == purpose);
  }
}

BOOST_AUTO_TEST_CASE(what_the_service_writes_is_read_back) {
  const auto written =
      vietqr_payload({.bin = "970448", .account = "SEPTEST00123", .amount = money{78'900}, .purpose = "PFOD12345678"});
  const auto read = read_vietqr(" \r\n" + written.value() + "\n");
  BOOST_TEST(std::get<vietqr_request>(read).account == "SEPTEST00123");
  BOOST_TEST(fault_of(parts{}.payload()) == "");
}

BOOST_AUTO_TEST_CASE(what_is_no_payment_to_an_account_is_refused_with_the_reason) {
  const auto beneficiary_of = [](const std::string& keeper, const std::string& service = "QRIBFTTA",
                                 const std::string& scheme = "A000000727") {
    return object("00", scheme) + (keeper.empty() ? "" : object("01", keeper)) + object("02", service);
  };
  const auto changed = [](auto change) {
    parts some;
    change(some);
    return some.payload();
  };
  const auto with_beneficiary = [&](const std::string& text) {
    return changed([&](parts& some) { some.beneficiary = text; });
  };
  struct row {
    std::string payload, reason;
  };
  for (const auto& [payload, reason] :
       {row{"", "Paste the payload"}, row{"   ", "Paste the payload"}, row{"hello", "does not end with a checksum"},
        row{whole_payload.substr(0, 60), "does not end with a checksum"},
        row{whole_payload.substr(0, whole_payload.size() - 1) + "E", "checksum does not match"},
        row{whole_payload.substr(0, whole_payload.size() - 1) + "x", "not a hexadecimal digit"},
        row{"00020101021238540010A00000072701240006970422011003000000030208QRIBFTTA530370454061500005802VN62160812PFSL7"
            "K2M"
            "9QX46304ADB",
            "does not end with a checksum"},
        // The printed example of the scheme's own document, whose lengths are wrong.
        row{"00020101021138570010A00000072701270006970403011200110123456780208QRIBFTTA53037045802VN6304F4E5",
            "does not contain a bank and an account"},
        row{std::string(4'000, '0'), "too long"}, row{with_checksum(""), "not a chain"},
        row{with_checksum("000201"), "currency"}, row{with_checksum("0102115303704"), "not a chain"},
        row{with_checksum("00020153037045303704"), "not a chain"}, // twice
        row{with_checksum("0002015400"), "not a chain"},           // of no length
        row{with_checksum("0002015499123"), "not a chain"},        // longer than what is left
        row{with_checksum("00-201"), "not a chain"},
        row{with_checksum(std::string("0002\0"
                                      "1",
                                      6)),
            "not a chain"},
        row{changed([](parts& some) { some.currency = "840"; }), "currency"},
        row{changed([](parts& some) { some.country = "TH"; }), "country"},
        row{with_beneficiary(""), "not a VietQR code"},
        row{with_beneficiary(beneficiary_of(object("00", "970422") + object("01", "1"), "QRIBFTTA", "A000000677")),
            "not a VietQR code"},
        row{with_beneficiary(beneficiary_of(object("00", "970422") + object("01", "9704031234567890"), "QRIBFTTC")),
            "card"},
        row{with_beneficiary(beneficiary_of("")), "BIN"},
        row{with_beneficiary(beneficiary_of(object("00", "97042"))), "BIN"},
        row{with_beneficiary(beneficiary_of(object("00", "97042A"))), "BIN"},
        row{with_beneficiary(beneficiary_of(object("00", "970422"))), "account number"},
        row{with_beneficiary(beneficiary_of(object("00", "970422") + object("01", "abc"))), "account number"},
        row{with_beneficiary(beneficiary_of(object("00", "970422") + object("01", "<script>"))), "account number"},
        row{with_beneficiary(beneficiary_of(object("00", "970422") + object("01", std::string(20, '1')))),
            "account number"},
        row{changed([](parts& some) { some.amount = "0"; }), "amount"},
        row{changed([](parts& some) { some.amount = "50 000"; }), "amount"},
        row{changed([](parts& some) { some.amount = "1500.5"; }), "amount"},
        row{changed([](parts& some) { some.amount = "-1"; }), "amount"},
        row{changed([](parts& some) { some.amount = "99999999999999"; }), "amount"},
        row{changed([](parts& some) { some.additional = "xx"; }), "additional"},
        row{changed([](parts& some) { some.additional = object("08", std::string(26, 'x')); }), "transfer text"},
        row{changed([](parts& some) {
              some.additional = object("08", "a\x01"
                                             "b");
            }),
            "transfer text"},
        row{changed([](parts& some) { some.additional = object("08", "đ"); }), "transfer text"}})
    BOOST_TEST(fault_of(payload).find(reason) != std::string::npos, payload << ": " << fault_of(payload));
}

BOOST_AUTO_TEST_CASE(a_text_that_only_asks_for_a_text_is_none) {
  parts some;
  some.additional = object("08", "***");
  BOOST_TEST(std::get<vietqr_request>(read_vietqr(some.payload())).purpose == "");
}

// No prefix, no changed byte and no random text may do more than be refused.
BOOST_AUTO_TEST_CASE(damaged_payloads_are_refused) {
  for (std::size_t size = 0; size < whole_payload.size(); ++size)
    BOOST_TEST(fault_of(whole_payload.substr(0, size)) != "");
  for (std::size_t at = 0; at < whole_payload.size() - 4; ++at) {
    auto damaged = whole_payload;
    damaged[at] = static_cast<char>(damaged[at] ^ 1);
    BOOST_TEST(fault_of(damaged) != "", damaged);
  }
  std::mt19937 dice{20260315};
  for (int round = 0; round < 5'000; ++round) {
    std::string text(dice() % 200, '\0');
    for (char& c : text) c = static_cast<char>(dice() % 3 != 0 ? '0' + dice() % 10 : dice() % 256);
    BOOST_TEST(fault_of(with_checksum("000201" + text)) != "");
  }
}

BOOST_AUTO_TEST_SUITE_END()
