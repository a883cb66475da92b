#pragma once
#include "http/wire/message.hpp"
#include "sandbox/order_desk.hpp"

namespace paylink::sandbox {

/// The sandbox bank's HTTP interface: `GET /` the page, `POST /pay` from it or as JSON, `GET /entries`.
class bank_api {
public:
  bank_api(order_desk& desk, feed_sender& sender) : desk_{desk}, sender_{sender} {}

  /// Never blocks: payments are answered by the desk.
  void handle(const http_request& request, responder to);

private:
  void pay(const http_request& request, responder to);

  order_desk& desk_;
  feed_sender& sender_;
};

} // namespace paylink::sandbox
