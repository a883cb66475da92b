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

namespace {

/// curl with everything but the body and the URL; `value_of` gives a header's value as the shell is to see it.
template <class ValueOf>
std::string begun_command(const outbound_request& request, ValueOf value_of) {
  // Keeps brackets and dots of the URL, and removes the header that curl adds.
  std::string command = "curl --http1.1 --globoff --path-as-is --request POST --header 'Accept:'";
  append_curl_header(command, "Content-Type", "application/json");
  for (const auto& [name, value] : request.headers) {
    const std::string variable = value_of(name);
    if (variable.empty())
      append_curl_header(command, name, value);
    else
      command.append(" --header \"").append(name).append(": ").append(variable).append("\"");
  }
  return command;
}

} // namespace

std::string curl_command(const outbound_request& request) {
  auto command = begun_command(request, [](std::string_view) { return std::string{}; });
  command += " --data-raw ";
  append_quoted(command, request.body);
  command += " --url ";
  append_quoted(command, request.url);
  return command;
}

std::string signing_curl_command(const outbound_request& request, std::string_view brand) {
  const auto prefix = "X-" + std::string{brand} + "-";
  std::string command = "body=";
  append_quoted(command, request.body);
  command += R"(; timestamp=$(date +%s); signature=$(printf '%s.%s' "$timestamp" "$body" | openssl dgst -sha256 -hmac )"
             R"("$PAYLINK_WEBHOOK_SECRET" | sed 's/^.* //'); )";
  command += begun_command(request, [&](std::string_view name) -> std::string {
    if (name == "X-Client-API-Key") return "$PAYLINK_WEBHOOK_API_KEY";
    if (name == prefix + "Signature") return "$signature";
    return name == prefix + "Timestamp" ? "$timestamp" : "";
  });
  command += R"( --data-raw "$body" --url )";
  append_quoted(command, request.url);
  return command;
}

} // namespace paylink
