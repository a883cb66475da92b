#pragma once

namespace paylink {

/// Asks Linux to let the threads of this process run soon after they wake, and more often instead of for long: a
/// callback passes through several threads, and each waits its turn behind whatever runs. Threads that start later
/// inherit it. Needs no privilege; kernels before 6.12 change nothing.
void ask_for_short_turns();

/// Gives this thread the lowest priority in the process, permanently: money and pages wait for the others, and lists
/// use the remaining CPU time.
void yield_to_others();

} // namespace paylink
