// The life of an order: over the API, the feed, and the webhooks, on virtual time.
#include "domain/banks/vietqr.hpp"
#include "tests/actors/virtual_node.hpp"

#include <boost/test/unit_test.hpp>

namespace paylink::test {

namespace json = boost::json;

namespace {

/// A node with a webhook for everything; every order is made with the demo token.
struct shop_with_orders : virtual_node {
  shop_with_orders() {
    const auto made = api(http_method::post, "/v1.1/webhooks/" + workspace.text(),
                          R"({"name":"Orders","url":"https://shop.test/hook","events":["order.success","order.failed",)"
                          R"("transaction.credit"]})");
    BOOST_REQUIRE(made.status == 201u);
  }

  std::string orders_path(const std::string& rest = {}) const { return "/v1.1/orders/" + workspace.text() + rest; }
  std::string body_of(const std::string& more = {}, const std::string& amount = "150000") const {
    return R"({"bank_account_id":")" + account.text() + R"(","amount":")" + amount + "\"" + more + "}";
  }
  http_response ask(const std::string& body) { return api(http_method::post, orders_path(), body); }
  json::object make_order(const std::string& more = {}) {
    const auto made = ask(body_of(more));
    BOOST_REQUIRE_MESSAGE(made.status == 201u, made.body);
    return data_of(made).as_object();
  }
  json::object get_order(const json::object& order) {
    return data_of(api(http_method::get, orders_path("/" + text_of(order, "id")))).as_object();
  }
  /// The bodies that the webhook has got of an order, one a line.
  std::string told_of(const json::object& order) const {
    std::string all;
    for (const auto& request : world.requests)
      if (request.body.find("\"order_id\":\"" + text_of(order, "order_id") + "\"") != std::string::npos)
        all += request.body + "\n";
    return all;
  }
  std::size_t transactions_told() const {
    std::size_t reported = 0;
    for (const auto& request : world.requests) reported += request.body.starts_with(R"({"account_id")") ? 1 : 0;
    return reported;
  }
  std::string in(std::chrono::milliseconds time) const {
    return R"(,"expires_at":")" + format_rfc3339(clock.now() + time) + "\"";
  }
};

} // namespace

BOOST_AUTO_TEST_SUITE(orders)

