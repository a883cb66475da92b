#include "http/server/request_parser.hpp"

#include "domain/values/ascii.hpp"

#include <boost/beast/http/error.hpp>

#include <algorithm>

namespace paylink {
namespace {

namespace beast_http = boost::beast::http;

http_method to_method(beast_http::verb known) {
  switch (known) {
  case beast_http::verb::get:
    return http_method::get;
  case beast_http::verb::head:
    return http_method::head;
  case beast_http::verb::post:
    return http_method::post;
  case beast_http::verb::put:
    return http_method::put;
  case beast_http::verb::patch:
    return http_method::patch;
  case beast_http::verb::delete_:
    return http_method::del;
  case beast_http::verb::options:
    return http_method::options;
  default:
    return http_method::other;
  }
}

// More than most requests carry, so that the list grows once.
constexpr std::size_t usual_headers = 16;
// The memory reserved for an announced length; the rest is reserved as bytes arrive.
constexpr std::size_t promised_bytes_max = 64 * 1024;

} // namespace

request_parser::request_parser(http_request& into, std::size_t header_bytes_max) : request_{into} {
  header_limit(static_cast<std::uint32_t>(header_bytes_max));
  body_limit(boost::none); // ours depends on the path, which is not known yet
  request_.headers.reserve(usual_headers);
}

void request_parser::on_request_impl(beast_http::verb known, string_view, string_view target, int version,
                                     error_code&) {
  request_.method = to_method(known);
  target_ = {target.data(), target.size()};
  version_ = static_cast<unsigned>(version);
}

void request_parser::on_field_impl(beast_http::field, string_view name, string_view value, error_code&) {
  // A trailer arrives after the guard has checked the headers: it must not become one.
  if (is_header_taken_) return;
  auto& [lower_case, text] = request_.headers.emplace_back();
  lower_case.resize(name.size());
  std::ranges::transform(name, lower_case.begin(), ascii_lower);
  text.assign(value.data(), value.size());
}

void request_parser::on_header_impl(error_code&) { is_header_taken_ = true; }

void request_parser::on_body_init_impl(const boost::optional<std::uint64_t>& length, error_code&) {
  if (!length) return;
  length_ = static_cast<std::size_t>(std::min<std::uint64_t>(*length, body_bytes_max_));
  request_.body.reserve(std::min(length_, promised_bytes_max));
}

std::size_t request_parser::on_body_impl(string_view bytes, error_code& ec) {
  if (bytes.size() > body_bytes_max_ - request_.body.size()) {
    ec = beast_http::error::body_limit;
    return 0;
  }
  if (request_.body.size() + bytes.size() > request_.body.capacity() && length_ != 0) request_.body.reserve(length_);
  request_.body.append(bytes.data(), bytes.size());
  return bytes.size();
}

void request_parser::on_chunk_header_impl(std::uint64_t size, string_view, error_code& ec) {
  if (size > body_bytes_max_ - request_.body.size()) ec = beast_http::error::body_limit;
}

std::size_t request_parser::on_chunk_body_impl(std::uint64_t, string_view bytes, error_code& ec) {
  return on_body_impl(bytes, ec);
}

void request_parser::on_finish_impl(error_code&) {}

} // namespace paylink
