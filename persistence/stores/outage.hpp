#pragma once
#include <string_view>

namespace paylink {

/// The database did not answer: logged once, whichever connection of this process was the first to notice.
void note_outage(std::string_view why);

/// It did: logged when it had been away. Costs one look at a flag otherwise.
void note_answer();

} // namespace paylink
