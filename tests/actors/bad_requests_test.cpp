// What is wrong with a request is told exactly: status, code and field, in one shape, and never as a fault of ours.
#include "tests/actors/virtual_node.hpp"

#include "domain/errors/field_fault.hpp"
#include "secrets/tokens.hpp"

#include <boost/test/unit_test.hpp>

namespace paylink::test {

namespace json = boost::json;
using namespace std::string_literals;

namespace {

using enum http_method;

using headers = std::vector<std::pair<std::string, std::string>>;

struct bad_request {
  std::string name;
  http_method method = post;
  std::string target;
  headers with;
  std::string body;
  unsigned status;
  const char* code;
  std::string field; ///< Of the only fault; empty: none is named.
};

/// One node with everything that the cases name.
struct world {
  virtual_node node;
  std::string links = "/v1.1/payment-links/" + node.workspace.text();
  std::string transactions = "/v1.1/transactions/" + node.workspace.text();
  headers signed_in{{"authorization", "Bearer " + node.token}, {"content-type", "application/json"}};
  std::vector<bad_request> cases;

  headers with(const std::string& name, const std::string& value) const {
    auto changed = signed_in;
    std::erase_if(changed, [&](const auto& header) { return header.first == name; });
    if (!value.empty()) changed.emplace_back(name, value);
    return changed;
  }

