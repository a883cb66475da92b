#pragma once
#include "http/outbound/outbound_client.hpp"
#include "tests/support/scripted_dns.hpp"
#include "tests/support/scripted_receiver.hpp"

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/test/unit_test.hpp>

#include <memory>
#include <thread>

namespace paylink::test {

/// A client on its own network thread, which may call the receivers that it was told of and nothing else.
class outbound_world {
public:
  explicit outbound_world(std::chrono::milliseconds timeout = std::chrono::seconds{20});
  ~outbound_world(); ///< Checks that no refused address was ever connected to.

  /// Opens exactly this receiver's address and port.
  void allow(const scripted_receiver& receiver);
  void trust(const test_ca& ca);

  attempt send(const std::string& url);
  attempt send(outbound_request request);
  std::vector<attempt> send_all(std::vector<outbound_request> requests); ///< All at once; outcomes in the same order.

  outbound_client::counters count() { return client().count(); }
  void stop(); ///< As the service does, on the network thread.
  void post(outbound_request request, std::function<void(attempt)> done) {
    client().post(std::move(request), std::move(done));
  }

  scripted_dns dns;
  outbound_options options; ///< May be changed until the first request.

private:
  outbound_client& client();

  boost::asio::io_context io_{1};
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work_{io_.get_executor()};
  std::vector<std::unique_ptr<scratch_file>> files_;
  std::unique_ptr<outbound_client> client_;
  std::jthread network_;
};

/// A callback with two headers and a body that a careless copy would change.
outbound_request a_callback(std::string url);

/// The options of a TLS receiver with a good certificate for 127.0.0.1 and `shop.test`.
receiver_options good_tls(const test_ca& ca);

} // namespace paylink::test

namespace paylink {
std::ostream& operator<<(std::ostream& out, failure_class value);
std::ostream& operator<<(std::ostream& out, verdict value);
} // namespace paylink
