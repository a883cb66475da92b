#pragma once
#include <string_view>

namespace paylink {

/// The database did not answer: logged once per outage, for all connections of this process.
void note_outage(std::string_view why);

/// It answered: logged if there was an outage. Otherwise only checks a flag.
void note_answer();

} // namespace paylink
