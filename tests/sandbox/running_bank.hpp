#pragma once
#include "http/tools/api_client.hpp"
#include "sandbox/bank_api.hpp"
#include "sandbox/feed_call.hpp"
#include "sandbox/receiver/receiver_port.hpp"
#include "tests/cli/program_run.hpp"
#include "tests/cli/scripted_service.hpp"

#include <boost/json.hpp>

#include <atomic>

namespace paylink::test {
namespace json = boost::json;
using namespace paylink::sandbox;

inline const std::string payer_page = R"(<b data-field="bank">MB</b><b data-field="account">0123456789</b>
  <b data-field="reference">PFSL7K2M9QX4</b><b data-field="amount" data-value="150000">150.000</b>)";

/// The service that the bank notifies: one pending payment page, one closed, and a feed that first refuses so many
/// times.
struct played_service {
  std::atomic<int> refusals{0};
  std::atomic<const char*> result{"recorded"};
  scripted_service http{[this](const http_request& request) { return answer(request); }};

  http_response answer(const http_request& request) {
    if (request.path == "/l/pending")
      return {.status = 200, .content_type = "text/html", .headers = {}, .body = payer_page};
    if (request.path == "/l/closed")
      return {.status = 200,
              .content_type = "text/html",
              .headers = {},
              .body = R"(<main class="card closed" data-status="cancelled"><h1>…</h1>)"};
    if (request.path == "/l/away")
      return {.status = 503, .content_type = "text/html", .headers = {}, .body = "<h1>Back soon</h1>"};
    // The link is in the second of the demo Workspaces.
    if (request.path == "/v1.1/payment-links/ws_1/pl_known")
      return {.status = 200, .headers = {}, .body = R"({"data":{"url":"http://pay.test/l/pending"}})"};
    if (request.path == "/v1.1/payment-links/ws_1" || request.path == "/v1.1/payment-links/ws_0") {
      const bool is_there = request.path.ends_with("1") && request.parameter("reference") == "PFSL7K2M9QX4";
      return {.status = 200,
              .headers = {},
              .body = is_there ? R"({"data":[{"url":"http://pay.test/l/pending"}]})" : R"({"data":[]})"};
    }
    if (!request.path.starts_with("/v1.1/bank-feed/")) return {.status = 404, .headers = {}, .body = "{}"};
    if (refusals.fetch_sub(1) > 0) return {.status = 503, .headers = {}, .body = "{}"};
    return {.status = 200,
            .headers = {},
            .body =
                R"({"success":true,"data":[{"result":")" + std::string{result} + R"(","transaction_id":"txn_7"}]})"};
  }
  std::string description() const {
    return R"({"base_url":")" + http.url() + R"(","feeds":{"MB":{"url":")" + http.url() +
           R"(/v1.1/bank-feed/MB","secret":"feed-secret"},"NAPAS":{"url":")" + http.url() +
           R"(/v1.1/bank-feed/NAPAS","secret":"switch-secret"}},"workspaces":[{"mode":"open_banking","bank_accounts":[)"
           R"({"bank":"MB","account_number":"0123456789","virtual_accounts":[{"id":"va_1","number":"VQRQDEMO0001"}]}]},{"mode":"national_switch","bank_accounts":[)"
           R"({"bank":"VCB","account_number":"0071000123456","virtual_accounts":[]}]}]})";
  }
};

/// The bank, whole but for its main(), on a free port.
struct running_bank {
  explicit running_bank(const temporary_folder& folder, const std::string& listen = "127.0.0.1:0")
      : directory{folder.path()}, books{folder / "banksim/journal.jsonl"}, call{folder.path()},
        sender{books,
               [this](const notification& one) { return call(one); },
               {std::chrono::milliseconds{1}, std::chrono::milliseconds{4}, std::chrono::hours{1}}},
        connections{folder / "banksim/connections.jsonl"},
        desk{folder.path(), sender, connections, feed_format::native}, receiver{requests, place, folder.path()},
        api{desk, sender, connections, receiver, folder.path(), listen, [this] { return now(); }},
        server{io,
               {.listen = listen, .tls_certificate = {}, .tls_key = {}, .limits = {}},
               [this](http_request request, responder to) { api.handle(std::move(request), std::move(to)); }} {
    server.start();
    port.start([](const std::string&) {});
    thread = std::thread{[this] { io.run(); }};
  }
  ~running_bank() {
    server.drain(std::chrono::milliseconds{0}, [this] { io.stop(); });
    thread.join();
  }
  api_answer send(http_method method, const std::string& target, const std::string& body = {},
                  std::vector<std::pair<std::string, std::string>> headers = {}) {
    api_client client{{.base_url = "http://" + server.address(), .token = {}, .ca_file = {}}};
    return std::get<api_answer>(
        client.send({.method = method, .target = target, .body = body, .headers = std::move(headers)}));
  }
  json::value pay(const std::string& body) { return json::parse(send(http_method::post, "/pay", body).body); }

  timestamp now() const { return system_wall_clock{}.now() + std::chrono::seconds{seconds_ahead.load()}; }

  std::filesystem::path directory;
  std::atomic<int> seconds_ahead{0}; ///< How far its clock is ahead.
  boost::asio::io_context io{1};
  journal books;
  feed_call call;
  feed_sender sender;
  connection_book connections;
  order_desk desk;
  inbox requests{std::chrono::milliseconds{200}};
  receiver_place place;
  receiver_api receiver;
  receiver_port port{io, directory, 0, requests, place};
  bank_api api;
  http_server server;
  std::thread thread;
};

} // namespace paylink::test
