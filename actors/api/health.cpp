#include "actors/api/handlers.hpp"

namespace paylink {

namespace {

http_response plain_text(unsigned status, std::string text) {
  http_response response;
  response.status = status;
  response.content_type = "text/plain; charset=utf-8";
  response.body = std::move(text);
  return response;
}

} // namespace

http_response answer_live(const http_call&, const api_services&) { return plain_text(200, "live\n"); }

handled answer_ready(call_context& context) {
  const auto& writer = context.services.writer;
  std::string reasons;
  if (!context.rows.is_ready()) reasons += "the database does not answer\n";
  if (writer.is_stuck(context.services.clock.uptime()))
    reasons += "store.stuck: a transaction does not come to its end\n";
  if (!writer.could_store()) reasons += "store.unavailable: the last transaction could not be stored\n";
  if (reasons.empty()) return plain_text(200, "ready\n");
  auto response = plain_text(503, std::move(reasons));
  response.headers.emplace_back("Retry-After", "1");
  return response;
}

} // namespace paylink
