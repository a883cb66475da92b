#include "http/wire/creator_codec.hpp"

#include "http/wire/record_writer.hpp"

namespace paylink {

void append_creator(std::string& out, const creator& by) {
  record_writer{out}.text("type", by.type == creator::kind::user ? "user" : "api_token").text("id", by.id).close();
}

} // namespace paylink
