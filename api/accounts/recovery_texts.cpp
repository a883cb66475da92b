#include "api/accounts/recovery_texts.hpp"

#include "secrets/recovery_codes.hpp"

namespace paylink {

namespace {

constexpr auto codes_members = members_of<recovery_texts>({
    {"recovery_codes", recovery_codes_form, get<&recovery_texts::codes>,
     "Each can be used once in place of another second factor. They are not shown again."},
});

} // namespace

constexpr written_record<recovery_texts> recovery_codes_record{
    "RecoveryCodes", "Codes for signing in after losing a second factor.", codes_members};

recovery_texts::recovery_texts(random_source& random) {
  for (auto& code : make_recovery_codes(random)) {
    digests.push_back(recovery_code_digest(code).value());
    codes.push_back(std::move(code));
  }
}

} // namespace paylink
