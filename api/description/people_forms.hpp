#pragma once
#include "api/description/forms.hpp"

/// Forms of people and their Workspaces.
namespace paylink::forms {

inline constexpr form membership_id{
    .phrase = "an id, mem_…", .pattern = "^mem_[0-9a-hjkmnp-tv-z]{26}$", .example = "mem_01kkq9xa4v7h9g8f6d5s4a3p2n"};
inline constexpr form invitation_id{
    .phrase = "an id, inv_…", .pattern = "^inv_[0-9a-hjkmnp-tv-z]{26}$", .example = "inv_01kkq9xb6c7d8e9f0g1h2j3k4m"};

inline constexpr form workspace_name{.least = 1, .most = 100, .example = "Shop"};

} // namespace paylink::forms
