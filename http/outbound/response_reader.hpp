#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace paylink {

/// Reads the answers of one connection: the header within its limits, then as much of the body as is used.
class response_reader {
public:
  static constexpr std::size_t head_bytes_max = 16 * 1024;
  static constexpr std::size_t body_bytes_max = 64 * 1024; ///< Read at most, so that the connection can be used again.
  static constexpr std::size_t kept_bytes_max = 4 * 1024;
  static constexpr int interim_max = 5;

  using header_list = std::vector<std::pair<std::string, std::string>>;
  enum class progress { more, complete, malformed };

  /// Prepares for the next answer on the connection.
  void begin();

  /// Where the next bytes go; never empty.
  std::span<char> room();
  void received(std::size_t count) {
    filled_ += count;
    any_byte_ = true;
  }
  bool any_byte() const { return any_byte_; } ///< Whether a byte of this answer has arrived.

  /// Parses the header from the received bytes, skipping interim answers; `malformed` if it breaks HTTP or a limit.
  progress read_head(header_list& headers);
  int status() const { return status_; }
  std::string_view problem() const { return problem_; } ///< Why the head is malformed.

  /// Reads the received part of the body and keeps its beginning; `malformed` also if it is too long.
  progress read_body(std::string& kept);

  /// Whether the answer was read to its end and the connection is fit for the next request.
  bool may_reuse() const { return body_ == framing::finished && keep_alive_ && taken_ == filled_; }

private:
  enum class framing { length, chunk_size, chunk_data, chunk_end, trailer, until_close, finished };

  progress fail(std::string_view problem);
  std::string_view pending() const { return {buffer_.data() + taken_, filled_ - taken_}; }
  std::size_t head_end();
  bool parse_status_line(std::string_view line);
  bool parse_headers(std::string_view lines, header_list& headers);
  void note_framing(std::string_view name, std::string_view value);
  void choose_framing();
  void take_content(std::string& kept);
  progress take_line();
  bool read_chunk_line(std::string_view line);

  std::vector<char> buffer_;
  std::size_t filled_ = 0, taken_ = 0, searched_ = 0;
  bool any_byte_ = false;
  int interim_ = 0;

  int status_ = 0;
  bool is_http_1_0_ = false;
  bool keep_alive_ = true;
  bool has_length_ = false, has_encoding_ = false, is_chunked_ = false;
  framing body_ = framing::finished;
  std::uint64_t remaining_ = 0; ///< Of the body, or of the chunk.
  std::size_t body_bytes_ = 0;
  std::string_view problem_;
};

} // namespace paylink
