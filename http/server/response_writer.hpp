#pragma once
#include "http/wire/message.hpp"

#include <string>
#include <string_view>

namespace paylink {

/// What the connection knows about an answer besides the answer itself.
struct answer_frame {
  std::string_view trace_id, date;
  bool is_keep_alive = true;
  bool is_for_head = false;    ///< The same header, no body.
  bool is_chunked = false;     ///< The body follows in chunks: no Content-Length.
  bool is_over_tls = false;    ///< On the client's side: adds Strict-Transport-Security.
  bool is_until_close = false; ///< The body follows and ends with the connection.
};

/// Appends header and body of one answer, and returns what must be sent after them: the lasting body. Headers that the
/// server owns win over the response's own; a header whose value would break out of its line is left out.
std::string_view append_response(std::string& out, const http_response& response, const answer_frame& frame);

/// Appends one chunk; `text` must not be empty.
void append_chunk(std::string& out, std::string_view text);

} // namespace paylink
