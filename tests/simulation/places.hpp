#pragma once
#include "persistence/stores/verb_places.hpp"

/// The failpoints of the whole program, by number and by name.
namespace paylink::simulation {

inline constexpr std::size_t place_count = static_cast<std::size_t>(failpoints::place::first_around_verbs) +
                                           2 * boost::mp11::mp_size<verbs_with_places>::value;

/// `before_commit`, `before_create_link`, …
std::string_view place_name(failpoints::place where);

} // namespace paylink::simulation