BOOST_AUTO_TEST_CASE(a_new_order_has_every_member_and_a_code_to_pay_it) {
  shop_with_orders node;
  const auto made = node.ask(node.body_of(R"(,"order_id":"DH-1842","customer_email":"lan@example.com")"));
  BOOST_TEST(made.status == 201u);
  const auto order = data_of(made).as_object();
  BOOST_TEST(header_of(made, "Location") == node.orders_path("/" + text_of(order, "id")));
  BOOST_TEST(text_of(order, "order_id") == "DH-1842");
  BOOST_TEST(text_of(order, "status") == "pending");
  BOOST_TEST(text_of(order, "amount") == "150000");
  BOOST_TEST(text_of(order, "customer_email") == "lan@example.com");
  BOOST_TEST(text_of(order, "created_at") == "2026-03-15T02:30:00.000Z");
  BOOST_TEST(text_of(order, "expires_at") == "2026-03-16T02:30:00.000Z");
  const auto reference = text_of(order, "reference");
  BOOST_TEST((reference.starts_with("PFOD") && reference.size() == 12u));
  for (const char* none : {"received_amount", "transaction_id", "failure_reason", "closed_at"})
    BOOST_TEST(order.at(none).is_null());
  const auto payload = text_of(order, "qr_payload");
  BOOST_TEST(payload == vietqr_payload({"970422", "0123456789", money{150'000}, reference}).value());
  BOOST_TEST(text_of(order, "qr_svg").starts_with("<svg"));
  // Read by either id, and listed.
  for (const auto& id : {std::string{"DH-1842"}, text_of(order, "id")})
    BOOST_TEST(data_of(node.api(http_method::get, node.orders_path("/" + id))).as_object() == order);
  const auto listed = rows_of(node.api(http_method::get, node.orders_path("?order_id=DH-1842")));
  BOOST_TEST((listed.size() == 1u && listed[0].as_object() == order));
}

BOOST_AUTO_TEST_CASE(without_an_own_id_the_order_has_ours) {
  shop_with_orders node;
  const auto order = node.make_order();
  BOOST_TEST(text_of(order, "order_id") == text_of(order, "id"));
  BOOST_TEST(text_of(order, "id").starts_with("ord_"));
  BOOST_TEST(order.at("customer_email").is_null());
}

BOOST_AUTO_TEST_CASE(a_credit_that_names_it_completes_it_and_tells_the_webhook) {
  shop_with_orders node;
  const auto order = node.make_order(node.in(1h) + R"(,"order_id":"DH-7","customer_email":"lan@example.com")");
  const auto reference = text_of(order, "reference");
  node.feed(node.entry("FT1", 149'999, "NGUYEN VAN A " + reference));
  BOOST_TEST(text_of(node.get_order(order), "status") == "pending");
  BOOST_TEST((node.told_of(order).empty() && node.transactions_told() == 1u));
  node.feed(node.entry("FT2", 150'001, "NGUYEN VAN A " + reference + " tra tien"));
  node.advance(1s);
  const auto paid = node.get_order(order);
  BOOST_TEST(text_of(paid, "status") == "success");
  BOOST_TEST(text_of(paid, "received_amount") == "150001");
  BOOST_TEST((paid.at("qr_payload").is_null() && paid.at("qr_svg").is_null()));
  BOOST_TEST(node.told_of(order) == R"({"amount":150001,"created_at":"2026-03-15T02:30:00.000Z",)"
                                    R"("customer_email":"lan@example.com","order_id":"DH-7","status":"success"})"
                                    "\n");
  BOOST_TEST(node.transactions_told() == 2u);
  const auto transaction = data_of(node.api(http_method::get, "/v1.1/transactions/" + node.workspace.text() + "/" +
                                                                  text_of(paid, "transaction_id")))
                               .as_object();
  BOOST_TEST(text_of(transaction, "order_id") == "DH-7");
  BOOST_TEST(text_of(transaction, "classification") == "overpaid");
  BOOST_TEST(transaction.at("payment_link_id").is_null());
  // Money that comes all the same changes nothing more.
  node.feed(node.entry("FT3", 150'000, reference));
  node.feed(node.entry("FT2", 150'001, "NGUYEN VAN A " + reference + " tra tien"));
  node.advance(1h + 2s);
  BOOST_TEST(text_of(node.get_order(order), "transaction_id") == text_of(paid, "transaction_id"));
  BOOST_TEST(node.told_of(order).find("failed") == std::string::npos);
  BOOST_TEST(node.transactions_told() == 3u);
  const auto extra =
      rows_of(node.api(http_method::get, "/v1.1/transactions/" + node.workspace.text() + "?classification=duplicate"));
  BOOST_TEST((extra.size() == 1u && text_of(extra[0].as_object(), "attention") == "duplicate"));
}

BOOST_AUTO_TEST_CASE(an_order_fails_at_its_second_and_says_so_once) {
  shop_with_orders node;
  const auto order = node.make_order(node.in(1h) + R"(,"order_id":"DH-8")");
  node.advance(1h - 1ms);
  BOOST_TEST(text_of(node.get_order(order), "status") == "pending");
  BOOST_TEST(node.world.requests.empty());
  node.advance(1ms);
  auto failed = node.get_order(order);
  BOOST_TEST(text_of(failed, "status") == "failed");
  BOOST_TEST(text_of(failed, "failure_reason") == "expired");
  BOOST_TEST(text_of(failed, "closed_at") == text_of(order, "expires_at"));
  BOOST_TEST(failed.at("qr_payload").is_null());
  node.advance(2s);
  BOOST_TEST(node.told_of(order) ==
             R"({"amount":150000,"created_at":"2026-03-15T02:30:00.000Z","order_id":"DH-8","status":"failed"})"
             "\n");
  node.feed(node.entry("FT1", 150'000, text_of(order, "reference")));
  node.advance(1h);
  failed = node.get_order(order);
  BOOST_TEST((text_of(failed, "status") == "failed" && failed.at("transaction_id").is_null()));
  BOOST_TEST(node.told_of(order).find("success") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(an_order_that_fell_due_while_nothing_ran_fails_at_the_start) {
  shop_with_orders node;
  const auto due = node.make_order(node.in(1h)), open = node.make_order(node.in(3h));
  node.crash_and_restart([&] { node.clock.elapsed += 2h; });
  node.advance(2s);
  BOOST_TEST((node.rows().ask(find_order{node.workspace, text_of(due, "id")})->status == order_status::failed));
  BOOST_TEST(node.told_of(due).find("\"failed\"") != std::string::npos);
  BOOST_TEST(text_of(node.get_order(open), "status") == "pending");
  // Days are a long time, and nothing waits in memory for them.
  const auto later = node.make_order(node.in(72h));
  node.doze(72h + 2min);
  BOOST_TEST(text_of(node.get_order(later), "status") == "failed");
  BOOST_TEST(node.told_of(later).find("\"failed\"") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_webhook_that_is_down_gets_the_failure_when_it_is_back) {
  shop_with_orders node;
  node.world.answer_all(503);
  const auto order = node.make_order(node.in(1h));
  node.advance(1h + 2s);
  BOOST_TEST(node.world.requests.size() == 1u);
  node.world.answer_all(200);
  node.advance(1min);
  BOOST_TEST(node.world.requests.size() == 2u);
  BOOST_TEST(node.world.requests[0].body == node.world.requests[1].body);
}

BOOST_AUTO_TEST_CASE(a_cancelled_order_tells_nobody_and_stays_cancelled) {
  shop_with_orders node;
  const auto order = node.make_order(node.in(1h) + R"(,"order_id":"DH 9")");
  const auto path = node.orders_path("/DH%209/cancel");
  const auto cancelled = node.api(http_method::post, path);
  BOOST_TEST(cancelled.status == 200u);
  BOOST_TEST(text_of(data_of(cancelled).as_object(), "status") == "cancelled");
  const auto again = node.api(http_method::post, path);
  BOOST_TEST((again.status == 409u && code_of(again) == "CONFLICT"));
  BOOST_TEST(faults_of(again).at(0).first == "status");
  node.feed(node.entry("FT1", 150'000, text_of(order, "reference")));
  node.advance(1h + 2s);
  BOOST_TEST(text_of(node.get_order(order), "status") == "cancelled");
  BOOST_TEST(node.told_of(order).empty());
}

BOOST_AUTO_TEST_CASE(faults_of_a_new_order_are_reported_together_and_a_taken_id_is_a_conflict) {
  shop_with_orders node;
  using faults = std::vector<std::pair<std::string, std::string>>;
  BOOST_TEST((faults_of(node.ask("{}")) == faults{{"bank_account_id", "required"}, {"amount", "required"}}));
  BOOST_TEST((faults_of(node.ask(node.body_of(R"(,"order_id":"ord_1","colour":"red","customer_email":"lan")"))) ==
              faults{{"colour", "unknown_member"}, {"order_id", "format"}, {"customer_email", "format"}}));
  BOOST_TEST((faults_of(node.ask(R"({"bank_account_id":"ba_01kkqa1s2dff4r5h6j7k8m9n0p","amount":"150000"})")) ==
              faults{{"bank_account_id", "not_found"}}));
  node.make_order(R"(,"order_id":"DH-1")");
  const auto taken = node.ask(node.body_of(R"(,"order_id":"DH-1")"));
  BOOST_TEST((taken.status == 409u && code_of(taken) == "CONFLICT"));
  BOOST_TEST((faults_of(taken) == faults{{"order_id", "taken"}}));
  BOOST_TEST(node.api(http_method::get, node.orders_path("/DH-2")).status == 404u);
  BOOST_TEST(node.api(http_method::get, node.orders_path("?reference=PFSL7K2M9QX4")).status == 422u);
  BOOST_TEST(node.api(http_method::get, node.orders_path("?status=succeeded")).status == 422u);
  node.apply({suspend_workspace{node.workspace}});
  BOOST_TEST(code_of(node.ask(node.body_of())) == "WORKSPACE_SUSPENDED");
}

BOOST_AUTO_TEST_CASE(the_same_key_makes_one_order_and_replays_its_answer) {
  shop_with_orders node;
  const auto send = [&](const std::string& body) {
    return node.call(http_method::post, node.orders_path(), body,
                     {{"authorization", "Bearer " + node.token},
                      {"content-type", "application/json"},
                      {"idempotency-key", "order-1"}});
  };
  const auto first = send(node.body_of(R"(,"order_id":"DH-1")"));
  node.feed(node.entry("FT1", 150'000, text_of(data_of(first).as_object(), "reference")));
  const auto again = send(node.body_of(R"(,"order_id":"DH-1")"));
  BOOST_TEST((first.status == 201u && again.status == 201u && first.body == again.body));
  BOOST_TEST(header_of(again, "Idempotency-Replayed") == "true");
  BOOST_TEST(code_of(send(node.body_of())) == "IDEMPOTENCY_KEY_REUSED");
  BOOST_TEST(rows_of(node.api(http_method::get, node.orders_path())).size() == 1u);
}

BOOST_AUTO_TEST_CASE(a_text_that_names_an_order_and_a_link_completes_neither) {
  shop_with_orders node;
  const auto order = node.make_order();
  const auto link = node.make_link();
  node.feed(node.entry("FT1", 150'000, text_of(order, "reference") + " " + text_of(link, "reference")));
  BOOST_TEST(text_of(node.get_order(order), "status") == "pending");
  BOOST_TEST(text_of(node.get_link(link), "status") == "pending");
  const auto seen =
      rows_of(node.api(http_method::get, "/v1.1/transactions/" + node.workspace.text() + "?attention=open"));
  BOOST_REQUIRE(seen.size() == 1u);
  BOOST_TEST(text_of(seen[0].as_object(), "attention") == "ambiguous");
  BOOST_TEST((seen[0].as_object().at("order_id").is_null() && seen[0].as_object().at("payment_link_id").is_null()));
}

BOOST_AUTO_TEST_CASE(orders_come_page_by_page) {
  shop_with_orders node;
  std::vector<std::string> made;
  for (int i = 0; i < 5; ++i) {
    made.push_back(text_of(node.make_order(), "id"));
    node.advance(1s);
  }
  std::vector<std::string> seen;
  std::string cursor;
  do {
    const auto page = node.api(http_method::get,
                               node.orders_path("?order=asc&limit=2" + (cursor.empty() ? "" : "&cursor=" + cursor)));
    BOOST_REQUIRE(page.status == 200u);
    for (const auto& row : rows_of(page)) seen.push_back(text_of(row.as_object(), "id"));
    const auto next = json::parse(page.body).at("meta").at("next_cursor");
    cursor = next.is_null() ? std::string{} : std::string{next.as_string()};
  } while (!cursor.empty());
  BOOST_TEST(seen == made, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace paylink::test
