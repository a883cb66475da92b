#pragma once
#include "domain/values/time.hpp"

#include <boost/mp11/list.hpp>
#include <variant>

namespace paylink {

// A verb is a record of what to write. It names the type of its reply (`reply`), and may say of itself:
//   needs_sound_clock  `service_unavailable` while the clock is not believed.
//   ends_stretch       What stands behind it in its batch is settled after it, and reads again what is remembered.
//   is_apart           No credit, link or event depends on it: there are no failpoints around it.

/// The verbs of one subject.
template <class... Verb>
using verbs = boost::mp11::mp_list<Verb...>;

/// The reply of a verb that says nothing but "done".
using no_reply = std::monostate;

/// When a verb is carried out: the time of its transaction, and whether that time is believed.
struct moment {
  timestamp now;
  bool clock_is_sound = true;
};

template <class Verb>
concept needs_sound_clock = requires { requires Verb::needs_sound_clock; };
template <class Verb>
concept ends_stretch = requires { requires Verb::ends_stretch; };
template <class Verb>
concept is_apart = requires { requires Verb::is_apart; };

} // namespace paylink
