#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace paylink::test {

/// What a name server says to one question.
struct dns_answer {
  enum class kind {
    addresses,
    no_such_name,
    server_failure,
    refused,
    silence,
    not_responsible,
    truncated,   ///< Says that the answer did not fit, and hears no TCP.
    cut_off,     ///< Announces a record and ends before it.
    own_alias,   ///< The name is an alias of itself, in a circle of compression.
    noise,       ///< Bytes that are no DNS.
    strange_id,  ///< A fine answer to a question that nobody asked.
    strange_name ///< A fine answer about another name.
  };
  kind says = kind::addresses;        ///< `addresses` with an empty list: the name exists, without such a record.
  std::vector<std::string> addresses; ///< Only those of the asked family are sent.
};

/// A name server on a free UDP port of 127.0.0.1 that says what the test wants.
class scripted_dns {
public:
  scripted_dns();
  ~scripted_dns();
  scripted_dns(const scripted_dns&) = delete;
  scripted_dns& operator=(const scripted_dns&) = delete;

  /// The answers about a name, one for each look-up; the last one stays. Unknown names do not exist.
  void set(const std::string& name, std::vector<dns_answer> answers);

  std::string address() const;                  ///< `127.0.0.1:5353`, as settings take it.
  int questions(const std::string& name) const; ///< Of both families.
  std::vector<std::string> names() const;       ///< Everything that was asked, in order.

private:
  void serve();
  std::string reply_to(std::string_view question);

  int socket_ = -1;
  std::uint16_t port_ = 0;
  mutable std::mutex mutex_;
  std::map<std::string, std::vector<dns_answer>> answers_;
  std::map<std::string, std::size_t> asked_a_, asked_aaaa_;
  std::vector<std::string> names_;
  std::jthread servant_;
};

} // namespace paylink::test
