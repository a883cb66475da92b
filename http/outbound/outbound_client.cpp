#include "http/outbound/outbound_client.hpp"

#include "http/outbound/outbound_exchange.hpp"

#include <boost/asio/post.hpp>

#include <mutex>

namespace paylink {
namespace {

using namespace std::chrono_literals;

constexpr auto lookup_limit = 5'000ms;
constexpr auto drain_limit = 1'000ms;
constexpr int connects_per_timeout = 4; // so that a silent first address leaves time for the next ones

} // namespace

outbound_services::outbound_services(boost::asio::io_context& network, const outbound_options& options)
    : io{network}, timeout{options.timeout}, guard{options.addresses},
      lookup{network, options.dns_servers, lookup_limit}, tls{options.ca_file, options.time},
      attempt_limits{network, options.timeout}, connect_limits{network, options.timeout / connects_per_timeout},
      drain_limits{network, drain_limit}, pool{network} {}

/// Takes requests from any thread in batches, and runs them on the network thread.
class outbound_client::implementation : public std::enable_shared_from_this<outbound_client::implementation> {
public:
  implementation(boost::asio::io_context& io, const outbound_options& options) : services_{io, options} {}

  void post(outbound_request request, std::function<void(attempt)> done) {
    bool is_first = false;
    {
      const std::lock_guard lock{mutex_};
      is_first = arrived_.empty();
      arrived_.push_back({std::move(request), std::move(done)});
    }
    if (is_first) // later ones join until the batch is taken
      boost::asio::post(services_.io, [self = shared_from_this()] { self->take_batch(); });
  }

  void stop() {
    stopped_ = true;
    take_batch();
    while (!under_way_.empty()) {
      const auto one = under_way_.front();
      one->abandon("The service is stopping. The request will be sent again after the restart.");
    }
    close();
  }

  // The owner is gone and needs no outcomes.
  void discard() {
    stopped_ = discarded_ = true;
    while (!under_way_.empty()) {
      const auto one = under_way_.front();
      one->discard();
    }
    close();
  }

  counters count() const {
    return {.dials = services_.dials.value(),
            .refused_dials = services_.refused_dials.value(),
            .reused = services_.reused.value(),
            .tls_handshakes = services_.tls_handshakes.value(),
            .tls_resumed = services_.tls_resumed.value(),
            .connects_to_refused = services_.connects_to_refused.value()};
  }

private:
  struct arrival {
    outbound_request request;
    std::function<void(attempt)> done;
  };

  void take_batch() {
    std::vector<arrival> batch;
    {
      const std::lock_guard lock{mutex_};
      batch.swap(arrived_);
    }
    if (discarded_) return;
    for (arrival& one : batch) {
      const auto exchange = std::make_shared<outbound_exchange>(services_, std::move(one.request), std::move(one.done));
      if (stopped_)
        exchange->abandon("The service is stopping. The request will be sent again after the restart.");
      else
        exchange->start(under_way_);
    }
  }

  void close() {
    services_.lookup.stop();
    services_.pool.clear();
    services_.attempt_limits.stop();
    services_.connect_limits.stop();
    services_.drain_limits.stop();
  }

  outbound_services services_;
  outbound_exchange::list under_way_;
  bool stopped_ = false, discarded_ = false;

  std::mutex mutex_;
  std::vector<arrival> arrived_; ///< Guarded by `mutex_`.
};

outbound_client::outbound_client(boost::asio::io_context& io, const outbound_options& options)
    : implementation_{std::make_shared<implementation>(io, options)} {}

outbound_client::~outbound_client() { implementation_->discard(); }

void outbound_client::post(outbound_request request, std::function<void(attempt)> done) {
  implementation_->post(std::move(request), std::move(done));
}

void outbound_client::stop() { implementation_->stop(); }

outbound_client::counters outbound_client::count() const { return implementation_->count(); }

} // namespace paylink
