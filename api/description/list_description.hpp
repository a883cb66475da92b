#pragma once
#include "api/description/described.hpp"
#include "api/description/forms.hpp"

namespace paylink {

inline std::vector<std::string_view> orders() { return {"desc", "asc"}; }
inline std::vector<std::string_view> list_formats() { return {"json", "csv"}; }
inline std::vector<std::string_view> attentions_asked_for() { return {"open"}; }

inline constexpr form rows_of_a_page{.type = json_type::whole_number, .least = 1, .most = 100, .example = "50"};
inline constexpr form order_word{.phrase = "asc or desc", .words = orders, .example = "asc"};
inline constexpr form format_word{.phrase = "json or csv", .words = list_formats, .example = "json"};
inline constexpr form cursor_text{.example = "QbJ2o8mH3vK1"};
inline constexpr form open_attention{.words = attentions_asked_for, .example = "open"};
inline constexpr form key_text{.least = 1, .most = 514, .example = "order-1842"};

/// The parameters of every list.
inline constexpr parameter_description list_parameters_described[]{
    {"limit", rows_of_a_page, "Maximum number of rows in a page", "20"},
    {"order", order_word, "Newest first (desc) or oldest first (asc)", "desc"},
    {"cursor", cursor_text, "`meta.next_cursor` of the previous page of this list with these filters"},
    {"format", format_word,
     "A page as JSON, or all matching rows as CSV, without limit and cursor. `Accept: text/csv` also selects CSV",
     "json"},
};

/// The header that identifies a repeated request; at most 255 characters, each of which may be escaped, in quotes.
inline constexpr parameter_description idempotency_headers[]{
    {"Idempotency-Key", key_text,
     "1 to 255 printable ASCII characters, with or without quotes. For 24 hours, the same request with the same key "
     "takes effect once and gets the first response"},
};

} // namespace paylink
