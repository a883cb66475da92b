#include "sandbox/pages/web_page.hpp"

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
