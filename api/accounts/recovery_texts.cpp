#include "api/accounts/recovery_texts.hpp"

#include "domain/values/json_string.hpp"
#include "http/wire/record_writer.hpp"
#include "secrets/recovery_codes.hpp"

namespace paylink {

namespace {

constexpr member_description codes_members[]{
    {"recovery_codes",
     {.type = json_type::texts, .example = R"(["0h3k-7mq2-x9vd-4tbn-6wcz-8r5y"])"},
     "Each can be used once in place of another second factor. They are not shown again."},
};

} // namespace

constexpr record_description recovery_codes_record{
    .name = "RecoveryCodes",
    .sentence = "Codes for signing in after losing a second factor.",
    .members = codes_members,
};

recovery_texts::recovery_texts(random_source& random) {
  for (auto& code : make_recovery_codes(random)) {
    digests.push_back(recovery_code_digest(code).value());
    codes.push_back(std::move(code));
  }
}

std::string recovery_texts::list() const {
  std::string text = "[";
  for (const auto& code : codes) {
    if (text.size() > 1) text += ',';
    append_json_string(text, code);
  }
  return text + ']';
}

std::string recovery_texts::record() const {
  std::string text;
  record_writer record{text};
  record.member("recovery_codes") += list();
  record.close();
  return text;
}

} // namespace paylink
