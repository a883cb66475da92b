#pragma once
#include "logging/log.hpp"

#include <caf/scheduled_actor.hpp>

#include <exception>

namespace paylink {

/// Logs the actor's name and the exception when a handler's exception ends the actor.
template <class Self>
void report_crashes(Self* self) {
  self->set_exception_handler([](caf::scheduled_actor* crashed, std::exception_ptr& thrown) -> caf::error {
    try {
      std::rethrow_exception(thrown);
    } catch (const std::exception& fault) {
      log::error("actor.crashed", {{"actor", crashed->name()}, {"reason", fault.what()}});
    } catch (...) {
      log::error("actor.crashed", {{"actor", crashed->name()}});
    }
    return caf::scheduled_actor::default_exception_handler(crashed, thrown);
  });
}

} // namespace paylink
