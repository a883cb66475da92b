#pragma once
#include "api/description/described.hpp"

namespace paylink {

/// The envelope around the data of an API answer.
extern const record_description meta_record;
extern const record_description page_meta_record;
extern const record_description feed_meta_record;
extern const record_description error_record;

/// A header of an answer.
struct header_description {
  std::string_view name;
  form has;
  std::string_view sentence;
};
/// The headers that API answers may have, besides those that HTTP requires.
std::span<const header_description> answer_headers();

} // namespace paylink
