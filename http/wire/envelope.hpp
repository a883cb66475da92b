#pragma once
#include "http/wire/message.hpp"

namespace paylink {

/// `{"success":true,"data":<data>,"meta":{"timestamp":"…"}}`; `data` is JSON text.
http_response success(unsigned status, std::string_view data_json, timestamp now);

/// The same for a list: `data` an array, `meta` with `has_more` and `next_cursor`.
http_response success_list(std::string_view data_json, bool has_more, const std::optional<std::string>& next_cursor,
                           timestamp now);
/// The same with further members of `meta`, each behind a comma.
http_response success_list(std::string_view data_json, bool has_more, const std::optional<std::string>& next_cursor,
                           timestamp now, std::string_view more_meta);

/// 204: done, and there is nothing to say.
http_response done_without_body();

/// The error envelope, with the status, code and key of `error_table`; `details` only if there are faults. 401 adds
/// `WWW-Authenticate`, 503 `Retry-After`. `message` replaces the table's unless empty.
http_response failure(errc error, const std::string& trace_id, timestamp now, std::string_view message = {},
                      std::span<const field_fault> details = {});

} // namespace paylink
