#include "secrets/sealed_event_signer.hpp"
#include "secrets/hmac.hpp"

#include <openssl/crypto.h>

#include <list>
#include <string>
#include <unordered_map>

namespace paylink {
namespace {

constexpr std::size_t kept_keys_max = 4'096;

/// The last signing key of a Workspace. One per Workspace: the first signature with a new key drops the previous one.
struct kept_key {
  std::string workspace;
  std::string id;
  std::string sealed; ///< Compared at each use: after the row was replaced, the old key must not be used.
  hmac_sha256 mac;
};

} // namespace

struct sealed_event_signer::cache {
  std::list<kept_key> by_use;                                                       ///< The latest used first.
  std::unordered_map<std::string_view, std::list<kept_key>::iterator> by_workspace; ///< Names live in the list's nodes.
};

sealed_event_signer::sealed_event_signer(const master_keys& keys) : keys_{keys}, cache_{std::make_unique<cache>()} {}
sealed_event_signer::~sealed_event_signer() = default;

std::string sealed_event_signer::sign(workspace_id workspace, std::string_view key_id, std::string_view sealed,
                                      std::string_view data) {
  auto& [by_use, by_workspace] = *cache_;
  const auto found = by_workspace.find(workspace.view());
  if (found != by_workspace.end() && found->second->id == key_id && found->second->sealed == sealed) {
    by_use.splice(by_use.begin(), by_use, found->second);
    return by_use.front().mac.hex({data});
  }
  if (found != by_workspace.end()) {
    const auto outdated = found->second;
    by_workspace.erase(found);
    by_use.erase(outdated);
  }

  auto key = keys_.open(sealed, signing_key_place(workspace.view(), key_id));
  if (!key)
    throw closed_signing_key{"the signing key " + std::string{key_id} + " of " + workspace.text() +
                                 " cannot be opened with the master keys at hand",
                             !keys_.knows(sealed.substr(0, sealed.find('.')))};
  by_use.push_front({workspace.text(), std::string{key_id}, std::string{sealed}, hmac_sha256{*key}});
  OPENSSL_cleanse(key->data(), key->size());
  by_workspace.emplace(by_use.front().workspace, by_use.begin());
  if (by_use.size() > kept_keys_max) {
    by_workspace.erase(by_use.back().workspace);
    by_use.pop_back();
  }
  return by_use.front().mac.hex({data});
}

} // namespace paylink
