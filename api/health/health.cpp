#include "api/health/health.hpp"

namespace paylink {

namespace {

http_response plain_text(unsigned status, std::string text) {
  http_response response;
  response.status = status;
  response.content_type = "text/plain; charset=utf-8";
  response.body = std::move(text);
  return response;
}

http_response not_ready(const std::string& concerns, bool has_database) {
  auto response = plain_text(503, (has_database ? "" : "the database does not answer\n") + concerns);
  response.headers.emplace_back("Retry-After", "1");
  return response;
}

} // namespace

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

} // namespace paylink
