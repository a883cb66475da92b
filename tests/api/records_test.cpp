#include "api/links/callback_record.hpp"
#include "api/links/link_records.hpp"
#include "api/transactions/transaction_record.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

using namespace paylink;

namespace {

constexpr std::string_view link_text = "pl_01kg3b4c5d7e8f9g0h1j2k3m4n";
const auto created = *parse_rfc3339("2026-01-31T08:00:00.000Z");
const auto expires = *parse_rfc3339("2026-02-01T08:00:00.000Z");

payment_link bare_link() {
  payment_link link;
  link.id = payment_link_id::from_store(link_text);
  link.public_id = "AbCdEfGhIjKlMnOpQrStUv";
  link.workspace = workspace_id::from_store("ws_01kg3b4c5d7e8f9g0h1j2k3m4n");
  link.account = bank_account_id::from_store("ba_01kg3b4c5d7e8f9g0h1j2k3m4n");
  link.reference = *reference::parse("PFSL7K2M9QX4");
  link.callback_url = "https://shop.test/cb";
  link.created_at = created;
  link.expires_at = expires;
  link.created_by = {creator::kind::api_token, "tok_01kg3b4c5d7e8f9g0h1j2k3m4n"};
  return link;
}

std::string written(const payment_link& link, timestamp at = created) {
  return link_record.json(link, "https://pay.test", at);
}

} // namespace

BOOST_AUTO_TEST_CASE(a_new_link_has_every_member_and_null_where_there_is_no_value) {
  BOOST_TEST(
      written(bare_link()) ==
      R"({"id":"pl_01kg3b4c5d7e8f9g0h1j2k3m4n","public_id":"AbCdEfGhIjKlMnOpQrStUv",)"
      R"("url":"https://pay.test/l/AbCdEfGhIjKlMnOpQrStUv","workspace_id":"ws_01kg3b4c5d7e8f9g0h1j2k3m4n",)"
      R"("bank_account_id":"ba_01kg3b4c5d7e8f9g0h1j2k3m4n","virtual_account_id":null,"reference":"PFSL7K2M9QX4",)"
      R"("status":"pending","amount":null,"currency":"VND","received_amount":null,"callback_status":"none",)"
      R"("description":null,"callback_url":"https://shop.test/cb","redirect_url":null,"metadata":null,)"
      R"("transaction_id":null,"failure_reason":null,"created_at":"2026-01-31T08:00:00.000Z",)"
      R"("expires_at":"2026-02-01T08:00:00.000Z","closed_at":null,)"
      R"("created_by":{"type":"api_token","id":"tok_01kg3b4c5d7e8f9g0h1j2k3m4n"}})");
}

