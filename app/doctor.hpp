#pragma once
#include "app/arguments.hpp"
#include "config/settings.hpp"
#include "persistence/store.hpp"
#include "secrets/sealing.hpp"

#include <functional>
#include <string>

namespace paylink {

/// Whether a request on the control socket asks for an examination, which may take hours.
bool asks_for_doctor(const std::string& request);

/// Examines the database as such a request asks, until `should_stop`. The answer is `{"ok":true,"findings":[…],…}` or
/// `{"ok":false,"message":"…"}`.
std::string carry_out_examination(const std::string& request, database& rows, const master_keys& keys,
                                  const std::function<bool()>& should_stop);

/// `paylinkd doctor`: asks the running daemon, or opens the database itself if none runs. Prints the findings. Returns
/// the exit code: 0 if there are none, 1 if there are some, 2 if the database could not be checked.
int examine_database(const arguments& asked, const settings& values);

} // namespace paylink
