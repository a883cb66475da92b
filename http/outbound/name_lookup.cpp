#include "http/outbound/name_lookup.hpp"

#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/post.hpp>

#include <ares.h>
#include <arpa/nameser.h>
#include <netdb.h>

#include <array>
#include <cstring>
#include <stdexcept>
#include <unordered_map>

namespace paylink {
namespace {

namespace asio = boost::asio;
using descriptor = asio::posix::stream_descriptor;

constexpr int addresses_max = 16;
constexpr int first_try_ms = 1'500; // doubled for the second: both fit into the five seconds of a look-up
constexpr int tries_per_server = 2;

// The result of one of the two queries.
struct family_answer {
  bool finished = false;
  bool authoritative = false; // the server gave a definite answer
  std::vector<ip_address> addresses;
  std::string_view problem;
};

// A negative answer counts only if the server is authoritative or recursive: AA or RA in its header.
bool speaks_with_knowledge(const unsigned char* reply, int size) {
  return reply != nullptr && size >= 4 && ((reply[2] & 0x04) != 0 || (reply[3] & 0x80) != 0);
}

// The status of the parser, with the addresses that it found.
int read_v4(const unsigned char* reply, int size, std::vector<ip_address>& found) {
  std::array<ares_addrttl, addresses_max> records;
  int count = addresses_max;
  const int status = ares_parse_a_reply(reply, size, nullptr, records.data(), &count);
  if (status != ARES_SUCCESS) return status;
  for (int i = 0; i < count; ++i)
    std::memcpy(found.emplace_back().bytes.data(), &records[static_cast<std::size_t>(i)].ipaddr, 4);
  return status;
}

int read_v6(const unsigned char* reply, int size, std::vector<ip_address>& found) {
  std::array<ares_addr6ttl, addresses_max> records;
  int count = addresses_max;
  const int status = ares_parse_aaaa_reply(reply, size, nullptr, records.data(), &count);
  if (status != ARES_SUCCESS) return status;
  for (int i = 0; i < count; ++i) {
    ip_address& address = found.emplace_back();
    address.is_v6 = true;
    std::memcpy(address.bytes.data(), &records[static_cast<std::size_t>(i)].ip6addr, 16);
  }
  return status;
}

family_answer read_answer(int status, bool is_v6, const unsigned char* reply, int size) {
  family_answer answer{.finished = true, .authoritative = false, .addresses = {}, .problem = {}};
  if (status == ARES_SUCCESS)
    status = is_v6 ? read_v6(reply, size, answer.addresses) : read_v4(reply, size, answer.addresses);
  if (!answer.addresses.empty())
    answer.authoritative = true;
  else if (status == ARES_SUCCESS || status == ARES_ENODATA || status == ARES_ENOTFOUND)
    // Nothing, or only aliases without an address: a recursive server would have followed them. A malformed reply
    // proves nothing, whatever it claims.
    answer.authoritative = speaks_with_knowledge(reply, size);
  if (!answer.authoritative) answer.problem = ares_strerror(status);
  return answer;
}

// Alternating, so that the limit on addresses never drops a whole family.
std::vector<ip_address> in_turns(const std::vector<ip_address>& v4, const std::vector<ip_address>& v6) {
  std::vector<ip_address> all;
  for (std::size_t i = 0; i < std::max(v4.size(), v6.size()); ++i) {
    if (i < v4.size()) all.push_back(v4[i]);
    if (i < v6.size()) all.push_back(v6[i]);
  }
  if (all.size() > addresses_max) all.resize(addresses_max);
  return all;
}

// One name that is being looked up; ends with both answers or with its time.
struct search {
  std::string name;
  std::function<void(lookup_result)> done;
  family_answer v4, v6;
  timeout_queue::entry limit;

  void finish(asio::io_context& io) {
    limit.disarm();
    if (!done) return;
    lookup_result result;
    result.addresses = in_turns(v4.addresses, v6.addresses);
    result.answered = v4.finished && v6.finished && v4.authoritative && v6.authoritative;
    if (result.addresses.empty() && result.answered) {
      result.error = "The host " + name + " does not exist. Check the URL.";
    } else if (result.addresses.empty()) {
      const std::string_view why = !v4.problem.empty() ? v4.problem : v6.problem;
      result.error = "The name servers did not respond for " + name;
      result.error.append(why.empty() ? "" : ": ").append(why).append(". The lookup will be repeated.");
    }
    // Later, not here: we may be deep inside c-ares, or still inside `find`.
    asio::post(
        io, [call = std::exchange(done, nullptr), result = std::move(result)]() mutable { call(std::move(result)); });
  }
};

} // namespace

/// The c-ares channel and the sockets that it lends us to wait on.
class name_lookup::channel : public std::enable_shared_from_this<name_lookup::channel> {
public:
  channel(asio::io_context& io, const std::string& servers, std::chrono::milliseconds limit)
      : io_{io}, timer_{io}, limits_{io, limit} {
    static const int library = ares_library_init(ARES_LIB_INIT_ALL);
    ares_options options{};
    options.flags = ARES_FLAG_NOSEARCH | ARES_FLAG_NOALIASES;
    options.timeout = first_try_ms;
    options.tries = tries_per_server;
    options.lookups = const_cast<char*>("b"); // name servers only, no hosts file
    options.sock_state_cb = &channel::on_socket_state;
    options.sock_state_cb_data = this;
    const int mask = ARES_OPT_FLAGS | ARES_OPT_TIMEOUTMS | ARES_OPT_TRIES | ARES_OPT_LOOKUPS | ARES_OPT_SOCK_STATE_CB;
    if (library != ARES_SUCCESS || ares_init_options(&ares_, &options, mask) != ARES_SUCCESS)
      throw std::runtime_error{"Name lookups cannot be set up"};
    if (!servers.empty() && ares_set_servers_ports_csv(ares_, servers.c_str()) != ARES_SUCCESS) {
      ares_destroy(ares_);
      throw std::runtime_error{"The name servers cannot be read: " + servers};
    }
  }

