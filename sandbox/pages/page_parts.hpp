#pragma once
#include <string>
#include <string_view>

namespace paylink::sandbox {

/// Text for HTML, inside an element or a quoted attribute.
std::string html_escaped(std::string_view text);
/// The same for bytes of which nothing is known: what is not UTF-8 is replaced.
std::string shown_text(std::string_view bytes);

/// A page down to its `main`, and the end of both.
std::string page_begin(std::string_view title);
std::string_view page_end();

/// `/style.css`, for every page.
std::string_view page_style();

} // namespace paylink::sandbox
