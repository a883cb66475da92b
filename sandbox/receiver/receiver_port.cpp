#include "sandbox/receiver/receiver_port.hpp"

#include <array>
#include <fstream>
#include <iterator>

namespace paylink::sandbox {
namespace {

constexpr std::chrono::milliseconds look_time{500};
constexpr std::string_view loopback = "127.0.0.1";

std::string text_of_file(const std::string& path) {
  std::ifstream in{path, std::ios::binary};
  return {std::istreambuf_iterator<char>{in}, {}};
}

} // namespace

receiver_port::receiver_port(boost::asio::io_context& io, const std::filesystem::path& directory, std::uint16_t port,
                             inbox& requests, receiver_place& place)
    : io_{io}, description_{directory}, port_{port}, inbox_{requests}, place_{place}, next_look_{io} {
  place_.absence = "The sandbox has not been started yet. Try again in a second.";
}

void receiver_port::start(std::function<void(const std::string&)> on_listening) {
  on_listening_ = std::move(on_listening);
  if (!try_to_listen()) wait_for_authority();
}

void receiver_port::stop() {
  next_look_.cancel();
  if (receiver_) receiver_->stop();
}

bool receiver_port::try_to_listen() {
  const auto* service = description_.read();
  if (!service || service->ca_file.empty() || service->ca_key.empty()) return false;
  const pem_identity authority{text_of_file(service->ca_file), text_of_file(service->ca_key)};
  if (authority.certificate.empty() || authority.key.empty()) return false;
  const std::array<std::string, 2> hosts{std::string{loopback}, "localhost"};
  const auto identity = issue_local_certificate(authority, hosts, system_wall_clock{}.now());
  receiver_ = std::make_unique<local_receiver>(
      io_, std::string{loopback} + ":" + std::to_string(port_), identity,
      [this](const http_request& request) { return inbox_.receive(request, system_wall_clock{}.now()); });
  receiver_->start();
  place_.address = "https://" + std::string{loopback} + ":" + std::to_string(receiver_->port());
  on_listening_(place_.address);
  return true;
}

void receiver_port::wait_for_authority() {
  next_look_.expires_after(look_time);
  next_look_.async_wait([this](const boost::system::error_code& stopped) {
    if (!stopped && !try_to_listen()) wait_for_authority();
  });
}

} // namespace paylink::sandbox
