#pragma once
#include "api/description/list_description.hpp"

namespace paylink {

inline constexpr form audit_word{.phrase = "text of at most 128 bytes", .most = 128, .example = "api_token.created"};
inline constexpr form audit_actor_id{
    .phrase = "an id of at most 128 bytes", .most = 128, .example = "usr_01kkq9x0c3e8f5g6h7j8k9m0n1"};
inline constexpr form audit_target_id{
    .phrase = "an id of at most 128 bytes", .most = 128, .example = "pl_01kkqc0a1bec394e5f6g7h8j9k"};

/// The filters for the audit log.
inline constexpr parameter_description audit_filters[]{
    {"from", forms::given_time, "Done at or after this time"},
    {"to", forms::given_time, "Done before this time"},
    {"actor", audit_actor_id, "Id of the person or token that did it"},
    {"action", audit_word, "The action"},
    {"target", audit_target_id, "Id of the object of the action"},
};

} // namespace paylink
