#pragma once
#include "domain/values/time.hpp"

#include <boost/mp11/list.hpp>
#include <variant>

namespace paylink {

/// What a verb is carried out with: context/writing.hpp.
struct writing;
/// What a read is answered with: context/reading.hpp.
struct reading;
/// What the store answers to any verb: store.hpp.
class write_reply;

// A verb is a record of what to write. It names the type of its reply (`reply`) and, in its comment, its errors; behind
// it stands the function that carries it out, `carry_out`. It may declare:
//   needs_sound_clock  `service_unavailable` while the clock is not trusted.
//   ends_stretch       Later verbs of its batch are settled after it, and reread what was remembered.
//   is_apart           No credit, link or event depends on it: there are no failpoints around it.
// A read is a record of what to find; behind it stands the function that finds it, `answer`. Texts and spans in it are
// the caller's.

/// The verbs of one subject.
template <class... Verb>
using verbs = boost::mp11::mp_list<Verb...>;

/// The reply of a verb that only says "done".
using no_reply = std::monostate;

/// The time of a verb's transaction, and whether that time is trusted.
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
