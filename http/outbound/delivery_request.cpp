#include "http/outbound/delivery_request.hpp"

#include "domain/deliveries/delivery_channel.hpp"

namespace paylink {
namespace {

// Inside single quotes a shell takes every byte literally; only the quote itself must be outside.
void append_quoted(std::string& out, std::string_view text) {
  out += '\'';
  for (const char c : text) {
    if (c == '\'')
      out += R"('\'')";
    else
      out += c;
  }
  out += '\'';
}

void append_curl_header(std::string& out, std::string_view name, std::string_view value) {
  out += " --header ";
  std::string line{name};
  append_quoted(out, line.append(": ").append(value));
}

} // namespace

outbound_request request_of(const delivery_job& job, const attempt_seal& seal) {
  const auto& channel = channel_of(job.kind);
  outbound_request request;
  request.url = job.url;
  request.body = job.body;
  request.attempt = job.attempt;
  request.headers = channel.headers(job, seal);
  request.follow_to_other_origin = channel.may_leave_origin;
  request.is_operators = channel.is_operators_address;
  return request;
}

std::string curl_command(const outbound_request& request) {
  // Keeps brackets and dots of the URL, and removes the header that curl adds.
  std::string command = "curl --http1.1 --globoff --path-as-is --request POST --header 'Accept:'";
  append_curl_header(command, "Content-Type", "application/json");
  for (const auto& [name, value] : request.headers) append_curl_header(command, name, value);
  command += " --data-raw ";
  append_quoted(command, request.body);
  command += " --url ";
  append_quoted(command, request.url);
  return command;
}

} // namespace paylink
