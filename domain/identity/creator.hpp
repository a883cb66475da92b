#pragma once
#include <string>
#include <utility>

namespace paylink {

/// Who created something: a person in the console, or a token.
struct creator {
  enum class kind { user, api_token } type = kind::user;
  std::string id;

  /// By the id, which begins with what it is of.
  static creator of(std::string id) {
    const auto type = id.starts_with("tok_") ? kind::api_token : kind::user;
    return {type, std::move(id)};
  }
};

} // namespace paylink
