#pragma once
#include "domain/links/reference.hpp"
#include "domain/values/ids.hpp"
#include "domain/values/money.hpp"

#include <stdexcept>
#include <string>
#include <string_view>

namespace paylink {

/// The content of a link's success callback.
struct callback_facts {
  event_id event;
  payment_link_id link;
  std::string_view public_id;
  paylink::reference reference;
  transaction_id transaction;
  money received;
  timestamp paid_at;
};

/// The callback's body: compact JSON, keys in alphabetical order, `version` 1. Made once; stored and sent as these
/// bytes.
std::string callback_body(const callback_facts& facts);

/// The bytes that are signed: `<unix seconds>.<body>`.
std::string signed_data(std::int64_t signed_at, std::string_view body);

/// A signing key that does not open: nothing can be signed for its Workspace.
class closed_signing_key : public std::runtime_error {
public:
  closed_signing_key(const std::string& what, bool is_of_other_master_key)
      : std::runtime_error{what}, is_of_other_master_key_{is_of_other_master_key} {}
  /// It is sealed with a master key that this node does not have.
  bool is_of_other_master_key() const { return is_of_other_master_key_; }

private:
  bool is_of_other_master_key_;
};

/// Signs with a Workspace's signing key. The store calls it inside the transaction that records an event, so that it
/// uses the key valid at that moment. Implemented in `secrets/`, the only folder that sees the key.
class event_signer {
public:
  virtual ~event_signer() = default;
  /// 64 lowercase hex characters: HMAC-SHA256 of `data` under the sealed key (`sealed`, bound to `workspace` and
  /// `key_id`). Throws `closed_signing_key`.
  virtual std::string sign(workspace_id workspace, std::string_view key_id, std::string_view sealed,
                           std::string_view data) = 0;
};

} // namespace paylink
