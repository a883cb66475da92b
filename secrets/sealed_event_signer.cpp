#include "secrets/sealed_event_signer.hpp"

#include "secrets/hmac.hpp"
#include "secrets/recently_used.hpp"

#include <openssl/crypto.h>

#include <string>

namespace paylink {
namespace {

constexpr std::size_t kept_keys_max = 4'096;

/// The last signing key of a Workspace. One per Workspace: the first signature with a new key drops the previous one.
struct kept_key {
  std::string id;
  std::string sealed; ///< Compared at each use: after the row was replaced, the old key must not be used.
  hmac_sha256 mac;
};

} // namespace

struct sealed_event_signer::cache {
  recently_used<kept_key> by_workspace{kept_keys_max};
};

sealed_event_signer::sealed_event_signer(const master_keys& keys) : keys_{keys}, cache_{std::make_unique<cache>()} {}
sealed_event_signer::~sealed_event_signer() = default;

std::string sealed_event_signer::sign(workspace_id workspace, std::string_view key_id, std::string_view sealed,
                                      std::string_view data) {
  auto* kept = cache_->by_workspace.find(workspace.view());
  if (kept && kept->id == key_id && kept->sealed == sealed) return kept->mac.hex({data});

  auto key = keys_.open(sealed, signing_key_place(workspace.view(), key_id));
  if (!key)
    throw closed_signing_key{"the signing key " + std::string{key_id} + " of " + workspace.text() +
                                 " cannot be opened with the master keys at hand",
                             !keys_.knows(sealed.substr(0, sealed.find('.')))};
  auto& opened = cache_->by_workspace.keep(workspace.view(),
                                           kept_key{std::string{key_id}, std::string{sealed}, hmac_sha256{*key}});
  OPENSSL_cleanse(key->data(), key->size());
  return opened.mac.hex({data});
}

} // namespace paylink
