#pragma once
#include "api/description/people_forms.hpp"
#include "api/description/written_record.hpp"
#include "domain/identity/member.hpp"

namespace paylink {

inline constexpr std::string_view member_tag = "Members";

extern const written_record<member> member_record;
/// Needs the time.
extern const written_record<invitation, timestamp> invitation_record;
extern const written_record<invitation_offer> invitation_offer_record;

/// The words of the roles that can be given.
std::vector<std::string_view> given_roles();

} // namespace paylink
