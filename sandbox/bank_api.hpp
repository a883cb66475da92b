#pragma once
#include "http/wire/message.hpp"
#include "sandbox/description.hpp"
#include "sandbox/order_desk.hpp"

namespace paylink::sandbox {

/// The sandbox bank's HTTP interface: `GET /` the page, `POST /pay` from it or as JSON, `GET /entries`.
class bank_api {
public:
  /// `directory` is the service's, whose sandbox.json says where its payment pages are.
  bank_api(order_desk& desk, feed_sender& sender, const std::filesystem::path& directory)
      : desk_{desk}, sender_{sender}, description_{directory} {}

  /// Never blocks: payments are answered by the desk. For one thread.
  void handle(const http_request& request, responder to);

private:
  void pay(const http_request& request, responder to);
  std::string service_url();

  order_desk& desk_;
  feed_sender& sender_;
  description_file description_;
};

} // namespace paylink::sandbox
