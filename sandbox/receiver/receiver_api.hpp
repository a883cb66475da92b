#pragma once
#include "sandbox/books/description.hpp"
#include "sandbox/receiver/inbox.hpp"

#include <filesystem>
#include <string>

namespace paylink::sandbox {

/// Where the receiver listens, for the pages.
struct receiver_place {
  std::string address; ///< `https://127.0.0.1:8091`; empty: nowhere, and `absence` says why.
  std::string absence = "banksim was started without --receiver-port.";
};

/// The receiver's pages: `/receiver`, a page with forms, and `/receiver/address`, JSON for the console. For one thread.
class receiver_api {
public:
  /// `directory` is the service's, whose sandbox.json has signing keys and the console's origin.
  receiver_api(inbox& requests, const receiver_place& place, const std::filesystem::path& directory)
      : inbox_{requests}, place_{place}, description_{directory} {}

  static bool is_own_path(std::string_view path) { return path == "/receiver" || path == "/receiver/address"; }

  /// Only for its own paths.
  http_response handle(const http_request& request, timestamp now);

private:
  http_response show(std::string_view fault, unsigned status);
  http_response take_form(const http_request& request);
  http_response tell_address(const http_request& request, timestamp now);

  inbox& inbox_;
  const receiver_place& place_;
  description_file description_;
};

} // namespace paylink::sandbox
