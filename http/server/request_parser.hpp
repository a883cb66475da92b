#pragma once
#include "http/wire/message.hpp"

#include <boost/beast/http/basic_parser.hpp>

namespace paylink {

/// Beast's parser, writing directly into an `http_request`: no header container in between, and trailers are dropped.
class request_parser final : public boost::beast::http::basic_parser<true> {
public:
  using error_code = boost::beast::error_code;
  using string_view = boost::beast::string_view;

  /// The rest of a chunked message is never shorter than its last chunk, `0 CRLF CRLF`; with less, Boost 1.81's parser
  /// asserts.
  static constexpr std::size_t chunked_bytes_min = 5;

  /// `into` must outlive the parser.
  request_parser(http_request& into, std::size_t header_bytes_max);

  std::string_view target() const { return target_; } ///< Valid as long as the header's bytes.
  unsigned version() const { return version_; }       ///< 10 or 11.
  void set_body_limit(std::size_t bytes_max) { body_bytes_max_ = bytes_max; }

private:
  void on_request_impl(boost::beast::http::verb known, string_view method, string_view target, int version,
                       error_code& ec) override;
  void on_response_impl(int, string_view, int, error_code&) override {}
  void on_field_impl(boost::beast::http::field, string_view name, string_view value, error_code& ec) override;
  void on_header_impl(error_code& ec) override;
  void on_body_init_impl(const boost::optional<std::uint64_t>& length, error_code& ec) override;
  std::size_t on_body_impl(string_view bytes, error_code& ec) override;
  void on_chunk_header_impl(std::uint64_t size, string_view extensions, error_code& ec) override;
  std::size_t on_chunk_body_impl(std::uint64_t remain, string_view bytes, error_code& ec) override;
  void on_finish_impl(error_code& ec) override;

  http_request& request_;
  std::string_view target_;
  std::size_t body_bytes_max_ = 0, length_ = 0;
  unsigned version_ = 11;
  bool is_header_taken_ = false;
};

} // namespace paylink