BOOST_AUTO_TEST_CASE(a_completed_link_shows_all_its_values) {
  auto link = bare_link();
  link.virtual_account = virtual_account_id::from_store("va_01kg3b4c5d7e8f9g0h1j2k3m4n");
  link.status = link_status::succeeded;
  link.amount = money{150'000};
  link.received_amount = money{160'000};
  link.callback = callback_status::delivered;
  link.description = "Đơn \"42\"\n<b>";
  link.redirect_url = "https://shop.test/thanks?a=1&b=2";
  link.metadata = {{"colour", "red"}, {"order", "42"}};
  link.transaction = transaction_id::from_store("txn_01kg3b4c5d7e8f9g0h1j2k3m4n");
  link.closed_at = *parse_rfc3339("2026-01-31T08:15:30.123Z");
  link.created_by = {creator::kind::user, "usr_01kg3b4c5d7e8f9g0h1j2k3m4n"};
  BOOST_TEST(
      written(link) ==
      R"({"id":"pl_01kg3b4c5d7e8f9g0h1j2k3m4n","public_id":"AbCdEfGhIjKlMnOpQrStUv",)"
      R"("url":"https://pay.test/l/AbCdEfGhIjKlMnOpQrStUv","workspace_id":"ws_01kg3b4c5d7e8f9g0h1j2k3m4n",)"
      R"("bank_account_id":"ba_01kg3b4c5d7e8f9g0h1j2k3m4n","virtual_account_id":"va_01kg3b4c5d7e8f9g0h1j2k3m4n",)"
      R"("reference":"PFSL7K2M9QX4","status":"succeeded","amount":"150000","currency":"VND","received_amount":"160000",)"
      R"("callback_status":"delivered","description":"Đơn \"42\"\n<b>","callback_url":"https://shop.test/cb",)"
      R"("redirect_url":"https://shop.test/thanks?a=1&b=2","metadata":{"colour":"red","order":"42"},)"
      R"("transaction_id":"txn_01kg3b4c5d7e8f9g0h1j2k3m4n","failure_reason":null,)"
      R"("created_at":"2026-01-31T08:00:00.000Z","expires_at":"2026-02-01T08:00:00.000Z",)"
      R"("closed_at":"2026-01-31T08:15:30.123Z",)"
      R"("created_by":{"type":"user","id":"usr_01kg3b4c5d7e8f9g0h1j2k3m4n"}})");
}

BOOST_AUTO_TEST_CASE(past_its_expiry_a_link_reads_expired_and_closed_at_that_time) {
  const auto record = boost::json::parse(written(bare_link(), expires)).as_object();
  BOOST_TEST(record.at("status").as_string() == "expired");
  BOOST_TEST(record.at("closed_at").as_string() == "2026-02-01T08:00:00.000Z");
}

BOOST_AUTO_TEST_CASE(a_payment_of_a_link_and_a_rejected_one) {
  payment row{.transaction = transaction_id::from_store("txn_01kg3b4c5d7e8f9g0h1j2k3m4n"),
              .classification = classification::underpaid,
              .amount = money{149'999},
              .content = "PFSL7K2M9QX4",
              .occurred_at = created,
              .received_at = created + std::chrono::milliseconds{1'500},
              .note = "called",
              .settled = true,
              .assigned_by = "usr_01kg3b4c5d7e8f9g0h1j2k3m4n"};
  BOOST_TEST(payment_record.json(row, bare_link()) ==
             R"({"id":"txn_01kg3b4c5d7e8f9g0h1j2k3m4n","workspace_id":"ws_01kg3b4c5d7e8f9g0h1j2k3m4n",)"
             R"("payment_link_id":"pl_01kg3b4c5d7e8f9g0h1j2k3m4n","transaction_id":"txn_01kg3b4c5d7e8f9g0h1j2k3m4n",)"
             R"("classification":"underpaid","amount":"149999","content":"PFSL7K2M9QX4",)"
             R"("transaction_date":"2026-01-31T08:00:00.000Z","recorded_at":"2026-01-31T08:00:01.500Z",)"
             R"("created_at":"2026-01-31T08:00:01.500Z","note":"called","settled":true,)"
             R"("assigned_by":{"type":"user","id":"usr_01kg3b4c5d7e8f9g0h1j2k3m4n"}})");
  row.transaction = {};
  row.classification = classification::rejected;
  row.note.clear();
  const auto record = boost::json::parse(payment_record.json(row, bare_link())).as_object();
  BOOST_TEST(record.at("transaction_id").is_null());
  BOOST_TEST(record.at("note").is_null());
  BOOST_TEST(record.at("classification").as_string() == "rejected");
}

BOOST_AUTO_TEST_CASE(a_callback_shows_its_stored_body_and_every_attempt_in_full) {
  attempt refused;
  refused.number = 1;
  refused.started_at = created;
  refused.duration = std::chrono::milliseconds{12};
  refused.url = "https://shop.test/cb";
  refused.failed_by = failure_class::connect;
  refused.error = "connection refused";
  attempt answered;
  answered.number = 2;
  answered.started_at = created + std::chrono::seconds{10};
  answered.duration = std::chrono::milliseconds{34};
  answered.url = "https://shop.test/moved";
  answered.address = "192.0.2.1:443";
  answered.hops = {"https://shop.test/moved"};
  answered.status_code = 503;
  answered.failed_by = failure_class::http_5xx;
  answered.error = "503";
  answered.response_headers = {{"set-cookie", "a"}, {"set-cookie", "b\xFF"}};
  answered.response_body = "cut \xE1\xBB";
  answered.tls = "TLSv1.3 TLS_AES_256_GCM_SHA384";
  callback_record event;
  event.id = event_id::from_store("evt_01kg3b4c5d7e8f9g0h1j2k3m4n");
  event.progress = delivery::pending{created + std::chrono::seconds{30}};
  event.body = R"({"a":1})";
  event.signed_at = 1'769'846'400;
  event.created_at = created;
  event.attempts = {refused, answered};
  event.rounds = {
      {2, 1, created + std::chrono::seconds{5}, {creator::kind::user, "usr_1"}, renewal::none, 1'769'846'400},
      {3, 2, created + std::chrono::hours{48}, {creator::kind::api_token, "tok_1"}, renewal::too_old, 1'770'019'200}};
  BOOST_TEST(
      link_callback_record.json(event, bare_link().workspace, "curl 'it'\\''s'") ==
      R"({"id":"evt_01kg3b4c5d7e8f9g0h1j2k3m4n","workspace_id":"ws_01kg3b4c5d7e8f9g0h1j2k3m4n","status":"pending","body":"{\"a\":1}","timestamp":1769846400,"attempts":[)"
      R"({"number":1,"started_at":"2026-01-31T08:00:00.000Z","duration_ms":12,"url":"https://shop.test/cb",)"
      R"("address":null,"hops":[],"status_code":null,"error_class":"connect","unconfirmed":false,"error":"connection refused",)"
      R"("response_headers":[],"response_body":null,"tls":null},)"
      R"({"number":2,"started_at":"2026-01-31T08:00:10.000Z","duration_ms":34,"url":"https://shop.test/moved",)"
      R"("address":"192.0.2.1:443","hops":["https://shop.test/moved"],"status_code":503,"error_class":"http_5xx","unconfirmed":false,)"
      R"("error":"503","response_headers":[{"name":"set-cookie","value":"a"},{"name":"set-cookie","value":"b)"
      "\xEF\xBF\xBD"
      R"("}],"response_body":"cut )"
      "\xEF\xBF\xBD"
      R"(","tls":"TLSv1.3 TLS_AES_256_GCM_SHA384"}],"rounds":[)"
      R"({"first_attempt":2,"repeats":1,"asked_at":"2026-01-31T08:00:05.000Z","asked_by":{"type":"user","id":"usr_1"},)"
      R"("signed_anew":null,"timestamp":1769846400},)"
      R"({"first_attempt":3,"repeats":2,"asked_at":"2026-02-02T08:00:00.000Z",)"
      R"("asked_by":{"type":"api_token","id":"tok_1"},"signed_anew":"too_old","timestamp":1770019200}],)"
      R"("next_attempt_at":"2026-01-31T08:00:30.000Z","curl":"curl 'it'\\''s'",)"
      R"("created_at":"2026-01-31T08:00:00.000Z"})");
}

BOOST_AUTO_TEST_CASE(an_event_without_attempts_has_an_empty_list) {
  callback_record event;
  event.progress = delivery::delivered{};
  const auto record = boost::json::parse(link_callback_record.json(event, {}, "")).as_object();
  BOOST_TEST(record.at("attempts").as_array().empty());
  BOOST_TEST(record.at("rounds").as_array().empty());
  BOOST_TEST(record.at("curl").is_null());
  BOOST_TEST(record.at("next_attempt_at").is_null());
}
