// Receivers that sign the raw bytes and receivers that write the parsed JSON again come to the signature of our bytes.
#include "domain/webhooks/webhook_payload.hpp"
#include "secrets/base64.hpp"
#include "secrets/hmac.hpp"
#include "tests/e2e/child_process.hpp"

#include <boost/test/unit_test.hpp>

#include <sstream>

using namespace paylink;

namespace {

const std::string secret = "whs_sssssssssssssssssssssssssssssssssssssssssss";
const std::string signed_at = "1773541806";

std::vector<std::string> texts() {
  std::vector<std::string> all{"",
                               "PFSL7K2M9QX4 Nguyễn Văn Ấn thanh toán đơn hàng số 1",
                               "tie\u0302\u0301ng và tiếng",
                               "😀 👩‍👩‍👧 🇻🇳 \U0010ffff",
                               "\"quotes\" 'and' \\backslashes\\ </script> & / \\u0041 \\\"",
                               "a\u2028b\u2029c\u00a0d\ufeffe\u0080\u009f\u007f\ufffd\uffff",
                               "\ufeff",
                               "a\r\n\tb\b\f"};
  for (char control = 1; control < 0x20; ++control) all.push_back(std::string{"<"} + control + ">");
  return all;
}

std::vector<std::string> bodies() {
  std::vector<std::string> all;
  const auto now = from_millis(1'773'541'805'123);
  for (const auto& text : texts()) {
    for (const auto type : {transfer_type::credit, transfer_type::debit})
      all.push_back(
          webhook_payload(transaction_event_facts{"txn_01jd8z3tq0r9s8v7w6x5y4z3a2", "ba_01jd8yw0a1b2c3d4e5f6g7h8j9",
                                                  "MB", "0123456789", money{150'000}, type, text, now}));
    all.push_back(webhook_payload(order_event_facts{"DH" + text, money{1}, true, text, now}));
    all.push_back(webhook_payload(order_event_facts{text, money{9'007'199'254'740'991}, false, {}, {}}));
  }
  return all;
}

} // namespace

BOOST_AUTO_TEST_SUITE(webhook_receivers)

BOOST_AUTO_TEST_CASE(node_comes_to_our_signature_over_the_raw_bytes_and_over_its_own_json) {
  std::string input;
  for (const auto& body : bodies())
    input += secret + "\t" + signed_at + "\t" + to_base64(std::vector<unsigned char>{body.begin(), body.end()}) + "\n";
  const auto ran = test::run_program({"node", PAYLINK_SOURCE_DIR "/tests/examples/webhook_receivers.mjs"}, input);
  BOOST_TEST_REQUIRE(ran.exit_code == 0, ran.text);
  std::istringstream lines{ran.text};
  hmac_sha256 mac{secret};
  for (const auto& body : bodies()) {
    std::string raw, rewritten;
    lines >> raw >> rewritten;
    const auto ours = mac.hex({signed_at, ".", body});
    BOOST_TEST(raw == ours, "raw bytes: " << body);
    BOOST_TEST(rewritten == ours, "written again: " << body);
  }
}

BOOST_AUTO_TEST_SUITE_END()
