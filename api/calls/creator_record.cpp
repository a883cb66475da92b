#include "api/calls/creator_record.hpp"

#include "http/wire/record_writer.hpp"

namespace paylink {

namespace {

std::vector<std::string_view> creator_kinds() { return {"user", "api_token"}; }

constexpr form creator_kind{.words = creator_kinds, .example = "api_token"};
constexpr form creator_id{.pattern = "^(usr|tok)_[0-9a-hjkmnp-tv-z]{26}$", .example = "tok_01kkq9a8b7e6d9e4f3g2h1j0k9"};
constexpr member_description creator_members[]{
    {"type", creator_kind, "A person, or a token."},
    {"id", creator_id, "The id of that person or token."},
};

} // namespace

constexpr record_description creator_record{
    .name = "Creator",
    .sentence = "Who created or requested something.",
    .members = creator_members,
};

void append_creator(std::string& out, const creator& by) {
  record_writer{out}.text("type", by.type == creator::kind::user ? "user" : "api_token").text("id", by.id).close();
}

void append_creator_or_null(std::string& out, const std::string& id) {
  if (id.empty())
    out += "null";
  else
    append_creator(out, creator::of(id));
}

} // namespace paylink
