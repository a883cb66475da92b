#include "persistence/store.hpp"

#include "logging/log.hpp"

namespace paylink {

write_command::write_command() = default;
write_command::write_command(const write_command&) = default;
write_command::write_command(write_command&&) noexcept = default;
write_command& write_command::operator=(const write_command&) = default;
write_command& write_command::operator=(write_command&&) noexcept = default;
write_command::~write_command() = default;

write_reply::write_reply() = default;
write_reply::write_reply(const write_reply&) = default;
write_reply::write_reply(write_reply&&) noexcept = default;
write_reply& write_reply::operator=(const write_reply&) = default;
write_reply& write_reply::operator=(write_reply&&) noexcept = default;
write_reply::~write_reply() = default;

errc read_store::try_to_read(const read_function& find) {
  try {
    read(find);
    return {};
  } catch (const query_took_too_long&) {
    throw;
  } catch (const database_error&) {
    return errc::service_unavailable;
  } catch (const std::exception& error) {
    log::error("store.read_failed", {{"error", error.what()}});
    return errc::internal_error;
  }
}

} // namespace paylink
