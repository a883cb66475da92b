#pragma once
#include "failpoints/failpoint.hpp"
#include "persistence/store.hpp"

/// The failpoints before and after each verb, except those that are apart.
namespace paylink {

template <class Verb>
using has_no_places = boost::mp11::mp_bool<is_apart<Verb>>;
using verbs_with_places = boost::mp11::mp_remove_if<write_verbs, has_no_places>;

#ifdef PAYLINK_FAILPOINTS
template <class Verb>
void reach_before(const Verb&) {
  if constexpr (!is_apart<Verb>)
    failpoints::reach(failpoints::before_verb(boost::mp11::mp_find<verbs_with_places, Verb>::value));
}
template <class Verb>
void reach_after(const Verb&) {
  if constexpr (!is_apart<Verb>)
    failpoints::reach(failpoints::after_verb(boost::mp11::mp_find<verbs_with_places, Verb>::value));
}
#else
template <class Verb>
void reach_before(const Verb&) {}
template <class Verb>
void reach_after(const Verb&) {}
#endif

} // namespace paylink
