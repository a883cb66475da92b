#pragma once
#include "failpoints/failpoint.hpp"
#include "persistence/store.hpp"

/// The failpoints before and after each verb. A verb that is not in the list
/// there, and does not say that it is apart, does not compile.
namespace paylink {

#define X(_, verb)                                                                                                     \
  inline void reach_before(const verb&) { PAYLINK_FAILPOINT(before_##verb); }                                          \
  inline void reach_after(const verb&) { PAYLINK_FAILPOINT(after_##verb); }
PAYLINK_VERBS_WITH_PLACES(X, )
#undef X

template <is_apart Verb>
void reach_before(const Verb&) {}
template <is_apart Verb>
void reach_after(const Verb&) {}

} // namespace paylink
