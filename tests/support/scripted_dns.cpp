#include "tests/support/scripted_dns.hpp"

#include <algorithm>
#include <arpa/inet.h>
#include <stdexcept>
#include <sys/socket.h>
#include <unistd.h>

namespace paylink::test {
namespace {

constexpr std::size_t header_size = 12;
constexpr int type_a = 1, type_aaaa = 28;

// The flags of an answer: response, recursion desired and available; the code in the last four bits.
std::uint8_t code_of(dns_answer::kind kind) {
  switch (kind) {
  case dns_answer::kind::no_such_name:
    return 3;
  case dns_answer::kind::server_failure:
    return 2;
  case dns_answer::kind::refused:
    return 5;
  default:
    return 0;
  }
}

// The address's bytes when it is of the asked family.
std::string record_bytes(const std::string& address, int type) {
  std::string bytes(type == type_a ? 4 : 16, '\0');
  return inet_pton(type == type_a ? AF_INET : AF_INET6, address.c_str(), bytes.data()) == 1 ? bytes : std::string{};
}

void append_u16(std::string& out, std::size_t value) {
  out += static_cast<char>(value >> 8);
  out += static_cast<char>(value & 0xff);
}

// A record that no parser should believe; empty for the kinds that have none.
std::string spoilt_record(dns_answer::kind kind) {
  constexpr std::size_t asked_name = 0xc000 | header_size, alias = 5, internet = 1, seconds = 60;
  std::string record;
  if (kind != dns_answer::kind::own_alias && kind != dns_answer::kind::cut_off) return record;
  append_u16(record, asked_name);
  if (kind == dns_answer::kind::cut_off) return record;
  for (const std::size_t part : {alias, internet, std::size_t{0}, seconds, std::size_t{2}, asked_name})
    append_u16(record, part);
  return record;
}

} // namespace

scripted_dns::scripted_dns() {
  socket_ = ::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  if (::bind(socket_, reinterpret_cast<const sockaddr*>(&address), size) != 0)
    throw std::runtime_error{"scripted name server: cannot bind"};
  ::getsockname(socket_, reinterpret_cast<sockaddr*>(&address), &size);
  port_ = ntohs(address.sin_port);
  servant_ = std::jthread{[this] { serve(); }};
}

scripted_dns::~scripted_dns() {
  ::shutdown(socket_, SHUT_RDWR); // wakes the servant, although the socket was never connected
  servant_.join();
  ::close(socket_);
}

void scripted_dns::set(const std::string& name, std::vector<dns_answer> answers) {
  const std::lock_guard lock{mutex_};
  answers_[name] = std::move(answers);
  asked_a_[name] = asked_aaaa_[name] = 0;
}

std::string scripted_dns::address() const { return "127.0.0.1:" + std::to_string(port_); }

int scripted_dns::questions(const std::string& name) const {
  const std::lock_guard lock{mutex_};
  return static_cast<int>(std::ranges::count(names_, name));
}

std::vector<std::string> scripted_dns::names() const {
  const std::lock_guard lock{mutex_};
  return names_;
}

void scripted_dns::serve() {
  char bytes[1500];
  for (;;) {
    sockaddr_in from{};
    socklen_t size = sizeof from;
    const ssize_t got = ::recvfrom(socket_, bytes, sizeof bytes, 0, reinterpret_cast<sockaddr*>(&from), &size);
    if (got <= 0) return;
    const std::string reply = reply_to({bytes, static_cast<std::size_t>(got)});
    if (!reply.empty())
      ::sendto(socket_, reply.data(), reply.size(), 0, reinterpret_cast<const sockaddr*>(&from), size);
  }
}

std::string scripted_dns::reply_to(std::string_view question) {
  std::string name;
  std::size_t at = header_size;
  while (at < question.size() && question[at] != 0) {
    const auto length = static_cast<std::size_t>(question[at]);
    name.append(name.empty() ? "" : ".").append(question.substr(at + 1, length));
    at += 1 + length;
  }
  if (at + 5 > question.size()) return {};
  const int type = static_cast<unsigned char>(question[at + 2]);
  const std::string_view asked = question.substr(header_size, at + 5 - header_size);

  dns_answer answer{.says = dns_answer::kind::no_such_name, .addresses = {}};
  {
    const std::lock_guard lock{mutex_};
    names_.push_back(name);
    if (const auto known = answers_.find(name); known != answers_.end() && !known->second.empty()) {
      std::size_t& count = (type == type_a ? asked_a_ : asked_aaaa_)[name];
      answer = known->second[std::min(count++, known->second.size() - 1)];
    }
  }
  if (answer.says == dns_answer::kind::silence) return {};
  if (answer.says == dns_answer::kind::noise) return std::string(200, '\xa5');
  std::vector<std::string> records;
  for (const std::string& address : answer.addresses)
    if (std::string bytes = record_bytes(address, type); !bytes.empty()) records.push_back(std::move(bytes));

  std::string reply{question.substr(0, 2)};
  if (answer.says == dns_answer::kind::strange_id) reply[0] = static_cast<char>(reply[0] ^ 0x55);
  reply += answer.says == dns_answer::kind::truncated ? '\x83' : '\x81';
  const bool recurses = answer.says != dns_answer::kind::not_responsible;
  reply += static_cast<char>((recurses ? 0x80 : 0) | code_of(answer.says));
  const std::string spoilt = spoilt_record(answer.says);
  append_u16(reply, 1);
  append_u16(reply, records.size() + (spoilt.empty() ? 0 : 1));
  append_u16(reply, 0);
  append_u16(reply, 0);
  reply += asked;
  if (answer.says == dns_answer::kind::strange_name)
    reply[header_size + 1] = static_cast<char>(reply[header_size + 1] ^ 1);
  reply += spoilt;
  for (const std::string& record : records) {
    append_u16(reply, 0xc000 | header_size); // the asked name, by reference
    append_u16(reply, static_cast<std::size_t>(type));
    append_u16(reply, 1);
    append_u16(reply, 0);
    append_u16(reply, 60);
    append_u16(reply, record.size());
    reply += record;
  }
  return reply;
}

} // namespace paylink::test
