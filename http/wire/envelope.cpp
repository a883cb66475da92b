#include "http/wire/envelope.hpp"

#include "domain/values/json_string.hpp"
#include "http/wire/record_writer.hpp"

#include <algorithm>

namespace paylink {
namespace {

// The size of the fixed parts, so that one allocation holds the whole body.
constexpr std::size_t frame_bytes = 256;

void append_meta_timestamp(std::string& out, timestamp now) {
  out += "\"meta\":{\"timestamp\":\"";
  out += format_rfc3339(now);
  out += '"';
}

void append_detail(std::string& out, const field_fault& fault) {
  out += "{\"field\":";
  append_foreign_string(out, fault.field); // a name from a query may be any bytes
  out += ",\"code\":";
  append_json_string(out, fault.code);
  out += ",\"message\":";
  append_json_string(out, fault.message);
  if (!fault.value.empty()) {
    out += ",\"value\":";
    append_json_string(out, fault.value);
  }
  out += '}';
}

} // namespace

http_response success(unsigned status, std::string_view data_json, timestamp now) {
  http_response response;
  response.status = status;
  response.body.reserve(data_json.size() + frame_bytes);
  response.body += "{\"success\":true,\"data\":";
  response.body += data_json;
  response.body += ',';
  append_meta_timestamp(response.body, now);
  response.body += "}}";
  return response;
}

http_response success_list(std::string_view data_json, bool has_more, const std::optional<std::string>& next_cursor,
                           timestamp now) {
  return success_list(data_json, has_more, next_cursor, now, {});
}

http_response success_list(std::string_view data_json, bool has_more, const std::optional<std::string>& next_cursor,
                           timestamp now, std::string_view more_meta) {
  http_response response;
  auto& out = response.body;
  out.reserve(data_json.size() + frame_bytes);
  out += "{\"success\":true,\"data\":";
  out += data_json;
  out += ',';
  append_meta_timestamp(out, now);
  out += has_more ? ",\"has_more\":true,\"next_cursor\":" : ",\"has_more\":false,\"next_cursor\":";
  if (next_cursor)
    append_json_string(out, *next_cursor);
  else
    out += "null";
  out += more_meta;
  out += "}}";
  return response;
}

http_response done_without_body() {
  http_response response;
  response.status = 204;
  response.content_type.clear();
  return response;
}

http_response failure(errc error, const std::string& trace_id, timestamp now, std::string_view message,
                      std::span<const field_fault> details) {
  const auto& row = describe(error);
  details = details.first(std::min(details.size(), faults_max));
  http_response response;
  response.status = row.http_status;
  auto& out = response.body;
  out.reserve(frame_bytes + message.size() + details.size() * frame_bytes);
  out += "{\"success\":false,\"error\":{\"code\":\"";
  out += row.code;
  out += "\",\"errorCode\":";
  out += std::to_string(row.number);
  out += ",\"message\":";
  append_json_string(out, message.empty() ? row.message : message);
  out += ",\"traceId\":";
  append_json_string(out, trace_id);
  out += ",\"messageKey\":\"";
  out += row.message_key;
  out += '"';
  if (!details.empty()) {
    out += ",\"details\":[";
    for (bool is_first = true; const auto& fault : details) {
      if (!std::exchange(is_first, false)) out += ',';
      append_detail(out, fault);
    }
    out += ']';
  }
  out += "},";
  append_meta_timestamp(out, now);
  out += "}}";
  if (row.http_status == 401) response.headers.emplace_back("WWW-Authenticate", "Bearer realm=\"api\"");
  if (row.http_status == 503) response.headers.emplace_back("Retry-After", "1");
  return response;
}

} // namespace paylink
