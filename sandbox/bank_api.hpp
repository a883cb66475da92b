#pragma once
#include "http/wire/message.hpp"
#include "sandbox/books/description.hpp"
#include "sandbox/connector/connector_api.hpp"
#include "sandbox/order_desk.hpp"
#include "sandbox/receiver/receiver_api.hpp"

namespace paylink::sandbox {

/// The sandbox bank's HTTP interface: `GET /` the page, `POST /pay` from it or as JSON, `GET /entries`,
/// `GET /connections`, `GET /statement`, the phone app `/app`, the receiver's pages, the service's mails `/mailbox`,
/// and what the service asks below `/connector/`.
class bank_api {
public:
  /// `directory` is the service's, whose sandbox.json says where its payment pages are; `listen` is the bank's own
  /// address, as `127.0.0.1:8090`.
  bank_api(
      order_desk& desk, feed_sender& sender, connection_book& connections, receiver_api& receiver,
      const std::filesystem::path& directory, std::string listen,
      connector_api::clock now = [] { return system_wall_clock{}.now(); })
      : desk_{desk}, sender_{sender}, connections_{connections}, receiver_{receiver}, listen_{std::move(listen)},
        now_{now}, mails_{directory / "mail"}, description_{directory},
        connector_{connections, sender, directory, now} {}

  /// Never blocks: payments are answered by the desk. For one thread.
  void handle(const http_request& request, responder to);

private:
  void pay(const http_request& request, responder to);
  void use_app(const http_request& request, responder to);
  void open_app(std::string link, responder to);
  http_response show_statement(const http_request& request);
  std::optional<http_response> show(const http_request& request);
  http_response ask_connector(const http_request& request);
  /// Thread-safe; `last` is what has just been ordered, if anything.
  http_response show_page(const order_outcome* last, unsigned status, std::string_view base_url);
  std::string service_url();

  order_desk& desk_;
  feed_sender& sender_;
  connection_book& connections_;
  receiver_api& receiver_;
  std::string listen_;
  connector_api::clock now_;
  std::filesystem::path mails_; ///< The folder of those that the service wrote instead of sending them.
  description_file description_;
  connector_api connector_;
};

} // namespace paylink::sandbox
