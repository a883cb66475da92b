#include "secrets/sealed_attempt_signer.hpp"

#include "domain/deliveries/delivery_channel.hpp"
#include "secrets/hmac.hpp"
#include "secrets/recently_used.hpp"

#include <openssl/crypto.h>

#include <mutex>
#include <optional>

namespace paylink {
namespace {

constexpr std::size_t kept_pairs_max = 4'096;

/// A webhook's API key and secret, opened. The sealed ones are compared at each use, so that a pair that was replaced
/// is not used again.
struct kept_pair {
  std::string sealed_api_key, sealed_secret;
  std::string api_key;
  hmac_sha256 mac;

  kept_pair(const webhook_target& of, std::string key, std::string_view secret)
      : sealed_api_key{of.sealed_api_key}, sealed_secret{of.sealed_secret}, api_key{std::move(key)}, mac{secret} {}
  kept_pair(kept_pair&&) noexcept = default;
  kept_pair& operator=(kept_pair&&) noexcept = default;
  ~kept_pair() { OPENSSL_cleanse(api_key.data(), api_key.size()); }
};

} // namespace

struct sealed_attempt_signer::cache {
  std::mutex mutex;
  recently_used<kept_pair> by_webhook{kept_pairs_max};
};

sealed_attempt_signer::sealed_attempt_signer(const master_keys& keys)
    : keys_{keys}, cache_{std::make_unique<cache>()} {}
sealed_attempt_signer::~sealed_attempt_signer() = default;

// A chat is told once a second at most: nothing is kept open.
result<attempt_seal> sealed_attempt_signer::open_secret(const delivery_job& job) const {
  auto secret = keys_.open(job.webhook->sealed_secret, webhook_secret_place(job.workspace.view(), job.webhook->key_id));
  if (!secret) return errc::internal_error;
  return attempt_seal{.signed_at = 0, .signature = {}, .bot_token = std::move(*secret)};
}

result<attempt_seal> sealed_attempt_signer::seal(const delivery_job& job, timestamp now) {
  const auto& of = *job.webhook;
  if (!channel_of(job.kind).signing.makes_signature) return open_secret(job);
  const std::lock_guard guard{cache_->mutex};
  auto* kept = cache_->by_webhook.find(of.id.view());
  if (!kept || kept->sealed_api_key != of.sealed_api_key || kept->sealed_secret != of.sealed_secret) {
    auto api_key = keys_.open(of.sealed_api_key, webhook_api_key_place(job.workspace.view(), of.key_id));
    auto secret = keys_.open(of.sealed_secret, webhook_secret_place(job.workspace.view(), of.key_id));
    if (!api_key || !secret) return errc::internal_error;
    kept = &cache_->by_webhook.keep(of.id.view(), kept_pair{of, std::move(*api_key), *secret});
    OPENSSL_cleanse(secret->data(), secret->size());
  }
  const auto signed_at = unix_seconds(now);
  return attempt_seal{signed_at, kept->mac.hex({channel_of(job.kind).signing.data(signed_at, job.body)}),
                      kept->api_key};
}

} // namespace paylink
