#pragma once
#include "domain/values/money.hpp"
#include "http/wire/message.hpp"

#include <kainjow/mustache.hpp>

#include <span>
#include <string>
#include <string_view>

namespace paylink {

/// A text of a page to print, in both languages.
struct printed_text {
  std::string_view name, vi, en;
};

/// What every page to print is filled with: its texts, the language, the brand, the style.
struct printed_frame {
  std::span<const printed_text> texts;
  std::string_view brand;
  language lang = language::vi;
  bool is_sandbox = false;
};
kainjow::mustache::data printed_values(const printed_frame& frame);

/// The page that a template makes of these values: its one style is `statement.css`, and it has no script.
http_response printed_page(std::string_view form, const kainjow::mustache::data& values, language lang);

} // namespace paylink
