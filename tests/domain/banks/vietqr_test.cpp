#include "domain/banks/vietqr.hpp"
#include "tests/domain/vectors.hpp"

#include <boost/test/unit_test.hpp>

using namespace paylink;

namespace {

/// What a vector's input says, kept alive beside the view of it; none when our form cannot even express it.
struct vector_input {
  std::string bin, account, purpose;
  std::optional<money> amount;
  bool is_expressible = true;

  explicit vector_input(const boost::json::value& input) {
    const auto& members = input.as_object();
    const auto text = [&](std::string_view name) {
      const auto* found = members.if_contains(name);
      return found && found->is_string() ? text_of(*found) : std::string{};
    };
    bin = text("bin");
    account = text("account");
    purpose = text("purpose");
    if (const auto digits = text("amount"); !digits.empty()) {
      amount = parse_money(digits);
      is_expressible = amount.has_value();
    }
    // Cards, names and bills are not what payment links ask for, nor a code for one payment without its amount.
    const auto service = text("service"), method = text("method");
    if (!service.empty() && service != "QRIBFTTA") is_expressible = false;
    if (!method.empty() && (method == "12") != amount.has_value()) is_expressible = false;
    if (members.contains("merchant_name") || members.contains("bill_number")) is_expressible = false;
  }

  vietqr code() const { return {bin, account, amount, purpose}; }
};

} // namespace

BOOST_AUTO_TEST_SUITE(vietqr_rules)

BOOST_AUTO_TEST_CASE(payloads_are_those_of_the_vectors) {
  int checked = 0;
  const auto document = read_vectors("vietqr-vectors.json");
  for (const auto& vector : document.at("vectors").as_array()) {
    const vector_input input{vector.at("input")};
    if (!input.is_expressible) continue;
    const auto payload = vietqr_payload(input.code());
    BOOST_REQUIRE_MESSAGE(payload.has_value(), text_of(vector.at("id")));
    BOOST_TEST(*payload == text_of(vector.at("payload")), text_of(vector.at("id")));
    ++checked;
  }
  BOOST_TEST(checked >= 20);
}

BOOST_AUTO_TEST_CASE(what_the_vectors_refuse_is_refused) {
  int checked = 0;
  const auto document = read_vectors("vietqr-vectors.json");
  for (const auto& vector : document.at("reject_encode").as_array()) {
    const vector_input input{vector.at("input")};
    if (!input.is_expressible) continue; // Amounts that `parse_money` refuses before.
    const auto payload = vietqr_payload(input.code());
    BOOST_REQUIRE_MESSAGE(payload.has_error(), text_of(vector.at("id")));
    BOOST_TEST((to_errc(payload.error()) == errc::validation_error));
    ++checked;
  }
  BOOST_TEST(checked >= 6);
}

BOOST_AUTO_TEST_CASE(every_part_is_held_to_its_format) {
  const vietqr good{"970422", "0123456789", money{150'000}, "PFSL7K2M9QX4"};
  BOOST_REQUIRE(vietqr_payload(good).has_value());
  struct row {
    const char* what;
    vietqr code;
    bool is_valid;
  };
  const row rows[] = {
      {"no amount", {"970422", "0123456789", {}, "PFSL7K2M9QX4"}, true},
      {"one character", {"970422", "0", {}, ""}, true},
      {"19 characters", {"970422", "ABCDEFGHIJ012345678", {}, ""}, true},
      {"every letter, once", {"970422", "ABCDEFGHIJKLM", {}, ""}, true},
      {"and the others", {"970422", "NOPQRSTUVWXYZ", {}, ""}, true},
      {"20 characters", {"970422", "ABCDEFGHIJ0123456789", {}, ""}, false},
      {"lower case", {"970422", "sep123", {}, ""}, false},
      {"BIN of 7", {"9704220", "0123456789", {}, ""}, false},
      {"BIN of letters", {"97042A", "0123456789", {}, ""}, false},
      {"no BIN", {"", "0123456789", {}, ""}, false},
      {"smallest amount", {"970422", "0123456789", money{1}, ""}, true},
      {"zero", {"970422", "0123456789", money{0}, ""}, false},
      {"negative", {"970422", "0123456789", money{-1}, ""}, false},
      {"13 digits", {"970422", "0123456789", money{9'999'999'999'999}, ""}, true},
      {"14 digits", {"970422", "0123456789", money{10'000'000'000'000}, ""}, false},
      {"25 characters", {"970422", "0123456789", {}, "PFSL7K2M9QX4 THANH TOAN X"}, true},
      {"26 characters", {"970422", "0123456789", {}, "PFSL7K2M9QX4 THANH TOAN XY"}, false},
      {"line feed", {"970422", "0123456789", {}, "A\nB"}, false},
      {"delete", {"970422", "0123456789", {}, "A\x7f"}, false},
      {"diacritics", {"970422", "0123456789", {}, "Đơn"}, false},
      {"ask the payer", {"970422", "0123456789", {}, "***"}, false},
  };
  for (const auto& [what, code, is_valid] : rows) BOOST_TEST(vietqr_payload(code).has_value() == is_valid, what);
}

BOOST_AUTO_TEST_CASE(the_checksum_is_that_of_the_vectors) {
  const auto document = read_vectors("vietqr-vectors.json");
  for (const auto& check : document.at("crc").at("checks").as_array()) {
    const auto expected = std::stoul(text_of(check.at("crc")), nullptr, 16);
    BOOST_TEST(vietqr_crc(text_of(check.at("data"))) == expected, text_of(check.at("data")));
  }
}

BOOST_AUTO_TEST_SUITE_END()
