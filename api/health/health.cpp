#include "api/calls/subject_routes.hpp"

namespace paylink {

namespace {

constexpr route_description asking_whether_live{
    .id = "isLive",
    .tag = "The service",
    .summary = "Check that the process is running",
    .answers = {{{"200", "`live`", answer_shape::text}}},
};

constexpr std::string_view unready_headers[]{"Retry-After"};
constexpr route_description asking_whether_ready{
    .id = "isReady",
    .tag = "The service",
    .summary = "Check that the service accepts calls",
    .answers = {{{"200", "`ready`, followed by warnings for the operator.", answer_shape::text},
                 {"503",
                  "The reason why it is not ready: send calls to another node, and check again after `Retry-After`.",
                  answer_shape::text, nullptr, unready_headers}}},
};

http_response plain_text(unsigned status, std::string text) {
  http_response response;
  response.status = status;
  response.content_type = "text/plain; charset=utf-8";
  response.body = std::move(text);
  return response;
}

http_response not_ready(const std::string& concerns, bool has_database) {
  auto response = plain_text(503, (has_database ? "" : "the database does not respond\n") + concerns);
  response.headers.emplace_back("Retry-After", "1");
  return response;
}

http_response answer_live(const http_call&, const api_services&) { return plain_text(200, "live\n"); }

handled answer_ready(call_context& context) {
  const auto& state = context.services.state;
  const auto uptime = context.services.clock.uptime();
  const bool has_database = context.rows.is_ready();
  if (has_database && state.wants_work(uptime)) return plain_text(200, "ready\n" + state.text(uptime));
  return not_ready(state.text(uptime), has_database);
}

http_response answer_unready(const http_call&, const api_services& services) {
  return not_ready(services.state.text(services.clock.uptime()), false);
}

} // namespace

constexpr api_route health_rows[]{
    routes::in_place(http_method::get, "/livez", answer_live, asking_whether_live),
    routes::probing(routes::open_to_public(http_method::get, "/readyz", answer_ready, asking_whether_ready),
                    answer_unready),
};
constexpr std::span<const api_route> health_routes{health_rows};

} // namespace paylink
