// Deliveries to webhooks and the events of a Workspace, over the API.
#include "secrets/hmac.hpp"
#include "tests/actors/aging.hpp"
#include "tests/actors/signed_in_person.hpp"
#include "tests/support/raw_sql.hpp"

#include <boost/test/unit_test.hpp>

#include <cstdio>

namespace paylink::test {

namespace json = boost::json;

namespace {

/// A node whose Workspace has a webhook.
struct notified_shop {
  notified_shop() : owner{node, "owner@shop.test"} { hook = make_hook("https://shop.test/hook"); }

  json::object make_hook(const std::string& url) {
    const auto made = owner.post("/v1.1/webhooks/" + node.workspace.text(),
                                 R"({"name":"Orders","url":")" + url + R"(","events":["transaction.credit"]})");
    BOOST_REQUIRE_MESSAGE(made.status == 201, made.body);
    return data_of(made).as_object();
  }
  /// A credit; its deliveries are answered as the world's rule says.
  void pay(std::int64_t amount) {
    BOOST_TEST(node.feed(node.entry("FT" + std::to_string(amount), amount, R"(Tiền hàng \"A\" \\ 😀 it's)")).status ==
               200u);
    node.run();
  }
  std::string path(const std::string& rest = {}) const { return "/v1.1/deliveries/" + node.workspace.text() + rest; }
  json::array list(const std::string& query = {}) { return rows_of(owner.get(path(query))); }
  json::object read(const std::string& id) { return data_of(owner.get(path("/" + id))).as_object(); }

