#pragma once
#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/streambuf.hpp>
#include <boost/asio/write.hpp>

#include <algorithm>
#include <atomic>
#include <cctype>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace paylink::test {

/// An application behind `listen --forward-to`, over plain http: keeps what it hears, and answers as told.
class local_application {
public:
  struct heard_request {
    std::string line, body;
    std::map<std::string, std::string> headers; ///< Names in lower case.
  };

  /// `answer` is a status line's end and perhaps headers, such as `307 Moved\r\nLocation: /other`.
  explicit local_application(std::string answer)
      : answer_{std::move(answer)}, acceptor_{io_, {boost::asio::ip::address_v4::loopback(), 0}},
        port_{acceptor_.local_endpoint().port()}, thread_{[this] { serve(); }} {}
  ~local_application() {
    is_over_ = true;
    tcp::socket last{io_};
    last.connect({boost::asio::ip::address_v4::loopback(), port_}); // wakes it up
    thread_.join();
  }
  local_application(const local_application&) = delete;
  local_application& operator=(const local_application&) = delete;

  std::string url(const std::string& path = "/hook?shop=1") const {
    return "http://127.0.0.1:" + std::to_string(port_) + path;
  }
  std::vector<heard_request> heard() const {
    std::lock_guard lock{mutex_};
    return heard_;
  }

private:
  using tcp = boost::asio::ip::tcp;

  void serve() {
    for (;;) {
      auto client = acceptor_.accept();
      if (is_over_) return;
      boost::asio::streambuf buffer;
      const auto head = boost::asio::read_until(client, buffer, "\r\n\r\n");
      std::string text{boost::asio::buffers_begin(buffer.data()), boost::asio::buffers_end(buffer.data())};
      auto request = parse(text.substr(0, head));
      request.body = text.substr(head);
      request.body.resize(std::stoul(request.headers.at("content-length")));
      const auto here = std::min(text.size() - head, request.body.size());
      boost::asio::read(client, boost::asio::buffer(request.body.data() + here, request.body.size() - here));
      {
        std::lock_guard lock{mutex_};
        heard_.push_back(std::move(request));
      }
      boost::asio::write(
          client, boost::asio::buffer("HTTP/1.1 " + answer_ + "\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"));
    }
  }

  static heard_request parse(const std::string& head) {
    heard_request request;
    std::size_t place = head.find("\r\n");
    request.line = head.substr(0, place);
    for (place += 2; head.compare(place, 2, "\r\n") != 0;) {
      const auto end = head.find("\r\n", place), colon = head.find(": ", place);
      auto name = head.substr(place, colon - place);
      std::ranges::transform(name, name.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
      request.headers.emplace(name, head.substr(colon + 2, end - colon - 2));
      place = end + 2;
    }
    return request;
  }

  std::string answer_;
  boost::asio::io_context io_{1};
  tcp::acceptor acceptor_;
  std::uint16_t port_;
  mutable std::mutex mutex_;
  std::vector<heard_request> heard_;
  std::atomic<bool> is_over_ = false;
  std::thread thread_;
};

} // namespace paylink::test
