#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

/// Mistakes that somebody could have made, to be switched on one at a time: `if (PAYLINK_BUG(signs_when_sending)) …`.
/// They prove that the simulation finds what it is there to find, and exist in its build alone: elsewhere
/// `PAYLINK_BUG` is `false`.
namespace paylink {

#define PAYLINK_PLANTED_BUG_NAMES(X)                                                                                   \
  X(second_event_per_link)                                                                                             \
  X(signs_when_sending)

enum class planted_bug : std::uint8_t {
#define X(name) name,
  PAYLINK_PLANTED_BUG_NAMES(X)
#undef X
};

inline constexpr std::size_t planted_bug_count = 0
#define X(name) +1
    PAYLINK_PLANTED_BUG_NAMES(X)
#undef X
    ;

std::string_view name_of(planted_bug bug);
std::optional<planted_bug> planted_bug_of(std::string_view name);

/// Switches one on, or with nothing all off.
void plant(std::optional<planted_bug> bug);
bool is_planted(planted_bug bug);

} // namespace paylink

#ifdef PAYLINK_PLANTED_BUGS
#define PAYLINK_BUG(name) ::paylink::is_planted(::paylink::planted_bug::name)
#else
#define PAYLINK_BUG(name) false
#endif