  virtual_node node;
  signed_in_person owner;
  json::object hook;
};

std::string run_shell(const std::string& command) {
  std::string out;
  auto* pipe = popen(command.c_str(), "r");
  BOOST_REQUIRE(pipe != nullptr);
  char part[4096];
  while (const auto size = fread(part, 1, sizeof part, pipe)) out.append(part, size);
  BOOST_TEST(pclose(pipe) == 0, command);
  return out;
}

} // namespace

BOOST_AUTO_TEST_SUITE(deliveries)

BOOST_AUTO_TEST_CASE(a_delivery_is_listed_and_read_with_its_attempts) {
  notified_shop shop;
  shop.node.world.answer_all(404);
  shop.pay(50'000);
  const auto rows = shop.list();
  BOOST_REQUIRE(rows.size() == 1u);
  const auto& row = rows[0].as_object();
  BOOST_TEST(text_of(row, "webhook_id") == text_of(shop.hook, "id"));
  BOOST_TEST(text_of(row, "event") == "transaction.credit");
  BOOST_TEST(text_of(row, "status") == "failed");
  BOOST_TEST(row.at("attempts").as_array().size() == 1u);
  BOOST_TEST(row.at("next_attempt_at").is_null());
  BOOST_TEST(row.at("resend_of").is_null());
  auto one = shop.read(text_of(row, "id"));
  BOOST_TEST(one.at("rounds").as_array().empty());
  BOOST_TEST(text_of(one, "body") == shop.node.world.requests.back().body);
  one.erase("rounds"), one.erase("curl");
  BOOST_TEST(one == row);
  for (const auto* none : {"?status=delivered", "?event=order.failed", "?error_class=dns", "?subject_id=txn_1"})
    BOOST_TEST(shop.list(none).empty(), none);
  for (const auto* all : {"?status=failed", "?error_class=http_4xx", "?event=transaction.credit"})
    BOOST_TEST(shop.list(all).size() == 1u, all);
  const auto wrong = shop.owner.get(shop.path("?status=sent&webhook_id=wh_1&until=1"));
  BOOST_TEST((wrong.status == 422u && faults_of(wrong).size() == 3u));
  BOOST_TEST(shop.owner.get(shop.path("/dlv_unknown")).status == 404u);
  const auto csv = shop.owner.get(shop.path("?format=csv"));
  BOOST_TEST(csv.content_type == "text/csv; charset=utf-8");
}

// What the command sends is taken from what the shell makes of it; curl itself is replaced.
BOOST_AUTO_TEST_CASE(the_curl_command_signs_with_the_secret_of_the_environment) {
  notified_shop shop;
  shop.pay(50'000);
  const auto one = shop.read(text_of(shop.list().at(0).as_object(), "id"));
  const auto curl = text_of(one, "curl");
  for (const auto* secret : {"api_key", "secret"})
    BOOST_TEST(curl.find(text_of(shop.hook, secret)) == std::string::npos);
  const auto out = run_shell("PAYLINK_WEBHOOK_API_KEY='" + text_of(shop.hook, "api_key") +
                             "' PAYLINK_WEBHOOK_SECRET='" + text_of(shop.hook, "secret") +
                             "' sh -c 'curl() { for one in \"$@\"; do printf \"%s\\n\" \"$one\"; done; }; eval \"$1\"' "
                             "sh \"$(cat <<'EOF'\n" +
                             curl + "\nEOF\n)\"");
  const auto header = [&](const std::string& name) {
    const auto at = out.find("\n" + name + ": ");
    BOOST_REQUIRE_MESSAGE(at != out.npos, name << " in " << out);
    const auto begin = at + name.size() + 3;
    return out.substr(begin, out.find('\n', begin) - begin);
  };
  BOOST_TEST(header("X-Client-API-Key") == text_of(shop.hook, "api_key"));
  BOOST_TEST(header("X-Service-Webhook-ID") == text_of(shop.hook, "id"));
  BOOST_TEST(header("X-Service-Signature") ==
             hmac_sha256{text_of(shop.hook, "secret")}.hex({header("X-Service-Timestamp"), ".", text_of(one, "body")}));
  BOOST_TEST(out.find("--data-raw\n" + text_of(one, "body") + "\n--url\nhttps://shop.test/hook\n") != out.npos);
}

BOOST_AUTO_TEST_CASE(a_delivery_is_sent_again_with_the_next_number_and_a_new_signature) {
  notified_shop shop;
  shop.node.world.answer_all(404);
  shop.pay(50'000);
  shop.node.world.answer_all(200);
  shop.node.advance(10min);
  const auto id = text_of(shop.list().at(0).as_object(), "id");
  const auto first = shop.node.world.requests.back();
  const auto answer = shop.owner.post(shop.path("/" + id + "/resend"), "{}");
  BOOST_REQUIRE_MESSAGE(answer.status == 200, answer.body);
  shop.node.run();
  const auto& again = shop.node.world.requests.back();
  BOOST_TEST(again.body == first.body);
  BOOST_TEST(scripted_world::header(again, "X-Service-Attempt") == "2");
  BOOST_TEST(scripted_world::header(again, "X-Service-Timestamp") !=
             scripted_world::header(first, "X-Service-Timestamp"));
  const auto one = shop.read(id);
  BOOST_TEST(text_of(one, "status") == "delivered");
  const auto& round = one.at("rounds").as_array().at(0).as_object();
  BOOST_TEST(round.at("first_attempt") == data_of(answer).as_object().at("first_attempt"));
}

BOOST_AUTO_TEST_CASE(a_repeated_request_with_a_key_sends_once) {
  notified_shop shop;
  shop.pay(50'000);
  const auto id = text_of(shop.list().at(0).as_object(), "id");
  const std::vector<std::pair<std::string, std::string>> key{{"authorization", "Bearer " + shop.node.token},
                                                             {"content-type", "application/json"},
                                                             {"idempotency-key", "again-1"}};
  const auto send = [&] { return shop.node.call(http_method::post, shop.path("/" + id + "/resend"), "{}", key); };
  const auto first = send();
  BOOST_REQUIRE_MESSAGE(first.status == 200, first.body);
  shop.node.run();
  const auto sent = shop.node.world.requests.size();
  const auto second = send();
  BOOST_TEST(second.body == first.body);
  BOOST_TEST(header_of(second, "Idempotency-Replayed") == "true");
  shop.node.run();
  BOOST_TEST(shop.node.world.requests.size() == sent);
}

BOOST_AUTO_TEST_CASE(what_is_being_sent_or_goes_to_a_disabled_webhook_is_refused) {
  notified_shop shop;
  shop.node.world.answer_all(503);
  shop.pay(50'000);
  const auto id = text_of(shop.list().at(0).as_object(), "id");
  const auto pending = shop.owner.post(shop.path("/" + id + "/resend"), "{}");
  BOOST_TEST((pending.status == 409u && faults_of(pending).at(0).second == "pending"));
  const auto other = text_of(shop.make_hook("https://later.test/hook"), "id");
  const auto hooks = "/v1.1/webhooks/" + shop.node.workspace.text() + "/";
  BOOST_TEST(shop.owner.patch(hooks + other, R"({"enabled":false})").status == 200u);
  const auto off = shop.owner.post(shop.path("/" + id + "/resend"), R"({"webhook_id":")" + other + "\"}");
  BOOST_TEST(off.status == 409u);
  BOOST_TEST(off.body.find("The webhook is disabled") != std::string::npos);
  const auto none =
      shop.owner.post(shop.path("/" + id + "/resend"), R"({"webhook_id":"wh_01kkqe1a2bec3d4e5f6g7h8j9k"})");
  BOOST_TEST((none.status == 422u && faults_of(none).at(0).first == "webhook_id"));
  BOOST_TEST(shop.owner.del(hooks + text_of(shop.list().at(0).as_object(), "webhook_id")).status == 204u);
  const auto gone = shop.owner.post(shop.path("/" + id + "/resend"), "{}");
  BOOST_TEST(gone.status == 409u);
  BOOST_TEST(gone.body.find("The webhook has been deleted") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(all_that_match_are_sent_again_also_to_a_webhook_that_was_added_later) {
  notified_shop shop;
  shop.node.world.answer_all(404);
  for (const std::int64_t amount : {10'001, 10'002, 10'003}) shop.pay(amount);
  shop.node.world.answer_all(200);
  const auto later = shop.make_hook("https://later.test/hook");
  const auto counts = [&](const std::string& query, const std::string& body) {
    const auto answer = shop.owner.post(shop.path("/resend" + query), body);
    BOOST_REQUIRE_MESSAGE(answer.status == 200, answer.body);
    shop.node.run();
    const auto found = data_of(answer).as_object();
    return json::serialize(found.at("matched")) + "/" + json::serialize(found.at("queued"));
  };
  const auto to_later = R"({"webhook_id":")" + text_of(later, "id") + "\"}";
  BOOST_TEST(shop.owner.post(shop.path("/resend"), "{}").status == 422u);
  BOOST_TEST(counts("?status=failed&dry_run=true", "{}") == "3/3");
  BOOST_TEST(counts("?all=true&dry_run=true", to_later) == "3/3");
  const auto before = shop.node.world.requests.size();
  BOOST_TEST(counts("?all=true", to_later) == "3/3");
  BOOST_TEST(shop.node.world.requests.size() == before + 3);
  BOOST_TEST(shop.list("?webhook_id=" + text_of(later, "id") + "&status=delivered").size() == 3u);
  for (const auto& one : shop.list("?webhook_id=" + text_of(later, "id")))
    BOOST_TEST(!one.as_object().at("resend_of").is_null());
  BOOST_TEST(counts("?status=failed", "{}") == "3/3");
  BOOST_TEST(shop.list("?status=delivered").size() == 6u);
}

BOOST_AUTO_TEST_CASE(an_old_delivery_shows_no_body_and_is_not_sent_again) {
  notified_shop shop;
  shop.pay(50'000);
  const auto id = text_of(shop.list().at(0).as_object(), "id");
  BOOST_TEST(!shop.read(id).at("curl").is_null());
  grow_old(shop.node, 89);
  BOOST_TEST(!shop.read(id).at("body").is_null());
  grow_old(shop.node, 91);
  const auto one = shop.read(id);
  BOOST_TEST((one.at("body").is_null() && one.at("curl").is_null()));
  const auto made = one.at("attempts").as_array().at(0).as_object();
  BOOST_TEST((made.at("response_body").is_null() && made.at("response_headers").as_array().empty()));
  BOOST_TEST(made.at("status_code").as_int64() == 200);
  BOOST_TEST(shop.list().at(0).as_object().at("body").is_null());
  const auto later = shop.make_hook("https://later.test/hook");
  const auto before = shop.node.world.requests.size();
  for (const std::string& body : {std::string{"{}"}, R"({"webhook_id":")" + text_of(later, "id") + "\"}"}) {
    const auto refused = shop.owner.post(shop.path("/" + id + "/resend"), body);
    BOOST_TEST(
        (refused.status == 409u && faults_of(refused).at(0) == std::pair<std::string, std::string>{"body", "deleted"}));
    const auto all = data_of(shop.owner.post(shop.path("/resend?all=true"), body)).as_object();
    BOOST_TEST((all.at("matched").as_int64() == 1 && all.at("queued").as_int64() == 0));
  }
  shop.node.run();
  BOOST_TEST(shop.node.world.requests.size() == before);
  shop.pay(60'000);
  grow_old(shop.node, 401);
  BOOST_TEST(shop.owner.get(shop.path("/" + id)).status == 404u);
  // What it told of is there.
  BOOST_TEST(rows_of(shop.owner.get("/v1.1/events/" + shop.node.workspace.text())).size() == 2u);
}

BOOST_AUTO_TEST_CASE(the_events_are_what_webhooks_are_sent_in_the_order_of_recording) {
  notified_shop shop;
  const auto events = [&](const std::string& query) {
    return shop.owner.get("/v1.1/events/" + shop.node.workspace.text() + query);
  };
  BOOST_TEST(rows_of(events("")).empty());
  for (const std::int64_t amount : {10'001, 10'002, 10'003}) shop.pay(amount);
  const auto answer = events("?limit=2");
  const auto rows = rows_of(answer);
  BOOST_REQUIRE(rows.size() == 2u);
  const auto meta = json::parse(answer.body).at("meta").as_object();
  BOOST_TEST((meta.at("has_more").as_bool() && meta.at("next_cursor").as_string() == "1:2"));
  const auto& first = rows[0].as_object();
  BOOST_TEST((first.at("position").as_int64() == 1 && text_of(first, "event") == "transaction.credit"));
  BOOST_TEST(json::serialize(first.at("payload")) ==
             json::serialize(json::parse(shop.node.world.requests.front().body)));
  BOOST_TEST(text_of(first, "subject_id") == text_of(first.at("payload").as_object(), "transaction_id"));
  BOOST_TEST(meta.at("epoch").as_string() == "1");
  BOOST_TEST(events("?after=1:2").body == events("?after=2").body);
  const auto rest = events("?after=1:2");
  BOOST_TEST(rows_of(rest).size() == 1u);
  BOOST_TEST(!json::parse(rest.body).at("meta").as_object().at("has_more").as_bool());
  const auto end = events("?after=3");
  BOOST_TEST(rows_of(end).empty());
  BOOST_TEST(json::parse(end.body).at("meta").as_object().at("next_cursor").as_string() == "1:3");
  // Behind the last one, or of another epoch: the answer names where to begin.
  for (const auto* elsewhere : {"?after=4", "?after=1:4", "?after=2:1", "?after=2:0"}) {
    const auto refused = events(elsewhere);
    BOOST_TEST(refused.status == 409u, elsewhere);
    BOOST_TEST(refused.body.find(R"("code":"EVENTS_RESTARTED")") != std::string::npos, refused.body);
    BOOST_TEST(refused.body.find(R"("code":"restarted","message":"The current epoch is 1. To start again from the )"
                                 "first event, fetch without after or with after=1:0.") != std::string::npos,
               refused.body);
  }
  for (const auto* wrong :
       {"?after=-1", "?after=x", "?after=:1", "?after=1:", "?after=1:2:3", "?limit=0", "?limit=501", "?cursor=1"})
    BOOST_TEST(events(wrong).status == 422u, wrong);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace paylink::test
