#include "persistence/store.hpp"

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

} // namespace paylink
