#pragma once
#include "api/description/described.hpp"

namespace paylink {

/// What an answer of the API has around its data.
extern const record_description meta_record;
extern const record_description page_meta_record;
extern const record_description error_record;

/// A header of an answer.
struct header_description {
  std::string_view name;
  form has;
  std::string_view sentence;
};
/// The headers that answers of the API may have, beside those that HTTP itself asks for.
std::span<const header_description> answer_headers();

} // namespace paylink
