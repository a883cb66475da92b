#include "domain/identity/member.hpp"

#include "domain/values/word_list.hpp"

namespace paylink {

namespace {

constexpr word_list<invitation_status, 4> invitation_statuses{{{invitation_status::pending, "pending"},
                                                               {invitation_status::accepted, "accepted"},
                                                               {invitation_status::cancelled, "cancelled"},
                                                               {invitation_status::expired, "expired"}}};
static_assert(invitation_statuses.is_in_order());

} // namespace

std::string_view to_text(invitation_status value) { return invitation_statuses.word(value); }
std::optional<invitation_status> parse_invitation_status(std::string_view text) {
  return invitation_statuses.find(text);
}

invitation_status status_at(const invitation& one, timestamp now) {
  return one.status == invitation_status::pending && one.expires_at <= now ? invitation_status::expired : one.status;
}

int invitations_a_day(std::chrono::milliseconds age_of_account) {
  struct step {
    std::chrono::days age;
    int invitations;
  };
  constexpr step steps[]{{std::chrono::days{90}, 300}, {std::chrono::days{30}, 100}, {std::chrono::days{7}, 30}};
  for (const auto& [age, invitations] : steps)
    if (age_of_account >= age) return invitations;
  return 10;
}

std::optional<field_fault> check_given_role(const std::optional<std::string>& role_name) {
  if (!role_name) return field_fault{"role", "required", "Give a role: admin, member or viewer."};
  const auto named = parse_role(*role_name);
  if (named == role::owner)
    return field_fault{"role", "format",
                       "Only the creator of a Workspace can be its Owner. Give admin, member or viewer."};
  if (!named) return field_fault{"role", "format", "role must be one of admin, member, viewer."};
  return std::nullopt;
}

} // namespace paylink
