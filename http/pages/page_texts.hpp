#pragma once
#include "domain/links/payment_link.hpp"
#include "domain/values/money.hpp"

#include <array>
#include <span>
#include <string_view>

namespace paylink {

/// One text of the payer's page, under the name that the template uses, in both languages.
struct page_text {
  std::string_view name;
  std::string_view vi, en;
  std::string_view in(language lang) const { return lang == language::vi ? vi : en; }
};

/// The texts that do not depend on the link.
std::span<const page_text> page_texts();

/// Heading and explanation of one state; `sign` is the path of its picture.
struct state_texts {
  page_text title, explanation;
  std::string_view sign;
};
const state_texts& texts_of(link_status status);
/// For an unknown address.
const state_texts& texts_of_unknown_link();
/// For a client that asks too often.
const state_texts& texts_of_busy_service();
/// While the link's status is unknown.
const state_texts& texts_of_unavailable_service();

} // namespace paylink
