#pragma once
#include <string>

namespace paylink {

/// Who created something: a person in the console, or a token.
struct creator {
  enum class kind { user, api_token } type = kind::user;
  std::string id;
};

} // namespace paylink
