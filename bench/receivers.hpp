#pragma once
#include "bench/ledger.hpp"
#include "tests/support/test_ca.hpp"

#include <atomic>
#include <map>
#include <memory>
#include <optional>
#include <string>

namespace paylink::load {

/// How many receivers there are, and how they are met.
struct receivers_order {
  int count = 1;
  bool with_hanging = false; ///< One more, which reads a callback and keeps silent.
  bool closes = false;       ///< Ends the connection behind each answer.
  std::optional<test::tls_identity> tls;
};

/// What all receivers together have seen.
struct receivers_tally {
  std::atomic<std::size_t> arrived{0};  ///< First arrivals, without those that hang.
  std::atomic<std::size_t> webhooks{0}; ///< Of deliveries to webhooks, those signed rightly.
  std::atomic<std::size_t> duplicates{0}, bad_signatures{0}, unknown{0};
  std::atomic<std::size_t> connections{0}, resumed{0};  ///< Of the connections, those that resumed a TLS session.
  std::atomic<std::size_t> open_peak{0};                ///< Connections that one receiver had at once, at most.
  std::atomic<std::size_t> hanging{0}, hanging_peak{0}; ///< Connections to the receiver that hangs.
};

/// The merchants' endpoints on 127.0.0.1, .2, .3 and so on, all turned by one thread. Each callback's signature is
/// checked and its arrival noted in the ledger before it is answered.
class receivers {
public:
  /// Takes a free port for each.
  explicit receivers(receivers_order order);
  ~receivers();

  /// Answers from now on; `signing_key` is what callbacks must be signed with, and the secrets by the ids of webhooks
  /// what deliveries to them must be.
  void start(ledger& book, const std::string& signing_key,
             const std::map<std::string, std::string>& webhook_secrets = {});

  /// While deaf, a callback is read and neither counted nor answered.
  void set_deaf(bool deaf);

  /// The callback URL of the link at this position: the receivers in turn.
  std::string url_of(std::size_t position) const;
  std::string webhook_url_of(std::size_t position) const;
  std::string hanging_url() const;
  std::uint16_t port_of(std::size_t receiver) const;
  const receivers_tally& tally() const;

  /// What a certificate must name.
  static std::vector<std::string> names_of(int count);

private:
  class implementation;
  std::unique_ptr<implementation> implementation_;
};

} // namespace paylink::load