  ~channel() { stop(); }

  void find(std::string_view host, std::function<void(lookup_result)> done) {
    auto one = std::make_shared<search>();
    one->name = host;
    one->done = std::move(done);
    one->limit.on_due([this, seen = std::weak_ptr{one}] {
      if (const auto late = seen.lock()) late->finish(io_);
    });
    limits_.arm(one->limit);
    const std::string full_name = one->name + '.';
    ares_query(ares_, full_name.c_str(), ns_c_in, ns_t_a, &channel::on_answer, new question{this, one, false});
    ares_query(ares_, full_name.c_str(), ns_c_in, ns_t_aaaa, &channel::on_answer, new question{this, one, true});
    set_timer();
  }

  void stop() {
    if (ares_ == nullptr) return;
    stopped_ = true;
    limits_.stop();
    timer_.cancel();
    ares_destroy(std::exchange(ares_, nullptr)); // ends every question and closes every socket
    watches_.clear();
  }

private:
  struct question {
    channel* owner;
    std::shared_ptr<search> of;
    bool is_v6;
  };

  struct watch {
    explicit watch(asio::io_context& io, int socket) : waits{io, socket} {}
    descriptor waits;
    bool wants_read = false, wants_write = false;
    bool reading = false, writing = false; // a wait is under way
    bool open = true;
  };

  static void on_answer(void* context, int status, int, unsigned char* reply, int size) {
    const std::unique_ptr<question> asked{static_cast<question*>(context)};
    if (asked->owner->stopped_) return;
    search& one = *asked->of;
    (asked->is_v6 ? one.v6 : one.v4) = read_answer(status, asked->is_v6, reply, size);
    if (one.v4.finished && one.v6.finished) one.finish(asked->owner->io_);
  }

  static void on_socket_state(void* context, ares_socket_t socket, int readable, int writable) {
    static_cast<channel*>(context)->watch_socket(socket, readable != 0, writable != 0);
  }

  void watch_socket(int socket, bool read, bool write) {
    auto known = watches_.find(socket);
    if (!read && !write) { // c-ares is about to close it
      if (known != watches_.end()) {
        known->second->open = false;
        known->second->waits.release();
        watches_.erase(known);
      }
      return;
    }
    if (known == watches_.end()) known = watches_.emplace(socket, std::make_shared<watch>(io_, socket)).first;
    known->second->wants_read = read;
    known->second->wants_write = write;
    wait_on(known->second);
  }

  void wait_on(const std::shared_ptr<watch>& of) {
    if (of->wants_read && !of->reading) {
      of->reading = true;
      of->waits.async_wait(descriptor::wait_read, [self = weak_from_this(), of](const boost::system::error_code&) {
        of->reading = false;
        if (const auto here = self.lock()) here->on_ready(of, true);
      });
    }
    if (of->wants_write && !of->writing) {
      of->writing = true;
      of->waits.async_wait(descriptor::wait_write, [self = weak_from_this(), of](const boost::system::error_code&) {
        of->writing = false;
        if (const auto here = self.lock()) here->on_ready(of, false);
      });
    }
  }

  void on_ready(const std::shared_ptr<watch>& of, bool to_read) {
    if (stopped_ || !of->open) return;
    const ares_socket_t socket = of->waits.native_handle();
    ares_process_fd(ares_, to_read ? socket : ARES_SOCKET_BAD, to_read ? ARES_SOCKET_BAD : socket);
    if (of->open) wait_on(of);
    set_timer();
  }

  void set_timer() {
    timeval wait{};
    if (ares_ == nullptr || ares_timeout(ares_, nullptr, &wait) == nullptr) return;
    timer_.expires_after(std::chrono::seconds{wait.tv_sec} + std::chrono::microseconds{wait.tv_usec});
    timer_.async_wait([self = weak_from_this()](const boost::system::error_code& error) {
      const auto here = self.lock();
      if (error || !here || here->stopped_) return;
      ares_process_fd(here->ares_, ARES_SOCKET_BAD, ARES_SOCKET_BAD);
      here->set_timer();
    });
  }

  asio::io_context& io_;
  asio::steady_timer timer_;
  timeout_queue limits_;
  ares_channel ares_ = nullptr;
  bool stopped_ = false;
  std::unordered_map<int, std::shared_ptr<watch>> watches_;
};

name_lookup::name_lookup(asio::io_context& io, const std::string& servers, std::chrono::milliseconds limit)
    : channel_{std::make_shared<channel>(io, servers, limit)} {}

name_lookup::~name_lookup() { stop(); }

void name_lookup::find(std::string_view host, std::function<void(lookup_result)> done) {
  channel_->find(host, std::move(done));
}

void name_lookup::stop() { channel_->stop(); }

} // namespace paylink
