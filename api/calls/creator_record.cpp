#include "api/calls/creator_record.hpp"

namespace paylink {

namespace {

std::vector<std::string_view> creator_kinds() { return {"user", "api_token"}; }

constexpr form creator_kind{.words = creator_kinds, .example = "api_token"};
constexpr form creator_id{.pattern = "^(usr|tok)_[0-9a-hjkmnp-tv-z]{26}$", .example = "tok_01kkq9a8b7e6d9e4f3g2h1j0k9"};
constexpr auto creator_members = members_of<creator>({
    {"type", creator_kind, [](auto& by) { return by.type == creator::kind::user ? "user" : "api_token"; },
     "A person, or a token."},
    {"id", creator_id, get<&creator::id>, "The id of that person or token."},
});

} // namespace

constexpr written_record<creator> creator_record{"Creator", "Who created or requested something.", creator_members};

std::optional<creator> creator_if_any(const std::string& id) {
  return id.empty() ? std::nullopt : std::optional{creator::of(id)};
}

} // namespace paylink
