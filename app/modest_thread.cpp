#include "app/modest_thread.hpp"

#include "logging/log.hpp"

#include <cerrno>
#include <cstring>
#include <sys/resource.h>
#include <unistd.h>

namespace paylink {

void yield_to_others() {
  constexpr int niceness = 10;
  if (::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), niceness) != 0)
    log::warning("reader.priority_kept", {{"reason", std::strerror(errno)}});
}

} // namespace paylink
