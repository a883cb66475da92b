#pragma once
#include "failpoints/failpoint.hpp"
#include "persistence/store.hpp"

#include <concepts>

/// The failpoints before and after each verb. A verb that stands in neither of the two lists does not compile.
namespace paylink {

#define X(_, verb)                                                                                                     \
  inline void reach_before(const verb&) { PAYLINK_FAILPOINT(before_##verb); }                                          \
  inline void reach_after(const verb&) { PAYLINK_FAILPOINT(after_##verb); }
PAYLINK_VERBS_WITH_PLACES(X, )
#undef X

/// Of accounts, keepers and mails: no credit, link or event depends on them.
template <class Verb>
concept has_no_places =
    std::same_as<Verb, annotate_transaction> || std::same_as<Verb, claim_notices> ||
    std::same_as<Verb, settle_notice> || std::same_as<Verb, create_token> || std::same_as<Verb, create_user> ||
    std::same_as<Verb, create_workspace> || std::same_as<Verb, connect_account> ||
    std::same_as<Verb, create_virtual_account> || std::same_as<Verb, set_workspace_status> ||
    std::same_as<Verb, reseal_values> || std::same_as<Verb, keep_canary>;

template <has_no_places Verb>
void reach_before(const Verb&) {}
template <has_no_places Verb>
void reach_after(const Verb&) {}

} // namespace paylink
