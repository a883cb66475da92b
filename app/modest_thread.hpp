#pragma once

namespace paylink {

/// Gives this thread the lowest priority in the process, permanently: money and pages wait for the others, and lists
/// use the remaining CPU time.
void yield_to_others();

} // namespace paylink
