#pragma once

namespace paylink {

/// Lets every other thread of the process go before this one, for good: money and pages wait for those, and a list
/// takes what they leave of the processors.
void yield_to_others();

} // namespace paylink
