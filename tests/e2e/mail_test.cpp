#include "http/tools/local_receiver.hpp"
#include "tests/e2e/sandbox_service.hpp"
#include "tests/mail/mail_reader.hpp"
#include "tests/mail/mail_server.hpp"
#include "tests/support/until.hpp"

#include <boost/test/unit_test.hpp>

#include <csignal>
#include <fstream>
#include <thread>

namespace paylink::test {

namespace json = boost::json;

namespace {

/// A merchant's endpoint that answers with a status of the test's choice.
class moody_endpoint {
public:
  explicit moody_endpoint(const pem_identity& authority) {
    const std::array<std::string, 1> hosts{"127.0.0.1"};
    const auto identity = issue_local_certificate(authority, hosts, system_wall_clock{}.now());
    receiver_ = std::make_unique<local_receiver>(io_, "127.0.0.1:0", identity, [this](const http_request&) {
      return receiver_conduct{receiver_conduct::kind::answer, status};
    });
    receiver_->start();
    thread_ = std::thread{[this] { io_.run(); }};
  }
  ~moody_endpoint() {
    io_.stop();
    thread_.join();
  }
  std::string url() const { return "https://127.0.0.1:" + std::to_string(receiver_->port()) + "/callback"; }

  std::atomic<unsigned> status{404};

private:
  boost::asio::io_context io_{1};
  std::unique_ptr<local_receiver> receiver_;
  std::thread thread_;
};

void pay(sandbox_service& service, const std::string& callback_url) {
  static int payments = 0;
  const auto link = service.make_link(callback_url);
  const auto reported =
      service.notify("FT-M" + std::to_string(++payments), json::value_to<std::string>(link.at("reference")));
  BOOST_REQUIRE((reported && reported->status == 200));
}

/// Asks until there are `count` of what `list` lists; the caller checks.
template <class List>
auto wait_for(std::size_t count, List list) {
  test::until([&] { return list().size() >= count; });
  return list();
}

std::string read_file(const std::filesystem::path& file) {
  std::ifstream in{file, std::ios::binary};
  return {std::istreambuf_iterator<char>{in}, {}};
}

} // namespace

BOOST_AUTO_TEST_CASE(without_a_mail_server_mails_are_files_and_the_log_says_so) {
  sandbox_service service;
  service.start();
  moody_endpoint endpoint{service.authority()};
  BOOST_TEST(service.log().find("mail.written_to_files") != std::string::npos);
  const auto files = [&] {
    std::vector<std::filesystem::path> all;
    std::error_code none;
    for (const auto& found : std::filesystem::directory_iterator{service.folder() / "mail", none})
      if (found.path().extension() == ".eml") all.push_back(found.path());
    std::ranges::sort(all);
    return all;
  };
  pay(service, endpoint.url() + "?key=canary");
  BOOST_REQUIRE(wait_for(1, files).size() == 1u);
  const auto mail = read_mail(read_file(files()[0]));
  BOOST_TEST(mail.at("defects").as_array().empty());
  BOOST_TEST(header_of(mail, "to") == "demo@sandbox.local");
  BOOST_TEST(text_of_mail(mail).find(endpoint.url() + "\n") != std::string::npos);
  BOOST_TEST(text_of_mail(mail).find("canary") == std::string::npos);

  endpoint.status = 200;
  pay(service, endpoint.url());
  BOOST_REQUIRE(wait_for(2, files).size() == 2u);
  BOOST_TEST(header_of(read_mail(read_file(files()[1])), "subject").find("đã nhận được callback trở lại") !=
             std::string::npos);
  BOOST_TEST(service.end(SIGTERM) == 0);
  BOOST_TEST(service.log().find("\"mail.written\"") != std::string::npos);
  BOOST_TEST(service.log().find("mail.sent") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_mail_server_gets_the_mail_and_its_password_stands_nowhere) {
  mail_server server{{"--account", "pay", "canary-0123456789"}};
  sandbox_service service{
      {{"PAYLINK_MAIL_SMTP_URL", "smtp://pay:canary-0123456789@127.0.0.1:" + std::to_string(server.port())},
       {"PAYLINK_MAIL_FROM", "Thanh toán <pay@example.vn>"}}};
  service.start();
  moody_endpoint endpoint{service.authority()};
  pay(service, endpoint.url());
  const auto taken = wait_for(1, [&] { return server.mails(); });
  BOOST_REQUIRE(taken.size() == 1u);
  BOOST_TEST((taken[0].at("recipients") == json::value{"demo@sandbox.local"} && taken[0].at("user") == "pay"));
  const auto mail = read_mail(json::value_to<std::string>(taken[0].at("content")));
  BOOST_TEST(header_of(mail, "from") == "Thanh toán <pay@example.vn>");
  BOOST_TEST(!std::filesystem::exists(service.folder() / "mail"));
  BOOST_TEST(service.end(SIGTERM) == 0);
  BOOST_TEST(service.log().find("mail.sent") != std::string::npos);
  for (const auto& found : std::filesystem::directory_iterator{service.folder()})
    if (found.is_regular_file())
      BOOST_TEST(read_file(found.path()).find("canary-0123456789") == std::string::npos, found.path());
}

BOOST_AUTO_TEST_CASE(a_mail_server_that_hangs_delays_neither_callbacks_nor_the_end) {
  mail_server server{{"--hang"}};
  sandbox_service service{{{"PAYLINK_MAIL_SMTP_URL", server.url()}, {"PAYLINK_MAIL_FROM", "pay@example.vn"}}};
  service.start();
  moody_endpoint endpoint{service.authority()};
  pay(service, endpoint.url());
  BOOST_REQUIRE(wait_for(1, [&] { return server.mails(); }).size() == 1u); // it has a connection, and says nothing
  endpoint.status = 200;
  const auto link = service.make_link(endpoint.url());
  service.notify("FT-H", json::value_to<std::string>(link.at("reference")));
  const auto id = json::value_to<std::string>(link.at("id"));
  BOOST_TEST(test::until([&] { return service.get_link(id).at("callback_status") == "delivered"; }));
  const auto began = std::chrono::steady_clock::now();
  BOOST_TEST(service.end(SIGTERM) == 0);
  BOOST_TEST((std::chrono::steady_clock::now() - began < std::chrono::seconds{20}));
}

} // namespace paylink::test