  /// A create request in which one member is put, replaced (`value` is JSON) or left out (empty).
  std::string request_with(const std::string& member, const std::string& value) const {
    headers members{{"bank_account_id", "\"" + node.account.text() + "\""},
                    {"callback_url", R"("https://shop.test/cb")"},
                    {"amount", R"("150000")"}};
    std::erase_if(members, [&](const auto& known) { return known.first == member; });
    if (!value.empty()) members.emplace_back(member, value);
    std::string body = "{";
    for (const auto& [name, text] : members) body += (body.size() > 1 ? ",\"" : "\"") + name + "\":" + text;
    return body + "}";
  }

  void member(const std::string& name, const std::string& value, const std::string& field = {}) {
    cases.push_back({name + " = " + value.substr(0, 60), post, links, signed_in, request_with(name, value), 422,
                     "VALIDATION_ERROR", field.empty() ? name : field});
  }
  void document(const std::string& body) {
    cases.push_back({"body " + body.substr(0, 60), post, links, signed_in, body, 400, "MALFORMED_REQUEST", {}});
  }
  void query(const std::string& list, const std::string& parameters, const std::string& field) {
    cases.push_back({list + parameters, get, list + parameters, signed_in, {}, 422, "VALIDATION_ERROR", field});
  }
  void path(http_method method, const std::string& target, unsigned status, const char* code) {
    cases.push_back({std::string{to_text(method)} + " " + target, method, target, signed_in, {}, status, code, {}});
  }
};

void add_paths(world& all) {
  for (const auto* unknown : {"/nothing", "/v1.1", "/v1.1/nothing", "/v1.1/payment-links", "/lx", "/consoles",
                              "/v1.1/payment-links/a/b/c/d", "/v1.1/transactions/a/b/c", "/V1.1/transactions"})
    all.path(get, unknown, 404, "NOT_FOUND");
  for (const auto* version : {"/v1/payment-links/x", "/v1.0/transactions", "/v1.2/transactions", "/v2/anything",
                              "/v11/transactions", "/payment-links/x", "/transactions", "/bank-feed/MB"})
    all.path(get, version, 404, "UNSUPPORTED_VERSION");
  for (const auto method : {put, patch, del, options, other}) all.path(method, all.links, 405, "METHOD_NOT_ALLOWED");
  for (const auto method : {post, put, del}) all.path(method, "/l/AAAAAAAAAAAAAAAAAAAAAA", 405, "METHOD_NOT_ALLOWED");
  all.path(get, all.links + "/pl_x/cancel", 405, "METHOD_NOT_ALLOWED");
  all.path(post, all.links + "/pl_x/payments", 405, "METHOD_NOT_ALLOWED");
  all.path(post, all.transactions, 405, "METHOD_NOT_ALLOWED");
  all.path(get, "/v1.1/bank-feed/MB", 405, "METHOD_NOT_ALLOWED");
}

void add_callers(world& all) {
  const auto stranger = make_secret("plat", all.node.random);
  const auto& token = all.node.token;
  auto one_off = token;
  one_off[10] = one_off[10] == 'a' ? 'b' : 'a';
  for (const auto& value :
       {""s, "Bearer"s, "Bearer "s, "Basic eDp5"s, "Token " + token, token, "Bearer  " + token, "Bearer " + token + " ",
        "Bearer " + token + "x", "Bearer " + one_off, "Bearer " + stranger, "Bearer \xff\xfe"s, "Bearer plsk_" + token,
        "Bearer " + token + ", Bearer " + token, "Bearer\t" + token})
    all.cases.push_back({"authorization " + value,
                         post,
                         all.links,
                         all.with("authorization", value),
                         "not json",
                         401,
                         "AUTHENTICATION_ERROR",
                         {}});
  for (const auto* workspace : {"ws_00000000000000000000000000", "ws_01h00000000000000000000000", "nonsense", "%20"})
    for (const auto* list : {"/v1.1/payment-links/", "/v1.1/transactions/"})
      all.cases.push_back({std::string{list} + workspace,
                           get,
                           std::string{list} + workspace + "?limit=0",
                           all.signed_in,
                           {},
                           403,
                           "INSUFFICIENT_PERMISSIONS",
                           {}});
  all.cases.push_back({"another Workspace in a filter",
                       get,
                       "/v1.1/transactions?workspace_id=ws_x",
                       all.signed_in,
                       {},
                       403,
                       "INSUFFICIENT_PERMISSIONS",
                       {}});
}

void add_media(world& all) {
  const auto good = all.request_with({}, {});
  for (const auto* type : {"", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x",
                           "application/json; charset=latin1", "application/json; version=2", "application/xml",
                           "application/jsonp", "text/json", "application/json;charset=utf8;v=2", "application/ json"})
    all.cases.push_back({"content-type "s + type,
                         post,
                         all.links,
                         all.with("content-type", type),
                         good,
                         415,
                         "UNSUPPORTED_MEDIA_TYPE",
                         {}});
  for (const auto* encoding : {"gzip", "br", "identity", "deflate"})
    all.cases.push_back({"content-encoding "s + encoding,
                         post,
                         all.links,
                         all.with("content-encoding", encoding),
                         good,
                         415,
                         "UNSUPPORTED_MEDIA_TYPE",
                         {}});
}

void add_documents(world& all) {
  for (const auto* body : {"",
                           " ",
                           "\n",
                           "null",
                           "true",
                           "1",
                           "\"text\"",
                           "[]",
                           "[{}]",
                           "{",
                           "}",
                           "{}{}",
                           "{} x",
                           "{}]",
                           "{,}",
                           "{\"a\"}",
                           "{\"a\":}",
                           "{\"a\":1,}",
                           "{\"a\" 1}",
                           "{a:1}",
                           "{'a':1}",
                           "{\"a\":1 \"b\":2}",
                           "{\"a\":[1,]}",
                           "{\"a\":[1 2]}",
                           "{\"a\":[}",
                           "{\"a\":nul}",
                           "{\"a\":True}",
                           "{\"a\":NaN}",
                           "{\"a\":Infinity}",
                           "{\"a\":-}",
                           "{\"a\":+1}",
                           "{\"a\":01}",
                           "{\"a\":-01}",
                           "{\"a\":1.}",
                           "{\"a\":.5}",
                           "{\"a\":1e}",
                           "{\"a\":1e+}",
                           "{\"a\":0x1}",
                           "{\"a\":1_000}",
                           "{\"a\":\"x}",
                           "{\"a\":\"\\x41\"}",
                           "{\"a\":\"\\u12\"}",
                           "{\"a\":\"\\u12G4\"}",
                           "{\"a\":\"\t\"}",
                           "{\"a\":\"\n\"}",
                           "// c\n{}",
                           "/* c */{}",
                           "{}#",
                           "#{}",
                           "\xef\xbb\xbf{}"})
    all.document(body);
  // Twice the same member, also written differently, also deeper down.
  for (const auto* body : {R"({"a":1,"a":1})", R"({"a":1,"\u0061":2})", R"({"metadata":{"k":"1","k":"2"}})",
                           R"({"é":1,"\u00e9":2})", R"({"":1,"":2})"})
    all.document(body);
  // What is no text.
  for (const auto& body :
       {"{\"a\":\"\xff\"}"s, "{\"a\":\"\xc0\xaf\"}"s, "{\"a\":\"\xe2\x82\"}"s, "{\"a\":\"\xf4\x90\x80\x80\"}"s,
        "{\"\xff\":1}"s, "{\"a\":\"\xed\xa0\x80\"}"s, R"({"a":"\ud800"})"s, R"({"a":"\udc00"})"s,
        R"({"a":"\ud800\u0041"})"s, R"({"a":"\ud800\ud800"})"s, R"({"a":"\u0000"})"s, R"({"\u0000":1})"s,
        "{\"a\":\"\0\"}"s, "\xff\xfe{\0}\0"s})
    all.document(body);
  // Numbers that do not survive being read.
  for (const auto* number : {"1e400", "-1e400", "1e-400", "18446744073709551616", "-9223372036854775809",
                             "0.1234567890123456789", "100000000000000000000000"})
    all.document("{\"a\":"s + number + "}");
  all.document("{\"a\":" + std::string(8, '[') + std::string(8, ']') + "}");
  all.document("{\"a\":" + std::string(60'000, '['));
}

void add_members(world& all) {
  // Every member refuses every other type.
  for (const auto* name : {"bank_account_id", "callback_url", "amount", "redirect_url", "description", "expires_at",
                           "virtual_account_id", "metadata"})
    for (const auto* value : {"null", "7", "true", "[]"}) all.member(name, value);
  for (const auto* name : {"bank_account_id", "callback_url", "amount", "redirect_url", "description", "expires_at",
                           "virtual_account_id"}) {
    all.member(name, "{}");
    all.member(name, "\"\"");
  }
  for (const auto* name : {"bank_account_id", "callback_url"}) all.member(name, "");
  for (const auto* id : {"ba_00000000000000000000000000", "ba_x", "x", "BA_01H00000000000000000000000", "../x"})
    all.member("bank_account_id", "\""s + id + "\"");
  for (const auto* amount :
       {"1999", "0", "-2000", "+2000", "02000", " 2000", "2000 ", "2,000", "2.000", "2000.0", "2e3", "0x7d0",
        "500000000", "9223372036854775808", "99999999999999999999999999", "２０００", "2000 VND", "₫2000", "1_000_000"})
    all.member("amount", "\""s + amount + "\"");
  for (const auto* url : {"http://shop.test/cb",
                          "ftp://shop.test/",
                          "shop.test/cb",
                          "//shop.test/cb",
                          "https://",
                          "https:///cb",
                          "https://user@shop.test/",
                          "https://user:pw@shop.test/",
                          "https://10.0.0.1/",
                          "https://127.0.0.1/",
                          "https://[::1]/",
                          "https://169.254.169.254/latest",
                          "https://0x7f.1/",
                          "https://2130706433/",
                          "https://localhost/",
                          "https://shop.test:99999/",
                          "https://shop.test:22/",
                          "https://shop test/",
                          "javascript:alert(1)",
                          "https://shop.test/\\u0001"})
    all.member("callback_url", "\""s + url + "\"");
  all.member("callback_url", "\"https://shop.test/" + std::string(2'100, 'a') + "\"");
  for (const auto* url : {"http://shop.test/", "javascript:alert(1)", "/thanks", "https://", "https://u@shop.test/",
                          "https://shop.test/a b", "https://shop.test/\\n"})
    all.member("redirect_url", "\""s + url + "\"");
  all.member("redirect_url", "\"https://shop.test/" + std::string(2'048, 'a') + "\"");
  all.member("description", "\"" + std::string(501, 'x') + "\"");
  for (const auto* text : {"\\u0007", "\\t", "\\r", "a\\u007f", "\\u0085"})
    all.member("description", "\""s + text + "\"");
  const auto now = all.node.clock.now();
  const auto at = [](timestamp time) { return "\"" + format_rfc3339(time) + "\""; };
  all.member("expires_at", at(now));
  all.member("expires_at", at(now - 1h));
  all.member("expires_at", at(now + 24h + 1ms));
  for (const auto* time :
       {"tomorrow", "2026-03-15", "2026-03-15 03:30:00Z", "2026-03-15T03:30:00", "1773545400", "2026-02-30T00:00:00Z",
        "2026-03-15T25:00:00Z", "2026-03-15T03:30Z", "15/03/2026", "2026-03-15T03:30:00+0700", "20260315T033000Z"})
    all.member("expires_at", "\""s + time + "\"");
  for (const auto* id : {"va_00000000000000000000000000", "va_x", "ba_x"})
    all.member("virtual_account_id", "\""s + id + "\"");
  all.member("metadata", R"({"a":1})", "metadata.a");
  all.member("metadata", R"({"a":null})", "metadata.a");
  all.member("metadata", R"({"a":{}})", "metadata.a");
  all.member("metadata", R"({"":"x"})", "metadata.");
  all.member("metadata", R"({"k":")" + std::string(501, 'v') + "\"}", "metadata.k");
  all.member("metadata", "{\"" + std::string(41, 'k') + R"(":"v"})", "metadata." + std::string(41, 'k'));
  std::string many = "{";
  for (int i = 0; i < 21; ++i) many += (i ? ",\"k" : "\"k") + std::to_string(i) + "\":\"v\"";
  all.member("metadata", many + "}");
  for (const auto* typo :
       {"amonut", "Amount", "expires", "currency", "status", "reference", "id", "workspace_id", "__proto__", ""})
    all.member(typo, R"("x")", typo);
}

void add_lists(world& all) {
  for (const auto& list : {all.links, all.transactions}) {
    for (const auto* limit : {"0", "101", "-1", "x", "", "1e1", "20.0", "+5"})
      all.query(list, "?limit="s + limit, "limit");
    for (const auto* order : {"up", "DESC", ""}) all.query(list, "?order="s + order, "order");
    for (const auto* cursor : {"abc", "", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"})
      all.query(list, "?cursor="s + cursor, "cursor");
    for (const auto* time : {"yesterday", "2026-03-15", "0"})
      for (const auto* bound : {"from", "to"}) all.query(list, "?"s + bound + "=" + time, bound);
    all.query(list, "?attention=all", "attention");
    all.query(list, "?page=2", "page");
    all.query(list, "?%C0%AF=1", "\uFFFD\uFFFD");
    all.query(list, "?limit=5&limit=5", "limit");
  }
  for (const auto* status : {"open", "SUCCEEDED", ""}) all.query(all.links, "?status="s + status, "status");
  all.query(all.links, "?callback_status=done", "callback_status");
  all.query(all.links, "?reference=PFSL1", "reference");
  all.query(all.links, "?bank_account_id=x", "bank_account_id");
  all.query(all.transactions, "?transfer_type=in", "transfer_type");
  all.query(all.transactions, "?min_amount=-1", "min_amount");
  all.query(all.transactions, "?max_amount=1.5", "max_amount");
  all.query(all.transactions, "?classification=rejected", "classification");
  all.query(all.transactions, "?account_id=x", "account_id");
  all.query(all.transactions, "?q=" + std::string(101, 'a'), "q");
  all.query(all.transactions, "?q=%FF", "q");
}

void add_resources(world& all) {
  const auto missing = payment_link_id::make(all.node.clock.now(), all.node.random).text();
  for (const auto& id : {missing, "pl_x"s, "x"s, "PL_01H"s, "txn_01h00000000000000000000000"s}) {
    for (const auto* rest : {"", "/payments", "/callback"})
      all.path(get, all.links + "/" + id + rest, 404, "NOT_FOUND");
    all.path(post, all.links + "/" + id + "/cancel", 404, "NOT_FOUND");
    all.path(get, all.transactions + "/" + id, 404, "NOT_FOUND");
  }
  const auto link = all.node.make_link();
  all.path(get, all.node.link_path(link, "/callback"), 404, "NOT_FOUND");
  all.cases.push_back({"cancel with a member", post, all.node.link_path(link, "/cancel"), all.signed_in,
                       R"({"why":"x"})", 422, "VALIDATION_ERROR", "why"});
  all.cases.push_back({"cancel with an array",
                       post,
                       all.node.link_path(link, "/cancel"),
                       all.signed_in,
                       "[]",
                       400,
                       "MALFORMED_REQUEST",
                       {}});
  const auto note = all.transactions + "/txn_x";
  for (const auto& [body, field] : {std::pair{R"({"note":null})"s, "note"},
                                    {R"({"note":5})"s, "note"},
                                    {R"({"settled":"yes"})"s, "settled"},
                                    {R"({"settled":null})"s, "settled"},
                                    {R"({"amount":"5"})"s, "amount"},
                                    {"{}"s, "body"},
                                    {"{\"note\":\"" + std::string(501, 'n') + "\"}", "note"},
                                    {R"({"note":"\u0007"})"s, "note"}})
    all.cases.push_back(
        {"note " + body.substr(0, 40), patch, note, all.signed_in, body, 422, "VALIDATION_ERROR", field});
  all.cases.push_back({"a note of nothing", patch, note, all.signed_in, R"({"note":"x"})", 404, "NOT_FOUND", {}});
  const auto good = all.request_with({}, {});
  for (const auto& key : {"\"\""s, std::string(256, 'k'), "\"a\"b\""s, "a\tb"s, "\"a\\x\""s,
                          "kh\xc3\xb3"
                          "a"s})
    all.cases.push_back({"key " + key.substr(0, 20), post, all.links, all.with("idempotency-key", key), good, 400,
                         "MALFORMED_REQUEST", "Idempotency-Key"});
}

void check_envelope(const bad_request& bad, const http_response& response) {
  BOOST_TEST(response.status == bad.status);
  BOOST_TEST(response.content_type == "application/json");
  const auto envelope = json::parse(response.body).as_object();
  BOOST_TEST(envelope.at("success").as_bool() == false);
  const auto& error = envelope.at("error").as_object();
  BOOST_TEST(text_of(error, "code") == bad.code);
  BOOST_TEST(error.at("errorCode").as_int64() > 10'000);
  BOOST_TEST(!text_of(error, "message").empty());
  BOOST_TEST(!text_of(error, "messageKey").empty());
  BOOST_TEST(text_of(error, "traceId") == "0123456789abcdef0123456789abcdef");
  BOOST_TEST(parse_rfc3339(text_of(envelope.at("meta").as_object(), "timestamp")).has_value());
  const auto* details = error.if_contains("details");
  BOOST_TEST((details != nullptr) == (bad.status == 422 || !bad.field.empty()));
  if (details == nullptr) return;
  BOOST_REQUIRE_MESSAGE(details->as_array().size() == 1u, response.body);
  const auto& fault = details->as_array().at(0).as_object();
  BOOST_TEST(text_of(fault, "field") == bad.field);
  BOOST_TEST(!text_of(fault, "message").empty());
  BOOST_TEST((std::ranges::find(fault_codes(), text_of(fault, "code"), &fault_code::code) != fault_codes().end()),
             text_of(fault, "code"));
}

} // namespace

BOOST_AUTO_TEST_SUITE(bad_requests)

BOOST_AUTO_TEST_CASE(each_is_refused_with_its_status_code_and_field) {
  world all;
  for (const auto add : {add_paths, add_callers, add_media, add_documents, add_members, add_lists, add_resources})
    add(all);
  BOOST_TEST(all.cases.size() >= 150u);
  const auto links_before = rows_of(all.node.api(get, all.links)).size();
  for (const auto& bad : all.cases) BOOST_TEST_CONTEXT(bad.name)
  check_envelope(bad, all.node.call(bad.method, bad.target, bad.body, bad.with));
  BOOST_TEST(rows_of(all.node.api(get, all.links)).size() == links_before);
  BOOST_TEST(all.node.call(post, all.links, all.request_with({}, {}), all.signed_in).status == 201u);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace paylink::test
