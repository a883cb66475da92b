#pragma once
#include "api/description/described.hpp"
#include "api/description/people_forms.hpp"
#include "domain/identity/member.hpp"

namespace paylink {

inline constexpr std::string_view member_tag = "Members";

extern const record_description member_record;
void append_member(std::string& out, const member& one);

extern const record_description invitation_record;
void append_invitation(std::string& out, const invitation& one, timestamp now);

extern const record_description invitation_offer_record;
void append_offer(std::string& out, const invitation_offer& one);

/// The words of the roles that can be given.
std::vector<std::string_view> given_roles();

} // namespace paylink
