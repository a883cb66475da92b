#include "bench/hostile_crowd.hpp"

#include <boost/asio.hpp>
#include <fcntl.h>

#include <mutex>
#include <thread>

namespace paylink::load {

namespace {

namespace net = boost::asio;
using net::ip::tcp;
using std::chrono::steady_clock;

constexpr std::size_t hosts_per_network = 250;

enum class manner {
  says_nothing,
  stops_in_header,
  stops_behind_interim,
  stops_in_tls,
  dribbles_header,
  dribbles_body,
  endless_header,
  endless_interim,
  endless_body
};

constexpr std::array hanging{manner::says_nothing, manner::stops_in_header, manner::stops_behind_interim,
                             manner::stops_in_tls};
constexpr std::array dribbling{manner::dribbles_header, manner::dribbles_body};
constexpr std::array endless{manner::endless_header, manner::endless_interim, manner::endless_body};

hostility kind_of(manner how) {
  if (how <= manner::stops_in_tls) return hostility::hangs;
  return how <= manner::dribbles_body ? hostility::dribbles : hostility::never_ends;
}

// What is said at once, and what is then said again and again.
struct speech {
  std::string beginning, piece;
};

speech speech_of(manner how) {
  const std::string ok = "HTTP/1.1 200 OK\r\n";
  switch (how) {
  case manner::stops_in_header:
    return {ok + "Content-Le", ""};
  case manner::stops_behind_interim:
    return {"HTTP/1.1 103 Early Hints\r\n\r\n", ""};
  case manner::dribbles_header:
    return {ok + "X: ", "y"};
  case manner::dribbles_body:
    return {ok + "Content-Length: 1000000\r\n\r\n", "z"};
  case manner::endless_header:
    return {ok, "X-More: and more\r\n"};
  case manner::endless_interim:
    return {"", "HTTP/1.1 102 Processing\r\n\r\n"};
  case manner::endless_body:
    return {ok + "\r\n", std::string(16'384, 'z')};
  default:
    return {"", ""};
  }
}

std::string address_of(std::size_t receiver) {
  return "127.1." + std::to_string(receiver / hosts_per_network) + "." +
         std::to_string(receiver % hosts_per_network + 1);
}

template <class Manners>
void append(std::vector<manner>& to, const Manners& manners, int count) {
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) to.push_back(manners[i % manners.size()]);
}

} // namespace

class hostile_crowd::implementation {
public:
  explicit implementation(hostile_order order) : order_{order} {
    append(manners_, hanging, order.hanging);
    append(manners_, dribbling, order.dribbling);
    append(manners_, endless, order.endless);
    open_.resize(manners_.size());
    for (std::size_t i = 0; i < manners_.size(); ++i) {
      acceptors_.emplace_back(io_, tcp::endpoint{net::ip::make_address(address_of(i)), 0});
      ::fcntl(acceptors_.back().native_handle(), F_SETFD, FD_CLOEXEC); // the service's descriptors are counted
    }
  }

  ~implementation() {
    io_.stop();
    if (thread_.joinable()) thread_.join();
  }

  void start() {
    for (std::size_t i = 0; i < acceptors_.size(); ++i) net::co_spawn(io_, accept(i), net::detached);
    thread_ = std::thread{[this] { io_.run(); }};
  }

  std::size_t count() const { return manners_.size(); }

  std::string url_of(std::size_t receiver) const {
    return (manners_[receiver] == manner::stops_in_tls ? "https://" : "http://") + address_of(receiver) + ":" +
           std::to_string(acceptors_[receiver].local_endpoint().port()) + "/callback";
  }

  std::vector<visit> visits() const {
    const std::lock_guard lock{mutex_};
    return visits_;
  }

  std::size_t open_peak() const {
    const std::lock_guard lock{mutex_};
    return open_peak_;
  }

private:
  using shared_socket = std::shared_ptr<tcp::socket>;

  net::awaitable<void> accept(std::size_t receiver) {
    for (;;) {
      const auto socket = std::make_shared<tcp::socket>(co_await acceptors_[receiver].async_accept(net::use_awaitable));
      {
        const std::lock_guard lock{mutex_};
        open_peak_ = std::max(open_peak_, ++open_[receiver]);
      }
      net::co_spawn(io_, watch(socket, receiver), net::detached);
      net::co_spawn(io_, speak(socket, manners_[receiver]), net::detached);
    }
  }

  // Reads until the caller has gone, and notes when that was.
  net::awaitable<void> watch(shared_socket socket, std::size_t receiver) {
    const auto begin = steady_clock::now();
    char ignored[4'096];
    boost::system::error_code gone;
    while (!gone) co_await socket->async_read_some(net::buffer(ignored), net::redirect_error(net::use_awaitable, gone));
    const std::chrono::duration<double> lasted{steady_clock::now() - begin};
    socket->close(gone);
    const std::lock_guard lock{mutex_};
    --open_[receiver];
    visits_.push_back({kind_of(manners_[receiver]), lasted.count()});
  }

  net::awaitable<void> speak(shared_socket socket, manner how) {
    const auto words = speech_of(how);
    net::steady_timer timer{io_};
    boost::system::error_code gone;
    co_await net::async_write(*socket, net::buffer(words.beginning), net::redirect_error(net::use_awaitable, gone));
    while (!gone && !words.piece.empty()) {
      if (kind_of(how) == hostility::dribbles) {
        timer.expires_after(order_.pace);
        co_await timer.async_wait(net::use_awaitable);
      }
      if (!socket->is_open()) co_return;
      co_await net::async_write(*socket, net::buffer(words.piece), net::redirect_error(net::use_awaitable, gone));
    }
  }

  hostile_order order_;
  std::vector<manner> manners_;
  net::io_context io_{1};
  std::vector<tcp::acceptor> acceptors_;
  std::thread thread_;
  mutable std::mutex mutex_;
  std::vector<std::size_t> open_;
  std::size_t open_peak_ = 0;
  std::vector<visit> visits_;
};

hostile_crowd::hostile_crowd(hostile_order order) : implementation_{std::make_unique<implementation>(order)} {}
hostile_crowd::~hostile_crowd() = default;
void hostile_crowd::start() { implementation_->start(); }
std::size_t hostile_crowd::count() const { return implementation_->count(); }
std::string hostile_crowd::url_of(std::size_t receiver) const { return implementation_->url_of(receiver); }
std::vector<hostile_crowd::visit> hostile_crowd::visits() const { return implementation_->visits(); }
std::size_t hostile_crowd::open_peak() const { return implementation_->open_peak(); }

} // namespace paylink::load
