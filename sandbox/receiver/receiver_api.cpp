#include "sandbox/receiver/receiver_api.hpp"

#include "http/wire/envelope.hpp"
#include "sandbox/pages/web_page.hpp"
#include "sandbox/receiver/receiver_page.hpp"

#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>

namespace paylink::sandbox {
namespace {

/// `http://127.0.0.1:8080` of `http://127.0.0.1:8080/pay`.
std::string_view origin_of(std::string_view url) {
  const auto host = url.find("://");
  return host == url.npos ? url : url.substr(0, url.find('/', host + 3));
}

} // namespace

http_response receiver_api::handle(const http_request& request, timestamp now) {
  const bool is_look = request.method == http_method::get || request.method == http_method::head;
  const bool is_page = request.path == "/receiver";
  if (is_look) return is_page ? show({}, 200) : tell_address(request, now);
  if (is_page && request.method == http_method::post) {
    if (is_foreign(request)) return failure(errc::csrf_error, request.trace_id, now);
    return take_form(request);
  }
  auto answer = failure(errc::method_not_allowed, request.trace_id, now);
  answer.headers.emplace_back("Allow", is_page ? "GET, HEAD, POST" : "GET, HEAD");
  return answer;
}

http_response receiver_api::show(std::string_view fault, unsigned status) {
  const auto* service = description_.read();
  const std::span<const std::string> demo_keys =
      service ? std::span<const std::string>{service->signing_keys} : std::span<const std::string>{};
  return web_page(render_receiver_page({.address = place_.address,
                                        .absence = place_.absence,
                                        .fault = fault,
                                        .choice = inbox_.choice(),
                                        .demo_keys = demo_keys.size(),
                                        .own_keys = inbox_.keys(),
                                        .requests = inbox_.requests(demo_keys)}),
                  status);
}

http_response receiver_api::take_form(const http_request& request) {
  const auto fields = decode_form(request.body);
  const auto answer = value_of(fields, "answer"), key = value_of(fields, "key");
  const auto choice = parse_answer_choice(answer);
  if (!answer.empty() && !choice) return show("The answer is 200, 500, 404, slow or close.", 422);
  if (!key.empty() && !inbox_.add_key(key)) return show("That is not a key: paste it without spaces.", 422);
  if (choice) inbox_.switch_to(*choice);
  http_response seen{.status = 303, .headers = {}, .body = {}};
  seen.headers.emplace_back("Location", "receiver");
  return seen;
}

// The console, another origin, fills in where callbacks may be sent.
http_response receiver_api::tell_address(const http_request& request, timestamp now) {
  const auto& address = place_.address;
  auto answer = address.empty()
                    ? failure(errc::service_unavailable, request.trace_id, now, place_.absence)
                    : success(200,
                              boost::json::serialize(boost::json::object{{"callback_url", address + "/callback"},
                                                                         {"webhook_url", address + "/webhook"}}),
                              now);
  answer.headers.emplace_back("Vary", "Origin");
  const auto* service = description_.read();
  const auto origin = request.header("origin");
  if (service && !origin.empty() && origin == origin_of(service->base_url))
    answer.headers.emplace_back("Access-Control-Allow-Origin", std::string{origin});
  return answer;
}

} // namespace paylink::sandbox
