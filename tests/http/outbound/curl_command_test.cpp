#include "domain/deliveries/delivery_channel.hpp"
#include "http/outbound/delivery_request.hpp"
#include "tests/http/outbound/outbound_world.hpp"

#include <boost/algorithm/string/case_conv.hpp>
#include <cstdio>
#include <set>

using namespace paylink;
using namespace paylink::test;

BOOST_AUTO_TEST_SUITE(curl_commands)

namespace {

/// What arrived, but for the order and the case of its headers.
struct seen_request {
  std::string line;
  std::multiset<std::string> headers;
  std::string body;
  bool operator==(const seen_request&) const = default;
};

seen_request seen(const received_request& request) {
  seen_request all{request.method + " " + request.target, {}, request.body};
  for (const auto& [name, value] : request.headers)
    all.headers.insert(boost::algorithm::to_lower_copy(name) + ": " + value);
  return all;
}

/// Gives the command to a shell as a person does who pastes it; the shell's exit code.
int paste(const std::string& command) {
  auto* shell = ::popen("sh -s >/dev/null 2>&1", "w");
  BOOST_REQUIRE(shell != nullptr);
  const auto line = command + "\n";
  std::fwrite(line.data(), 1, line.size(), shell);
  return ::pclose(shell);
}

delivery_job a_job(std::string url, std::string body) {
  delivery_job job;
  job.attempt = 3;
  job.event_id = "evt_01JD8Z3V6Q4M2N8K7P5R1T9W0X";
  job.url = std::move(url);
  job.body = std::move(body);
  job.signed_at = 1'773'541'806;
  job.signature = std::string(64, 'a');
  job.agent = "Service-Payment-Link/1";
  job.brand = "Service";
  return job;
}

} // namespace

BOOST_AUTO_TEST_CASE(curl_sends_what_the_service_sends) {
  const std::pair<std::string, std::string> cases[] = {
      {"/callback", R"({"amount":"150000","currency":"VND","status":"success","version":1})"},
      {"/callback?order=1&x=$HOME&y=`id`&z=!!", "{\"a\":\"it's \\\"quoted\\\" $HOME `id` !! \\\\\"}"},
      {"/a/../b/./c?list[]=1&{x}=*", "@/etc/passwd"},
      {"/it's", "{\"a\":\n\t\"\xC4\x91\xE1\xBB\x93ng\"}\r\n\n"},
      {"/-x", "-d'"},
  };
  for (const auto& [target, body] : cases) {
    scripted_receiver shop{always(http_answer(204))};
    outbound_world world;
    world.allow(shop);
    const auto job = a_job(shop.url(target), body);
    const auto request = request_of(job, stored_seal(job));
    const auto by_curl = paste(curl_command(request));
    BOOST_TEST_CONTEXT(curl_command(request)) {
      BOOST_TEST(by_curl == 0);
      const auto made = world.send(request);
      const auto arrived = shop.requests();
      BOOST_REQUIRE_MESSAGE(arrived.size() == 2u, made.error);
      BOOST_TEST(arrived[0].body == body);
      BOOST_TEST(arrived[0].header("x-service-signature") == std::string(64, 'a'));
      BOOST_TEST(arrived[0].header("x-service-attempt") == "3");
      BOOST_TEST((seen(arrived[0]) == seen(arrived[1])), arrived[0].head << arrived[1].head);
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()
