#include "sandbox/pages/web_page.hpp"

#include "domain/addresses/address_policy.hpp"
#include "domain/values/ascii.hpp"
#include "domain/values/percent.hpp"

#include <algorithm>

namespace paylink::sandbox {
namespace {

std::string decode_form_text(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (const auto byte = percent_decoded_byte(text.substr(i))) {
      out += *byte;
      i += 2;
    } else
      out += text[i] == '+' ? ' ' : text[i];
  }
  return out;
}

/// `[::1]` of `[::1]:8090`.
std::string_view without_port(std::string_view host) {
  return host.substr(0, host.starts_with('[') ? host.find(']') + 1 : host.find(':'));
}

std::string without_space_around(const std::string& text) {
  auto first = text.find_first_not_of(" \t\r\n");
  return first == text.npos ? std::string{} : text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

} // namespace

http_response web_page(std::string html, unsigned status) {
  http_response page{
      .status = status, .content_type = "text/html; charset=utf-8", .headers = {}, .body = std::move(html)};
  page.headers.emplace_back("Content-Security-Policy", "default-src 'none'; style-src 'self'; form-action 'self'; "
                                                       "base-uri 'none'; frame-ancestors 'none'");
  page.headers.emplace_back("Cache-Control", "no-store");
  // An address here may name a payment page. (With "no-referrer", browsers would hide where a form comes from.)
  page.headers.emplace_back("Referrer-Policy", "same-origin");
  return page;
}

bool is_foreign(const http_request& request) {
  auto origin = request.header("origin");
  return !origin.empty() && origin != "http://" + std::string{request.header("host")};
}

bool is_for_bank(const http_request& request, std::string_view listen) {
  const auto host = without_port(request.header("host")), own = without_port(listen);
  if (equals_ignoring_case(host, "localhost") || host == "127.0.0.1" || host == "[::1]" || host == own) return true;
  const auto is_address = [](std::string_view text) {
    const bool is_bracketed = text.starts_with('[') && text.ends_with(']');
    return ip_address::parse(is_bracketed ? text.substr(1, text.size() - 2) : text).has_value();
  };
  return (own == "0.0.0.0" || own == "[::]") && is_address(host);
}

form_fields decode_form(std::string_view body) {
  form_fields fields;
  while (!body.empty()) {
    auto pair = body.substr(0, body.find('&'));
    body.remove_prefix(std::min(body.size(), pair.size() + 1));
    auto equals = std::min(pair.find('='), pair.size());
    auto value = without_space_around(decode_form_text(pair.substr(std::min(equals + 1, pair.size()))));
    if (!value.empty()) fields.emplace_back(decode_form_text(pair.substr(0, equals)), std::move(value));
  }
  return fields;
}

std::string value_of(const form_fields& fields, std::string_view name) {
  const auto found = std::ranges::find(fields, name, &form_fields::value_type::first);
  return found == fields.end() ? std::string{} : found->second;
}

} // namespace paylink::sandbox
